/** Records the states of ports that gateways report. */
import type { PortState } from "@turnpike/contract/gateway-states.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { parseGatewayName, parseReports } from "./port-report.ts";
import type { PortRange } from "./port-range.ts";
import { endOrRenumberUnopenable } from "./renumber.ts";
import { countForeign, isUnopenable, lockReported, setReported } from "./store/states.ts";

export interface ReportedStates {
  gateway: string;
  /** The reporting node; other nodes' ports are skipped. Null: trusted for all nodes. */
  nodeId?: string | null;
  ports: PortState[];
}

/**
 * Records a gateway's report of a range's ports; the last state of each port counts. Skips
 * unchanged states, unknown ports, other nodes' ports, and numbers that a port no longer has. A
 * port that never was open and whose number is taken gets another number at once, or ends if the
 * customer requested that number. Returns how many ports are other nodes'.
 */
export async function recordPortStates(
  services: Services,
  range: PortRange,
  { gateway, nodeId = null, ports }: ReportedStates,
): Promise<number> {
  const parsed = parseReports(ports, range.kinds);
  if (typeof gateway !== "string" || parsed.length === 0) return 0;
  await transaction(services.db, async (tx) => {
    const reports = await lockReported(tx, range, { nodeId, reports: parsed });
    const now = new Date(services.world.now());
    await setReported(tx, range, { gateway: parseGatewayName(gateway), reports, now });
    const unopenable = reports.filter(isUnopenable);
    for (const { kind, id, port, trouble } of unopenable)
      services.log.warn({ kind, id, port, trouble }, "port open failed: its number is taken");
    await endOrRenumberUnopenable(services, tx, range, unopenable);
  });
  const ids = parsed.map(({ id }) => id);
  return nodeId === null ? 0 : countForeign(services.db, range, { nodeId, ids });
}
