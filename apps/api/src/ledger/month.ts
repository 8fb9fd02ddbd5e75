/** The lines of one asset in a span of time, as a statement tells them. */
import type { Db } from "../platform/db/database.ts";
import { type Asset, assets } from "./post.ts";

export interface LedgerLine {
  at: Date;
  amount: number;
  balance: number;
  kind: string;
  ref: string;
}
/** What an owner had of an asset before and after a span, and which lines lie between. */
export interface Span {
  asset: Asset;
  openingBalance: number;
  closingBalance: number;
  /** The lines after the first number, up to and with the last. */
  after: number;
  last: number;
}

const PAGE = 1000;
/**
 * Who posts at one moment may be numbered in another order than by the clock: so many lines are
 * looked at for the last one before an instant. Two spans that meet share no line, and lose none.
 */
const AROUND = 100;

/** The spans [from, to) (ms) of all assets that the owner ever had. */
export async function spansOf(
  db: Db,
  { owner, from, to }: { owner: string; from: number; to: number },
): Promise<Span[]> {
  const found: Span[] = [];
  for (const asset of assets) {
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

/** The line with the highest number before an instant; number and balance 0 where there is none. */
async function lastBefore(
  db: Db,
  { owner, asset, instant }: { owner: string; asset: Asset; instant: Date },
): Promise<{ seq: number; balance: number }> {
  const rows = await db
    .selectFrom("ledger_line")
    .select(["seq", "balance"])
    .where("owner", "=", owner)
    .where("asset", "=", asset)
    .where("at", "<", instant)
    .orderBy("at", "desc")
    .orderBy("seq", "desc")
    .limit(AROUND)
    .execute();
  const none = { seq: 0, balance: 0 };
  return rows.reduce((last, row) => (row.seq > last.seq ? row : last), none);
}

/** A span's lines, oldest first, page by page: they never change, so no transaction is held. */
export async function* linesOf(
  db: Db,
  { owner, span }: { owner: string; span: Span },
): AsyncGenerator<LedgerLine[]> {
  for (let after = span.after; after < span.last; after += PAGE) {
    yield await db
      .selectFrom("ledger_line")
      .select(["at", "amount", "balance", "kind", "ref"])
      .where("owner", "=", owner)
      .where("asset", "=", span.asset)
      .where("seq", ">", after)
      .where("seq", "<=", Math.min(after + PAGE, span.last))
      .orderBy("seq")
      .execute();
  }
}
