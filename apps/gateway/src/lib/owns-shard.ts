/** Which of the workers opens what one alone opens: a static IP's door, a port of its own. */
import { hashText } from "@turnpike/rules/exit-ring.ts";

const seed = 6;

/** The same one as long as their number stays. `id`: an exit's or a port's. */
export function ownsShard(id: string, { worker, workers }: { worker: number; workers: number }) {
  return hashText(id, seed) % workers === worker % workers;
}
