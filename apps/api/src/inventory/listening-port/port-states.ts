/** Records the states of ports that gateways report. */
import type { PortState } from "@turnpike/contract/gateway-states.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { parseGatewayName, parseReports } from "./port-report.ts";
import type { PortRange } from "./port-range.ts";
import { endOrRenumber } from "./renumber.ts";
import { isUnopenable, lockReported, setReported } from "./store/states.ts";

/**
 * Records a gateway's report of a range's ports; of one port the last state counts. What did not
 * change is not written again. Unknown ports, and numbers that a port does not have any more, are
 * left out. A port that never was open and whose number is taken gets another at once; one whose
 * number was asked for ends.
 */
export async function recordPortStates(
  services: Services,
  range: PortRange,
  { gateway, ports }: { gateway: string; ports: PortState[] },
): Promise<void> {
  const parsed = parseReports(ports, range.kinds);
  if (typeof gateway !== "string" || parsed.length === 0) return;
  await transaction(services.db, async (tx) => {
    const reports = await lockReported(tx, range, parsed);
    const now = new Date(services.world.now());
    await setReported(tx, range, { gateway: parseGatewayName(gateway), reports, now });
    const unopenable = reports.filter(isUnopenable);
    for (const { kind, id, port, trouble } of unopenable)
      services.log.warn({ kind, id, port, trouble }, "port open failed: its number is taken");
    await endOrRenumber(services, tx, range, unopenable);
  });
}
