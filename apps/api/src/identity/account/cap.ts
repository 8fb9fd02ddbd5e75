/** Caps: how many of a thing an account may have at a time (spec/limits#caps). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";

export interface Cap {
  accountId: string;
  /** What is counted, in a few words: each has a lock of its own for each account. */
  of: string;
  limit: number;
  /** Counts what there is; cheap however much there is: it stops at `limit`. */
  count: () => Promise<number>;
}

/**
 * How many more there may be, at least one. Calls of the same account that add the same wait for
 * each other until their transactions end, so that many at once stay within the cap. Who is at the
 * cap is refused without waiting.
 * @throws Refusal tooMany, with the limit
 */
export async function roomUnder(tx: Tx, { accountId, of, limit, count }: Cap): Promise<number> {
  const refusal = new Refusal("tooMany", { limit });
  if ((await count()) >= limit) throw refusal;
  await sql`
    select pg_advisory_xact_lock(
      hashtextextended(${`cap ${of} ${accountId}`}::text, 0))`.execute(tx);
  // A statement of its own sees what others committed while this one waited.
  const room = limit - (await count());
  if (room <= 0) throw refusal;
  return room;
}
