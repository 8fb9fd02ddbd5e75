/** The table of disputes: one row for each dispute or warning that a provider has ever reported. */
import type { DisputeState, ReportedDispute } from "@turnpike/rules/dispute.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

export interface Dispute extends ReportedDispute {
  id: string;
  accountId: string;
  paymentId: string;
  provider: string;
  openedAt: Date;
  updatedAt: Date;
  /** The refund that took the dispute's money; null if it has taken nothing. */
  refundId: string | null;
}

function query(db: Db) {
  return db.selectFrom("dispute").selectAll();
}
type Row = Awaited<ReturnType<ReturnType<typeof query>["executeTakeFirstOrThrow"]>>;

function toDispute(row: Row): Dispute {
  return {
    id: row.id,
    accountId: row.account_id,
    paymentId: row.payment_id,
    provider: row.provider,
    ref: row.provider_ref,
    state: row.state as DisputeState,
    cents: row.cents,
    withdrawnCents: row.withdrawn_cents,
    reason: row.reason,
    dueAt: row.due_at?.getTime() ?? null,
    openedAt: row.opened_at,
    updatedAt: row.updated_at,
    refundId: row.refund_id,
  };
}

/** The dispute with this provider id. The caller's lock on the payment covers it as well. */
export async function findDispute(
  tx: Tx,
  { provider, ref }: { provider: string; ref: string },
): Promise<Dispute | null> {
  const row = await query(tx)
    .where("provider", "=", provider)
    .where("provider_ref", "=", ref)
    .where("kind", "=", "dispute")
    .executeTakeFirst();
  return row ? toDispute(row) : null;
}

/** A payment's disputes, oldest first. */
export async function findDisputesOf(db: Db, paymentId: string): Promise<Dispute[]> {
  const rows = await query(db)
    .where("payment_id", "=", paymentId)
    .where("kind", "=", "dispute")
    .orderBy("position")
    .execute();
  return rows.map(toDispute);
}

/** Saves a dispute's current state. */
export async function saveDispute(tx: Tx, dispute: Dispute): Promise<void> {
  const now = {
    state: dispute.state,
    cents: dispute.cents,
    withdrawn_cents: dispute.withdrawnCents,
    reason: dispute.reason,
    due_at: dispute.dueAt === null ? null : new Date(dispute.dueAt),
    updated_at: dispute.updatedAt,
    refund_id: dispute.refundId,
  };
  await tx
    .insertInto("dispute")
    .values({
      ...now,
      id: dispute.id,
      account_id: dispute.accountId,
      payment_id: dispute.paymentId,
      provider: dispute.provider,
      provider_ref: dispute.ref,
      kind: "dispute",
      opened_at: dispute.openedAt,
    })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(now))
    .execute();
}

/** Saves a fraud warning unless it is there already. */
export async function saveFraudWarning(
  tx: Tx,
  warning: Pick<Dispute, "id" | "accountId" | "paymentId" | "provider" | "ref" | "reason"> & {
    now: Date;
  },
): Promise<void> {
  await tx
    .insertInto("dispute")
    .values({
      id: warning.id,
      account_id: warning.accountId,
      payment_id: warning.paymentId,
      provider: warning.provider,
      provider_ref: warning.ref,
      kind: "fraudWarning",
      state: "noted",
      reason: warning.reason,
      opened_at: warning.now,
      updated_at: warning.now,
    })
    .onConflict((conflict) => conflict.columns(["provider", "provider_ref"]).doNothing())
    .execute();
}

/** Accounts with charge-backs since an instant that were not won, most disputes first. */
export async function accountsInDispute(
  db: Db,
  { since, limit }: { since: Date; limit: number },
): Promise<{ accountId: string; disputes: number; cents: number }[]> {
  const rows = await db
    .selectFrom("dispute")
    .select(["account_id as accountId"])
    .select(({ fn }) => [
      fn.countAll<number>().as("disputes"),
      fn.coalesce(fn.sum<number>("withdrawn_cents"), sql<number>`0`).as("cents"),
    ])
    .where("opened_at", ">=", since)
    .where("kind", "=", "dispute")
    .where("state", "not in", ["won", "prevented", "inquiryClosed"])
    .groupBy("account_id")
    .orderBy("disputes", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, disputes: Number(row.disputes), cents: Number(row.cents) }));
}

/** The most contested payments of an account that are looked at, the latest first. */
const mostContested = 100;

/** Payments of an account that a bank has called back or warned of, unless it was won since. */
export async function contestedPayments(db: Db | Tx, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ paymentId: string }>`
    select payment_id as "paymentId" from dispute
    where account_id = ${accountId} and state not in ('won', 'inquiryClosed')
    order by position desc limit ${mostContested}`.execute(db);
  return rows.map(({ paymentId }) => paymentId);
}
