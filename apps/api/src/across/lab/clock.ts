/**
 * The lab's movable clock (spec/lab#clock): the product's time runs ahead of the machine's by an
 * offset, in all processes and across restarts. It never goes back.
 */
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
export async function restoreClock({ db, world }: Services): Promise<void> {
  world.setOffset(Math.max(await readOffset(db), world.offsetMs()));
}
