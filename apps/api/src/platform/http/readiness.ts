/** Whether the database takes writes: a full disk or a read-only server answers reads all the same. */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Services } from "../services.ts";

const TIMEOUT_MS = 2_000;
const KEEP_MS = 1_000;

/**
 * Returns a probe that writes one row, shared by all who ask: at most one write a second, one at a
 * time, and an answer within 2 s. It resolves to false where the write fails or takes longer.
 */
export function writeProbe({ aside }: Pick<Services, "aside">): () => Promise<boolean> {
  let running: Promise<boolean> | null = null;
  let last: { at: number; works: boolean } | null = null;
  const write = async () => {
    const works = await sql`update readiness set at = now() where id = 1`.execute(aside).then(
      () => true,
      () => false,
    );
    last = { at: performance.now(), works };
    running = null;
    return works;
  };
  return async () => {
    if (last && performance.now() - last.at < KEEP_MS) return last.works;
    running ??= write();
    const late = new AbortController();
    const timeout = sleep(TIMEOUT_MS, false, { signal: late.signal }).catch(() => false);
    const works = await Promise.race([running, timeout]);
    late.abort();
    return works;
  };
}
