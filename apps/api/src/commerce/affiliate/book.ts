/**
 * Postings of profit. What may be withdrawn lies in the bucket `main`, what is frozen in `frozen`;
 * of the house, `affiliate` pays what is earned. Whoever changes `main` locks the account's debt
 * first, so that what lies there is known until the transaction ends.
 */
import type { Tx } from "../../platform/db/database.ts";
import { balanceOf } from "../../ledger/balances.ts";
import { lockDebt, setDebt } from "../../ledger/debt.ts";
import { type Entry, type Line, post } from "../../ledger/post.ts";
import { deduct } from "@turnpike/rules/affiliate-profit.ts";

const asset = "profit";
const HOUSE = "affiliate";

/** Where and as what something is posted. */
export type EntryHeading = Omit<Entry, "lines">;

/** A line of profit; the owner null is the house. */
export const profitLine = (owner: string | null, bucket: string, amount: number): Line => ({
  owner,
  asset,
  bucket,
  amount,
});

/** Profit that may be withdrawn now, `from` the house or another bucket: it pays debts first. */
export async function creditMain(
  tx: Tx,
  owner: string,
  { heading, cents, from }: { heading: EntryHeading; cents: number; from: Line },
): Promise<void> {
  if (cents === 0) return;
  const debt = await lockDebt(tx, owner, asset);
  await post(tx, { ...heading, lines: [profitLine(owner, "main", cents), from] });
  const paid = Math.min(debt, cents);
  if (paid === 0) return;
  await post(tx, {
    ...heading,
    key: `profitDebt:${heading.key}`,
    kind: "debt",
    lines: [profitLine(owner, "main", -paid), profitLine(null, "debts", paid)],
  });
  await setDebt(tx, owner, { asset, cents: debt - paid });
}

/** Books what was earned, or what is due again; into `frozen` while it is. */
export async function creditProfit(
  tx: Tx,
  owner: string,
  { heading, cents, frozen }: { heading: EntryHeading; cents: number; frozen: boolean },
): Promise<void> {
  const from = profitLine(null, HOUSE, -cents);
  if (!frozen) return creditMain(tx, owner, { heading, cents, from });
  if (cents === 0) return;
  await post(tx, { ...heading, lines: [profitLine(owner, "frozen", cents), from] });
}

/**
 * Takes back what is due no longer: out of `frozen` while it is there, else out of what `main` has;
 * the rest is owed.
 */
export async function debitProfit(
  tx: Tx,
  owner: string,
  { heading, cents, frozen }: { heading: EntryHeading; cents: number; frozen: boolean },
): Promise<void> {
  if (cents === 0) return;
  const back = profitLine(null, HOUSE, cents);
  if (frozen) {
    await post(tx, { ...heading, lines: [profitLine(owner, "frozen", -cents), back] });
    return;
  }
  const debt = await lockDebt(tx, owner, asset);
  const held = await balanceOf(tx, { owner, asset, bucket: "main" });
  const { takenCents, owedCents } = deduct(cents, held);
  const lines = [
    profitLine(owner, "main", 0 - takenCents),
    profitLine(null, "debts", 0 - owedCents),
    back,
  ];
  await post(tx, { ...heading, lines: lines.filter(({ amount }) => amount !== 0) });
  if (owedCents > 0) await setDebt(tx, owner, { asset, cents: debt + owedCents });
}

/** Moves a profit out of the freeze. */
export function unfreeze(
  tx: Tx,
  owner: string,
  { heading, cents }: { heading: EntryHeading; cents: number },
): Promise<void> {
  return creditMain(tx, owner, { heading, cents, from: profitLine(owner, "frozen", -cents) });
}
