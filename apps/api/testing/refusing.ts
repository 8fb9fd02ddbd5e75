/** Makes the database refuse single rows, as a fault of one item does. */
import { sql } from "kysely";
import type { Db } from "../src/platform/db/database.ts";

interface RefusedRows {
  table: string;
  event: "insert" | "update" | "delete";
  /** A condition on `new` or `old`. */
  when: string;
}

/** Refuses a change of rows while `work` runs. */
export async function refusing<T>(
  db: Db,
  { table, event, when }: RefusedRows,
  work: () => Promise<T>,
): Promise<T> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`create function refuse_in_test() returns trigger language plpgsql as
    $$ begin raise exception 'refused by a test'; end $$`);
  await run(`create trigger refuse_in_test before ${event} on ${table} for each row
    when (${when}) execute function refuse_in_test()`);
  try {
    return await work();
  } finally {
    await run("drop function refuse_in_test cascade");
  }
}

/** Each of the items as the bad one: the first, the middle one, the last. */
export const headMiddleLast = <T>(items: readonly T[]): T[] =>
  [items[0], items[Math.floor(items.length / 2)], items.at(-1)] as T[];
