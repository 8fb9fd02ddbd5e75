/** Latencies of the pool's exits, as gateways measure them. */
import type { ExitLatency } from "@turnpike/contract/gateway-states.ts";
import { transaction } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { setLatencies } from "./store/latency.ts";

/** The most exits in one report, and the longest latency that is accepted. */
const maxExits = 500;
const maxMs = 60_000;

/** Returns a valid measurement, or null if it is malformed. */
function parseMeasure(measure: ExitLatency): ExitLatency | null {
  const { exitId, ms } = (measure ?? {}) as ExitLatency;
  if (typeof exitId !== "string" || !isUuid(exitId)) return null;
  if (ms !== null && !(Number.isInteger(ms) && ms >= 0 && ms <= maxMs)) return null;
  return { exitId: exitId.toLowerCase(), ms };
}

/** Records a gateway's latency measurements; the last one of each exit counts. */
export async function recordLatencies(
  { db, world }: Services,
  measures: ExitLatency[],
): Promise<void> {
  if (!Array.isArray(measures)) return;
  const valid = measures.slice(0, maxExits).flatMap((one) => parseMeasure(one) ?? []);
  const latest = [...new Map(valid.map((one) => [one.exitId, one])).values()];
  if (latest.length === 0) return;
  await transaction(db, (tx) => setLatencies(tx, latest, world.now()));
}
