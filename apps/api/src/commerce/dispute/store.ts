/** The table of disputes: one row for each dispute or warning that a provider has ever reported. */
import type { ReportedDispute } from "@turnpike/rules/dispute.ts";
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

const columns = sql.raw(
  `id, account_id as "accountId", payment_id as "paymentId", provider, provider_ref as ref, state,
   cents, withdrawn_cents as "withdrawnCents", reason, opened_at as "openedAt",
   updated_at as "updatedAt", refund_id as "refundId", due_at`,
);
type Row = Omit<Dispute, "dueAt"> & { due_at: Date | null };

const toDispute = ({ due_at: due, ...row }: Row): Dispute => ({
  ...row,
  dueAt: due?.getTime() ?? null,
});

/** The dispute with this provider id. The caller's lock on the payment covers it as well. */
export async function findDispute(
  tx: Tx,
  { provider, ref }: { provider: string; ref: string },
): Promise<Dispute | null> {
  const { rows } = await sql<Row>`
    select ${columns} from dispute
    where provider = ${provider} and provider_ref = ${ref} and kind = 'dispute'`.execute(tx);
  return rows.map(toDispute)[0] ?? null;
}

/** A payment's disputes, oldest first. */
export async function findDisputesOf(db: Db, paymentId: string): Promise<Dispute[]> {
  const { rows } = await sql<Row>`
    select ${columns} from dispute where payment_id = ${paymentId} and kind = 'dispute'
    order by position`.execute(db);
  return rows.map(toDispute);
}

/** Saves a dispute's current state. */
export async function saveDispute(tx: Tx, dispute: Dispute): Promise<void> {
  const due = dispute.dueAt === null ? null : new Date(dispute.dueAt);
  await sql`
    insert into dispute (id, account_id, payment_id, provider, provider_ref, kind, state, cents,
      withdrawn_cents, reason, due_at, opened_at, updated_at, refund_id)
    values (${dispute.id}, ${dispute.accountId}, ${dispute.paymentId}, ${dispute.provider},
      ${dispute.ref}, 'dispute', ${dispute.state}, ${dispute.cents}, ${dispute.withdrawnCents},
      ${dispute.reason}, ${due}, ${dispute.openedAt}, ${dispute.updatedAt}, ${dispute.refundId})
    on conflict (id) do update set state = excluded.state, cents = excluded.cents,
      withdrawn_cents = excluded.withdrawn_cents, reason = excluded.reason,
      due_at = excluded.due_at, updated_at = excluded.updated_at,
      refund_id = excluded.refund_id`.execute(tx);
}

/** Saves a fraud warning unless it is there already. */
export async function saveFraudWarning(
  tx: Tx,
  warning: Pick<Dispute, "id" | "accountId" | "paymentId" | "provider" | "ref" | "reason"> & {
    now: Date;
  },
): Promise<void> {
  await sql`
    insert into dispute (id, account_id, payment_id, provider, provider_ref, kind, state, reason,
      opened_at, updated_at)
    values (${warning.id}, ${warning.accountId}, ${warning.paymentId}, ${warning.provider},
      ${warning.ref}, 'fraudWarning', 'noted', ${warning.reason}, ${warning.now}, ${warning.now})
    on conflict (provider, provider_ref) do nothing`.execute(tx);
}

/** Accounts with charge-backs since an instant that were not won, most disputes first. */
export async function accountsInDispute(
  db: Db,
  { since, limit }: { since: Date; limit: number },
): Promise<{ accountId: string; disputes: number; cents: number }[]> {
  const { rows } = await sql<{ accountId: string; disputes: number; cents: number }>`
    select account_id as "accountId", count(*) as disputes,
      coalesce(sum(withdrawn_cents), 0)::bigint as cents
    from dispute where opened_at >= ${since} and kind = 'dispute'
      and state not in ('won', 'prevented', 'inquiryClosed')
    group by account_id order by disputes desc limit ${limit}`.execute(db);
  return rows;
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
