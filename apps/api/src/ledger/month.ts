/** Statement data: an asset's balances and lines in a span of time. */
import { sql } from "kysely";
import type { Db } from "../platform/db/database.ts";
import { type Asset, assets } from "@turnpike/rules/assets.ts";

export interface LedgerLine {
  at: Date;
  amount: number;
  balance: number;
  kind: string;
  ref: string;
}
/** An owner's balance of an asset before and after a span, and the range of lines in between. */
export interface Span {
  asset: Asset;
  openingBalance: number;
  closingBalance: number;
  /** The span's lines are numbered above `after`, up to and including `last`. */
  after: number;
  last: number;
}

const PAGE = 1000;
/**
 * Concurrent postings may be numbered out of clock order, so the last line before an instant is
 * searched among this many. Adjacent spans then share no line and miss none.
 */
const AROUND = 100;

/** The spans [from, to) (ms) of every asset that the owner ever held. */
export async function spansOf(
  db: Db,
  { owner, from, to }: { owner: string; from: number; to: number },
): Promise<Span[]> {
  const found: Span[] = [];
  for (const asset of await assetsOf(db, owner)) {
    const [before, end] = await Promise.all(
      [from, to].map((instant) => lastBefore(db, { owner, asset, instant: new Date(instant) })),
    );
    if (!before || !end || end.seq === 0) continue;
    found.push({
      asset,
      openingBalance: before.balance,
      closingBalance: end.balance,
      after: before.seq,
      last: end.seq,
    });
  }
  return found;
}

/** All assets in the order of the statement; pools that the owner ever held come after the first. */
async function assetsOf(db: Db, owner: string): Promise<Asset[]> {
  const { rows } = await sql<{ asset: Asset }>`
    select asset from ledger_holding where owner = ${owner} and asset like 'traffic:%'
    order by asset`.execute(db);
  const pools = rows.map(({ asset }) => asset);
  return assets.flatMap((asset) => (asset === "traffic" ? [asset, ...pools] : [asset]));
}

/** The highest-numbered line before an instant; number and balance are 0 if there is none. */
async function lastBefore(
  db: Db,
  { owner, asset, instant }: { owner: string; asset: Asset; instant: Date },
): Promise<{ seq: number; balance: number }> {
  const { rows } = await sql<{ seq: number; balance: number }>`
    select seq, balance from ledger_line
    where owner = ${owner} and asset = ${asset} and at < ${instant}
    order by at desc, seq desc limit ${AROUND}`.execute(db);
  const none = { seq: 0, balance: 0 };
  return rows.reduce((last, row) => (row.seq > last.seq ? row : last), none);
}

/** A span's lines, oldest first, in pages. Lines never change, so no transaction is held open. */
export async function* linesOf(
  db: Db,
  { owner, span }: { owner: string; span: Span },
): AsyncGenerator<LedgerLine[]> {
  for (let after = span.after; after < span.last; after += PAGE) {
    const { rows } = await sql<LedgerLine>`
      select at, amount, balance, kind, ref from ledger_line
      where owner = ${owner} and asset = ${span.asset}
        and seq > ${after} and seq <= ${Math.min(after + PAGE, span.last)}
      order by seq`.execute(db);
    yield rows;
  }
}
