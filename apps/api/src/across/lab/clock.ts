/**
 * The lab's adjustable clock (spec/lab#clock): the product's time is ahead of the machine's by an
 * offset, in all processes and across restarts. It never goes back.
 */
import { clockChannel } from "../../platform/changes/changes.ts";
import { keepPartitions } from "../../platform/partitions/keep.ts";
import type { Services } from "../../platform/services.ts";
import { addOffset, readOffset } from "./store.ts";

/** Moves the clock forward and returns the new offset in ms. */
export async function advanceClock(services: Services, seconds: number): Promise<number> {
  const ms = Math.round(seconds * 1000);
  await keepPartitions(services, services.world.now() + ms);
  const offset = await addOffset(services.db, ms);
  // Of two concurrent moves the larger offset wins, whichever returns first.
  services.world.setOffset(Math.max(offset, services.world.offsetMs()));
  return services.world.offsetMs();
}

/** Restores the offset after a restart. */
export async function restoreClock({ db, world }: Pick<Services, "db" | "world">): Promise<void> {
  world.setOffset(Math.max(await readOffset(db), world.offsetMs()));
}

/**
 * Updates the clock when another API process moves it, then calls `onMove`. Returns a function that
 * stops this.
 */
export function followClock(services: ClockServices, onMove: () => void): () => void {
  const read = () => void restoreClock(services).then(onMove, () => undefined);
  return services.listener.on(clockChannel, read, read);
}

type ClockServices = Pick<Services, "db" | "world" | "listener">;
