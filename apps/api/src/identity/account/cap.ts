/** Caps: how many things of a kind an account may have at a time (spec/limits#caps). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";

export interface Cap {
  accountId: string;
  /** What is counted. Each account has a separate lock per value. */
  of: string;
  limit: number;
  /** Counts the existing ones; it should stop at `limit`, to be cheap. */
  count: () => Promise<number>;
}

/**
 * How many more the account may have, at least one. Concurrent calls of an account that add the same
 * kind wait for each other until their transactions end, so that they stay within the cap. At the
 * cap a call is refused without waiting.
 * @throws Refusal tooMany, with the limit
 */
export async function remainingUnderCap(
  tx: Tx,
  { accountId, of, limit, count }: Cap,
): Promise<number> {
  const refusal = new Refusal("tooMany", { limit });
  if ((await count()) >= limit) throw refusal;
  await sql`
    select pg_advisory_xact_lock(
      hashtextextended(${`cap ${of} ${accountId}`}::text, 0))`.execute(tx);
  // A separate statement sees what others committed while this one waited.
  const room = limit - (await count());
  if (room <= 0) throw refusal;
  return room;
}
