/** Latencies of the pool's exits, as gateways measure them. */
import type { ExitLatency } from "@turnpike/contract/gateway-states.ts";
import { transaction } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { setLatencies } from "./store/latency.ts";

/** Exits of one report; a measure beyond is no measure. */
const mostExits = 500;
const mostMs = 60_000;

/** A measure as the table takes it; null where it is malformed. */
function parseMeasure(given: ExitLatency): ExitLatency | null {
  const { exitId, ms } = (given ?? {}) as ExitLatency;
  if (typeof exitId !== "string" || !isUuid(exitId)) return null;
  if (ms !== null && !(Number.isInteger(ms) && ms >= 0 && ms <= mostMs)) return null;
  return { exitId: exitId.toLowerCase(), ms };
}

/** Records what a gateway measured; of one exit the last measure counts. */
export async function recordLatencies(
  { db, world }: Services,
  measures: ExitLatency[],
): Promise<void> {
  if (!Array.isArray(measures)) return;
  const valid = measures.slice(0, mostExits).flatMap((one) => parseMeasure(one) ?? []);
  const latest = [...new Map(valid.map((one) => [one.exitId, one])).values()];
  if (latest.length === 0) return;
  await transaction(db, (tx) => setLatencies(tx, latest, world.now()));
}
