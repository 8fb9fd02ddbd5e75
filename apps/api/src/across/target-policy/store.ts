/** The table of the bytes of lists. Only this file accesses it. */
import { policyPartBytes } from "@turnpike/contract/target-facts.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

/** Stores a list's bytes. */
export async function insertList(tx: Tx, sha256: string, bytes: Uint8Array): Promise<void> {
  for (let part = 0; part * policyPartBytes < bytes.length; part += 1) {
    const at = part * policyPartBytes;
    const some = Buffer.from(bytes.subarray(at, at + policyPartBytes));
    await sql`
      insert into target_list_part (sha256, part, bytes) values (${sha256}, ${part}, ${some})`.execute(
      tx,
    );
  }
}

/** Deletes all lists but these. */
export async function deleteOtherLists(tx: Tx, kept: string[]): Promise<void> {
  await sql`delete from target_list_part where sha256 <> all(${kept}::text[])`.execute(tx);
}

/** A part of a list; null if there is none. */
export async function listPart(db: Db, sha256: string, part: number): Promise<Buffer | null> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from target_list_part where sha256 = ${sha256} and part = ${part}`.execute(db);
  return rows[0]?.bytes ?? null;
}
