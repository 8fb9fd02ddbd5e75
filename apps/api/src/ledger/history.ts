/** The history of one of an owner's assets, by the keys of the entries. */
import { sql } from "kysely";
import type { Tx } from "../platform/db/database.ts";
import type { Asset } from "@turnpike/rules/assets.ts";

export interface HistoryLine {
  key: string;
  /** 0 for an entry that did not change the owner's balance. */
  amount: number;
}

const PAGE = 5_000;

/**
 * All lines of an asset, oldest first, interleaved with those entries of the keys `also` that did
 * not touch the asset. Lines are never deleted.
 */
export async function historyOf(
  tx: Tx,
  { owner, asset, also }: { owner: string; asset: Asset; also: string[] },
): Promise<HistoryLine[]> {
  const withoutLine = await findEntriesWithoutLine(tx, { owner, asset, also });
  const history: HistoryLine[] = [];
  for (let after = 0; ; ) {
    const lines = await pageOf(tx, { owner, asset, after });
    for (const { key, amount, entryId, seq } of lines) {
      while (withoutLine[0] && withoutLine[0].entryId < entryId)
        history.push({ key: withoutLine.shift()?.key ?? "", amount: 0 });
      history.push({ key, amount });
      after = seq;
    }
    if (lines.length < PAGE) break;
  }
  return [...history, ...withoutLine.map(({ key }) => ({ key, amount: 0 }))];
}

async function findEntriesWithoutLine(
  tx: Tx,
  { owner, asset, also }: { owner: string; asset: Asset; also: string[] },
) {
  const { rows } = await sql<{ key: string; entryId: number }>`
    select k.key, k.entry_id as "entryId" from ledger_key k
    where k.key = any(${also}) and not exists (select from ledger_line l
      where l.entry_id = k.entry_id and l.owner = ${owner} and l.asset = ${asset})
    order by k.entry_id`.execute(tx);
  return rows;
}

async function pageOf(
  tx: Tx,
  { owner, asset, after }: { owner: string; asset: Asset; after: number },
) {
  const { rows } = await sql<{ key: string; amount: number; entryId: number; seq: number }>`
    select e.key, l.amount, e.id as "entryId", l.seq
    from ledger_line l join ledger_entry e on e.id = l.entry_id
    where l.owner = ${owner} and l.asset = ${asset} and l.seq > ${after}
    order by l.seq limit ${PAGE}`.execute(tx);
  return rows;
}
