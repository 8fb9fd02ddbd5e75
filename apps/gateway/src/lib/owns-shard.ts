/** Shards listeners and probes among workers: each is opened by exactly one. */
import { hashText } from "@turnpike/rules/exit-ring.ts";

const seed = 6;

/** Whether this worker owns an exit or a port, by its id; stable while the number of workers is. */
export function ownsShard(id: string, { worker, workers }: { worker: number; workers: number }) {
  return hashText(id, seed) % workers === worker % workers;
}
