/** The overview of one customer (spec/console#customers). */
import { trafficEndsAt } from "@turnpike/rules/arrears.ts";
import { sql } from "kysely";
import { groupOfAccount } from "../../../identity/account/store/price-group.ts";
import { mfaBound } from "../../../identity/mfa/require.ts";
import { balances } from "../../../ledger/balances.ts";
import { arrearsOf } from "../../../ledger/debt.ts";
import type { Db } from "../../../platform/db/database.ts";
import { type CustomerStatus, customerState } from "./customers.ts";
import { groupPrices } from "./groups.ts";
import { holderColumns } from "./paging.ts";

interface Facts {
  accountId: string;
  email: string | null;
  secureEmail: string | null;
  emailVerified: boolean;
  status: CustomerStatus;
  lang: string;
  createdAt: Date;
  lastLoginAt: Date | null;
  disabledAt: Date | null;
  disabledReason: string | null;
  closedAt: Date | null;
  inviteCode: string;
  inviterId: string | null;
  inviterEmail: string | null;
}

interface Sums {
  paidCents: number;
  refundedCents: number;
  bytes30Days: number;
  counts: Record<string, number>;
}

/** Returns everything on a customer's first screen. The account must exist. */
export async function customerOf(db: Db, accountId: string, now: Date) {
  const [facts, sums, held, bound, owed, group] = await Promise.all([
    factsOf(db, accountId),
    sumsOf(db, accountId, now),
    balances(db, accountId),
    mfaBound(db, accountId),
    arrearsOf(db, accountId),
    groupOfAccount(db, accountId),
  ]);
  const { inviterId, inviterEmail, ...account } = facts;
  const arrears = owed && {
    cents: owed.cents,
    since: owed.since,
    trafficEndsAt: new Date(trafficEndsAt(owed.since.getTime())),
  };
  return {
    ...account,
    mfaBound: bound,
    invitedBy: inviterId === null ? null : { accountId: inviterId, email: inviterEmail },
    balances: { ...held },
    arrears,
    group,
    groupPrices: group === null ? [] : await groupPrices(db, group, now.getTime()),
    ...sums,
  };
}

async function factsOf(db: Db, accountId: string): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select ${holderColumns}, case when a.closed_at is null then a.secure_email end as "secureEmail",
      a.email_verified_at is not null as "emailVerified", ${customerState} as status, a.lang,
      a.created_at as "createdAt", a.last_login_at as "lastLoginAt",
      a.disabled_at as "disabledAt", a.disabled_reason as "disabledReason",
      a.closed_at as "closedAt", a.invite_code as "inviteCode", i.id as "inviterId",
      case when i.closed_at is null then i.email end as "inviterEmail"
    from account a left join account i on i.id = a.invited_by where a.id = ${accountId}`.execute(
    db,
  );
  if (!rows[0]) throw new Error("an account that was found has to be there");
  return rows[0];
}

const THIRTY_DAYS_MS = 30 * 86_400_000;

async function sumsOf(db: Db, id: string, now: Date): Promise<Sums> {
  const since = new Date(now.getTime() - THIRTY_DAYS_MS);
  const { rows } = await sql<Sums>`
    select
      (select coalesce(sum(amount_cents), 0)::bigint from shop_order
        where account_id = ${id} and paid_at is not null) as "paidCents",
      (select coalesce(sum(cents), 0)::bigint from refund
        where account_id = ${id} and undone_at is null) as "refundedCents",
      (select coalesce(sum(up_bytes + down_bytes), 0)::bigint from usage_hour
        where account_id = ${id} and hour >= ${since}) as "bytes30Days",
      jsonb_build_object(
        'orders', (select count(*) from shop_order where account_id = ${id}),
        'payments', (select count(*) from payment where account_id = ${id}),
        'refunds', (select count(*) from refund where account_id = ${id}),
        'disputes', (select count(*) from dispute where account_id = ${id}),
        'coupons', (select count(*) from coupon where account_id = ${id}),
        'subAccounts', (select count(*) from sub_account
          where account_id = ${id} and deleted_at is null),
        'staticIps', (select count(*) from static_ip
          where account_id = ${id} and released_at is null),
        'unlimitedPlans', (select count(*) from unlimited_plan
          where account_id = ${id} and released_at is null),
        'openedIps', (select count(*) from opened_ip
          where account_id = ${id} and deleted_at is null and expires_at > ${now}),
        'sessions', (select count(*) from session where account_id = ${id}),
        'apiKeys', (select count(*) from api_key where account_id = ${id}),
        'webhooks', (select count(*) from webhook where account_id = ${id}),
        'notes', (select count(*) from customer_note where account_id = ${id}),
        'invited', (select count(*) from account where invited_by = ${id})) as counts`.execute(db);
  if (!rows[0]) throw new Error("sums are always answered");
  return rows[0];
}
