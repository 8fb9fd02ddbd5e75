/** Records what gateways report of the static listeners that they open for exits. */
import type { ListenerHealth } from "@turnpike/contract/gateway-states.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { noteSharedPorts } from "./shared-ports.ts";
import { upsertHealth } from "./store/health.ts";

/** Limits of a report: listeners, ports per listener, characters of a reason. */
const maxListeners = 500;
const maxPorts = 100;
const maxDetail = 200;

const isPort = (port: unknown) =>
  Number.isInteger(port) && Number(port) >= 1 && Number(port) <= 65_535;

/** Returns a valid report, or null if it is malformed. */
function parseReport({ exitId, ports, reachable, detail }: ListenerHealth): ListenerHealth | null {
  if (typeof exitId !== "string" || !isUuid(exitId) || typeof reachable !== "boolean") return null;
  if (!Array.isArray(ports) || ports.length > maxPorts || !ports.every(isPort)) return null;
  const text = typeof detail === "string" ? detail.slice(0, maxDetail) : "";
  // PostgreSQL accepts no NUL, and `slice` may have cut a surrogate pair in half.
  const clean = text.replace(/[\u0000-\u001f\u007f]/g, " ").toWellFormed();
  return { exitId: exitId.toLowerCase(), ports: [...new Set(ports)], reachable, detail: clean };
}

/**
 * Records a node's reports of its static listeners; the last report of each exit counts. The caller
 * has filtered them (`ownListenerHealth`). Skips malformed reports, unchanged health and exits that
 * are not static IPs.
 */
export async function recordListenerHealth(
  services: Services,
  reports: ListenerHealth[],
  nodeId: string | null = null,
): Promise<void> {
  const valid = reports
    .slice(0, maxListeners)
    .flatMap((report) => (report && parseReport(report)) ?? []);
  const latest = [...new Map(valid.map((report) => [report.exitId, report])).values()];
  if (latest.length === 0) return;
  const at = new Date(services.world.now());
  await transaction(services.db, async (tx) => {
    await upsertHealth(tx, { reports: latest, nodeId, at });
    await noteSharedPorts(services, tx, latest);
  });
}
