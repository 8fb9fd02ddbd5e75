/** The table of the lab's adjustable clock. */
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

/** Moves the clock forward and returns its new offset in ms. */
export async function addOffset(db: Db, ms: number): Promise<number> {
  const { rows } = await sql<{ offset_ms: number }>`
    update lab_clock set offset_ms = offset_ms + ${ms} returning offset_ms`.execute(db);
  return rows[0]?.offset_ms ?? 0;
}

export async function readOffset(db: Db): Promise<number> {
  const { rows } = await sql<{ offset_ms: number }>`
    select offset_ms from lab_clock`.execute(db);
  return rows[0]?.offset_ms ?? 0;
}
