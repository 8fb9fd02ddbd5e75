/**
 * The lab's movable clock (spec/lab#clock): the whole product is some milliseconds ahead of the
 * machine, in all its processes, and after a restart too. It never goes back.
 */
import { sql } from "kysely";
import type { Services } from "../../platform/services.ts";

/** Moves the clock forward and answers the new offset in ms. */
export async function advanceClock(services: Services, seconds: number): Promise<number> {
  const { rows } = await sql<{ offset_ms: number }>`
    update lab_clock set offset_ms = offset_ms + ${Math.round(seconds * 1000)}
    returning offset_ms`.execute(services.db);
  const offset = rows[0]?.offset_ms ?? 0;
  // Of two moves at once the later one stands, whichever comes back first.
  services.world.setOffset(Math.max(offset, services.world.offsetMs()));
  return services.world.offsetMs();
}

/** Sets the clock to where it stood when the product was stopped. */
export async function restoreClock(services: Services): Promise<void> {
  const row = await services.db.selectFrom("lab_clock").select("offset_ms").executeTakeFirst();
  services.world.setOffset(Math.max(row?.offset_ms ?? 0, services.world.offsetMs()));
}
