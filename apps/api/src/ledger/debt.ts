/** What refunds left owing: what comes in next pays it first (spec/money#refunds). */
import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import { type Entry, post } from "./post.ts";

export type DebtAsset = "wallet" | "profit";

/** What the account owes, in cents; locked until the transaction ends. */
export async function lockDebt(tx: Tx, accountId: string, asset: DebtAsset): Promise<number> {
  const row = await tx
    .insertInto("debt")
    .values({ account_id: accountId, asset, cents: 0 })
    // An update that changes nothing, so that the row is locked and returned in one go.
    .onConflict((conflict) =>
      conflict.columns(["account_id", "asset"]).doUpdateSet({ cents: sql<number>`debt.cents` }),
    )
    .returning("cents")
    .executeTakeFirstOrThrow();
  return row.cents;
}

export async function setDebt(
  tx: Tx,
  accountId: string,
  { asset, cents }: { asset: DebtAsset; cents: number },
): Promise<void> {
  await tx
    .updateTable("debt")
    .set({ cents })
    .where("account_id", "=", accountId)
    .where("asset", "=", asset)
    .execute();
}

/**
 * Pays what the wallet owes out of `cents` that have just come in, as an entry of its own. The debt
 * is locked before anything is posted, by `lockDebt`, which answered `owedCents`. Answers what of it
 * was paid.
 */
export async function payWalletDebt(
  tx: Tx,
  accountId: string,
  paid: { owedCents: number; cents: number; entry: Omit<Entry, "lines" | "kind"> },
): Promise<number> {
  const { owedCents, entry } = paid;
  const cents = Math.min(owedCents, paid.cents);
  if (cents <= 0) return 0;
  const lines = [
    { owner: accountId, asset: "wallet", bucket: "main", amount: -cents } as const,
    { owner: null, asset: "wallet", bucket: "debts", amount: cents } as const,
  ];
  await post(tx, { ...entry, kind: "debt", lines });
  await setDebt(tx, accountId, { asset: "wallet", cents: owedCents - cents });
  return cents;
}

/** What the account owes, to look at. */
export async function debtOf(db: Db, accountId: string, asset: DebtAsset): Promise<number> {
  const row = await db
    .selectFrom("debt")
    .select("cents")
    .where("account_id", "=", accountId)
    .where("asset", "=", asset)
    .executeTakeFirst();
  return row?.cents ?? 0;
}
