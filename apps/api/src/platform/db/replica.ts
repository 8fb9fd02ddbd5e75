/**
 * Statistics from a replica (`DATABASE_READ_URL`): long reads do not load the primary, but may lag
 * behind it. Only read there what no decision depends on.
 */
import type { Db } from "./database.ts";
import { isUnavailable } from "./unavailable.ts";

/** After a failure, reads go to the primary for this long. */
const retryMs = 5_000;
/** The error of a read that the replica cancelled because it conflicted with recovery. */
const cancelled = "40001";

/** Runs reads on the replica, or on the primary if there is none or it is unavailable. */
export type ReadStatistics = <T>(read: (db: Db) => Promise<T>) => Promise<T>;

export function readStatistics(db: Db, replica: Db | null): ReadStatistics {
  let primaryUntil = Number.NEGATIVE_INFINITY;
  return async (read) => {
    if (replica === null || performance.now() < primaryUntil) return read(db);
    try {
      return await read(replica);
    } catch (error) {
      const code = (error as { code?: unknown } | null)?.code;
      if (code !== cancelled && !isUnavailable(error)) throw error;
      primaryUntil = performance.now() + retryMs;
      return read(db);
    }
  };
}
