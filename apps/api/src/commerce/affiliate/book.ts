/**
 * Posts profit to the ledger. Withdrawable profit is in the bucket `main`, frozen profit in
 * `frozen`; the operator pays profit from its bucket `affiliate`. Lock the account's debt before
 * changing `main`, so that its balance stays known until the transaction ends.
 */
import type { Tx } from "../../platform/db/database.ts";
import { balanceOf } from "../../ledger/balances.ts";
import { lockDebt, setDebt } from "../../ledger/debt.ts";
import { type Entry, type Line, post } from "../../ledger/post.ts";
import { deduct } from "@turnpike/rules/affiliate-profit.ts";

const asset = "profit";
const OPERATOR_BUCKET = "affiliate";

/** Everything of an entry except its lines. */
export type EntryHeading = Omit<Entry, "lines">;

/** A line of profit; a null owner is the operator. */
export const profitLine = (owner: string | null, bucket: string, amount: number): Line => ({
  owner,
  asset,
  bucket,
  amount,
});

/** Credits withdrawable profit `from` the operator or another bucket, then pays debts with it. */
export async function creditWithdrawableProfit(
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

/** Books profit that was earned, or is due again; into `frozen` if `frozen` is set. */
export async function creditProfit(
  tx: Tx,
  owner: string,
  { heading, cents, frozen }: { heading: EntryHeading; cents: number; frozen: boolean },
): Promise<void> {
  const from = profitLine(null, OPERATOR_BUCKET, -cents);
  if (!frozen) return creditWithdrawableProfit(tx, owner, { heading, cents, from });
  if (cents === 0) return;
  await post(tx, { ...heading, lines: [profitLine(owner, "frozen", cents), from] });
}

/**
 * Takes back profit that is no longer due: from `frozen` if `frozen` is set, else from what `main`
 * holds; the rest becomes a debt.
 */
export async function debitProfit(
  tx: Tx,
  owner: string,
  { heading, cents, frozen }: { heading: EntryHeading; cents: number; frozen: boolean },
): Promise<void> {
  if (cents === 0) return;
  const operatorLine = profitLine(null, OPERATOR_BUCKET, cents);
  if (frozen) {
    await post(tx, { ...heading, lines: [profitLine(owner, "frozen", -cents), operatorLine] });
    return;
  }
  const debt = await lockDebt(tx, owner, asset);
  const balance = await balanceOf(tx, { owner, asset, bucket: "main" });
  const { takenCents, owedCents } = deduct(cents, balance);
  const lines = [
    profitLine(owner, "main", 0 - takenCents),
    profitLine(null, "debts", 0 - owedCents),
    operatorLine,
  ];
  await post(tx, { ...heading, lines: lines.filter(({ amount }) => amount !== 0) });
  if (owedCents > 0) await setDebt(tx, owner, { asset, cents: debt + owedCents });
}

/** Moves profit from `frozen` to `main`. */
export function unfreeze(
  tx: Tx,
  owner: string,
  { heading, cents }: { heading: EntryHeading; cents: number },
): Promise<void> {
  return creditWithdrawableProfit(tx, owner, {
    heading,
    cents,
    from: profitLine(owner, "frozen", -cents),
  });
}
