/**
 * Statistics from a replica (`DATABASE_READ_URL`): long reads take no time of the primary, and lag as
 * the replica does. Only what decides nothing may be read there.
 */
import type { Db } from "./database.ts";
import { isUnavailable } from "./unavailable.ts";

/** After a failure the primary is read for so long. */
const retryMs = 5_000;
/** A statement that a replica cancels, as it is in the way of what comes from the primary. */
const cancelled = "40001";

/** Runs reads on the replica, or on the primary where there is none or it does not answer. */
export type ReadStatistics = <T>(read: (db: Db) => Promise<T>) => Promise<T>;

export function readStatistics(db: Db, replica: Db | null): ReadStatistics {
  let awayUntil = Number.NEGATIVE_INFINITY;
  return async (read) => {
    if (replica === null || performance.now() < awayUntil) return read(db);
    try {
      return await read(replica);
    } catch (error) {
      const code = (error as { code?: unknown } | null)?.code;
      if (code !== cancelled && !isUnavailable(error)) throw error;
      awayUntil = performance.now() + retryMs;
      return read(db);
    }
  };
}
