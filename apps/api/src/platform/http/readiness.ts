/** Checks that the database takes writes: with a full disk or as a replica it still answers reads. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Services } from "../services.ts";
import { writeReadiness } from "./store.ts";

const TIMEOUT_MS = 2_000;
const KEEP_MS = 1_000;

/**
 * Returns a probe that writes one row: at most once a second, one write at a time, shared by all
 * callers. It resolves within 2 s, to false where the write fails or takes longer.
 */
export function writeProbe({ aside }: Pick<Services, "aside">): () => Promise<boolean> {
  let running: Promise<boolean> | null = null;
  let last: { at: number; works: boolean } | null = null;
  const write = async () => {
    const works = await writeReadiness(aside).then(
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
