/** `disputes list`: disputes of card payments, and their banks' early warnings. */
import { dollars } from "@turnpike/rules/money.ts";
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { accountOf, type Command, type CommandInput } from "./command.ts";
import { table } from "./table.ts";

const LISTED = 1_000;

export interface ListedDispute {
  id: string;
  ref: string;
  kind: "dispute" | "fraudWarning";
  state: string;
  reason: string;
  accountId: string;
  email: string | null;
  paymentId: string;
  orderNo: string | null;
  /** What it is about, and what it has taken now. */
  cents: number;
  takenCents: number;
  openedAt: Date;
  updatedAt: Date;
  dueAt: Date | null;
}

/** Disputes and warnings, newest first; of these accounts alone where they are named. */
export async function findDisputes(
  db: Db,
  { accountIds = null, limit = LISTED }: { accountIds?: string[] | null; limit?: number },
): Promise<ListedDispute[]> {
  const { rows } = await sql<ListedDispute>`
    select d.id, d.provider_ref as ref, d.kind, d.state, d.reason, d.account_id as "accountId",
      case when a.closed_at is null then a.email end as email, d.payment_id as "paymentId",
      o.order_no as "orderNo", coalesce(d.cents, p.credited_cents) as cents,
      coalesce((select sum(r.cents) from refund r where d.refund_id in (r.id, r.remainder_of)
        and r.booked_at is not null and r.undone_at is null), 0)::bigint as "takenCents",
      d.opened_at as "openedAt", d.updated_at as "updatedAt", d.due_at as "dueAt"
    from dispute d join account a on a.id = d.account_id join payment p on p.id = d.payment_id
    left join shop_order o on o.id = p.order_id
    where ${accountIds}::uuid[] is null or d.account_id = any(${accountIds}::uuid[])
    order by d.position desc limit ${limit}`.execute(db);
  return rows;
}

const columns = [
  "opened",
  "state",
  "amount",
  "taken",
  "reason",
  "due",
  "of",
  "email",
  "ref",
] as const;

/** The row as it is printed. */
const written = (row: ListedDispute) => ({
  opened: row.openedAt,
  state: row.kind === "fraudWarning" ? "fraud warning" : row.state,
  amount: dollars(row.cents),
  taken: dollars(row.takenCents),
  reason: row.reason,
  due: row.dueAt,
  of: row.orderNo ?? row.paymentId,
  email: row.email ?? `closed: ${row.accountId}`,
  ref: row.ref,
});

async function run({ services, options }: CommandInput) {
  const named = options.account;
  const account = typeof named === "string" ? await accountOf(services, named) : null;
  const rows = await findDisputes(services.db, { accountIds: account ? [account.id] : null });
  const text = table(rows.map(written), { none: "There are no disputes.", columns: [...columns] });
  return { ok: true, text, json: rows };
}

export const disputeCommands: Command[] = [
  {
    name: "disputes list",
    args: "[--account EMAIL]",
    help: "List disputes of card payments and early fraud warnings, newest first",
    run,
  },
];
