/** Corrections: entries are never changed; a mirrored entry cancels an earlier one. */
import { sql } from "kysely";
import type { Tx } from "../platform/db/database.ts";
import { cutParts } from "@turnpike/rules/lots.ts";
import { linesOfParts, partsTaken } from "./lots.ts";
import { type Entry, type Line, post } from "./post.ts";

/**
 * Posts the exact mirror of the entry with the key `of`: every amount with the opposite sign. What
 * it took from lots ends when it would have.
 * @throws Refusal insufficientBalance … if what the entry gave was spent; Error if there is no
 *   entry
 */
export async function postMirror(tx: Tx, of: string, entry: Omit<Entry, "lines">): Promise<void> {
  const { rows } = await sql<Line>`
    select a.owner, a.asset, a.bucket, -p.amount as amount
    from ledger_key k join ledger_posting p on p.entry_id = k.entry_id
    join ledger_account a on a.id = p.account_id
    where k.key = ${of} order by p.line`.execute(tx);
  if (rows.length === 0) throw new Error(`nothing was posted as ${of}`);
  const taken = await partsTaken(tx, [of]);
  const lines = rows.flatMap((line): Line[] => {
    const { owner, asset, amount } = line;
    const parts = owner === null || amount < 0 ? [] : taken({ key: of, owner, asset });
    return parts.length === 0
      ? [line]
      : linesOfParts(line, cutParts(parts, { from: 0, bytes: amount }));
  });
  await post(tx, { ...entry, lines });
}
