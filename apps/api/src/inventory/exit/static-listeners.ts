/** The static listeners that gateways open for exits: what gateways report of them. */
import type { ExitDoor } from "@turnpike/contract/gateway-states.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { upsertHealth } from "./store/health.ts";

/** Listeners of one report, ports of one listener, letters of a reason. */
const mostListeners = 500;
const mostPorts = 100;
const mostDetail = 200;

const isPort = (port: unknown) =>
  Number.isInteger(port) && Number(port) >= 1 && Number(port) <= 65_535;

/** A report as the table takes it; null where it is malformed. */
function parseReport({ exitId, ports, reachable, detail }: ExitDoor): ExitDoor | null {
  if (typeof exitId !== "string" || !isUuid(exitId) || typeof reachable !== "boolean") return null;
  if (!Array.isArray(ports) || ports.length > mostPorts || !ports.every(isPort)) return null;
  const text = typeof detail === "string" ? detail.slice(0, mostDetail) : "";
  // PostgreSQL takes no NUL, and half a letter that the cut left is no text.
  const clean = text.replace(/[\u0000-\u001f\u007f]/g, " ").toWellFormed();
  return { exitId: exitId.toLowerCase(), ports: [...new Set(ports)], reachable, detail: clean };
}

/**
 * Records what a gateway of a node reports of its static listeners; of one exit the last report
 * counts. `ownListenerHealth` has judged which of them may count. What did not change is not written again. Malformed reports, and those of exits that are not sold one
 * by one, are left out.
 */
export async function recordListenerHealth(
  { db, world }: Services,
  reports: ExitDoor[],
  nodeId: string | null = null,
): Promise<void> {
  const valid = reports
    .slice(0, mostListeners)
    .flatMap((report) => (report && parseReport(report)) ?? []);
  const latest = [...new Map(valid.map((report) => [report.exitId, report])).values()];
  if (latest.length === 0) return;
  const at = new Date(world.now());
  await transaction(db, (tx) => upsertHealth(tx, { reports: latest, nodeId, at }));
}
