/** Shards listeners and probes among workers, so that exactly one worker opens each. */
import { hashText } from "@turnpike/rules/exit-ring.ts";

const seed = 6;

/** Whether this worker owns an exit or port id; stable as long as the number of workers is. */
export function ownsShard(id: string, { worker, workers }: { worker: number; workers: number }) {
  return hashText(id, seed) % workers === worker % workers;
}
