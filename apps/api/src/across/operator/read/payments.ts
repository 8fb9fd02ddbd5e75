/** Orders, payments and arrears of all customers or of one. */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import { likePattern, holderColumns, type Page, type Paged, readPage } from "./paging.ts";

/** The part of a payment that belongs to no account and has not been paid back yet. */
export const unclaimedCents = sql`(p.unclaimed_cents - coalesce((
  select sum(r.unclaimed_cents) from refund r
  where r.payment_id = p.id and r.booked_at is not null and r.undone_at is null), 0))::bigint`;

export interface ListedOrder {
  accountId: string;
  email: string | null;
  orderNo: string;
  at: Date;
  paidAt: Date | null;
  sku: string;
  kind: string;
  quantity: number;
  amountCents: number;
  discountCents: number;
  refundedCents: number;
  method: string;
  status: string;
  renewal: boolean;
  apiKeyName: string | null;
}

interface ListFilter {
  accountId?: string | undefined;
  search?: string | undefined;
  status?: string | undefined;
  from?: Date | undefined;
  /** Exclusive end. */
  before?: Date | undefined;
}

/** Conditions on the rows of a table. */
function filterConditions(
  alias: string,
  { accountId, status, from, before }: ListFilter,
): RawBuilder<unknown>[] {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return [
    ...(accountId === undefined ? [] : [sql`${column("account_id")} = ${accountId}`]),
    ...(status === undefined ? [] : [sql`${column("status")} = ${status}`]),
    ...(from === undefined ? [] : [sql`${column("created_at")} >= ${from}`]),
    ...(before === undefined ? [] : [sql`${column("created_at")} < ${before}`]),
  ];
}

/** The newest 1,000 accounts whose e-mail address contains a text. */
export const accountsFound = (text: string) => sql`
  select id from account where closed_at is null and email like ${likePattern(text.toLowerCase())}
  order by created_at desc limit 1000`;

/** Orders by number or by the account's e-mail; only indexed columns, as there may be millions. */
const ordersFound = (text: string) => sql`
  select id from shop_order where order_no in (${text}, ${text.toUpperCase()})
  union select id from shop_order where account_id in (${accountsFound(text)})`;

/** Payments by id, provider reference, order number, or the account's e-mail. */
const paymentsFound = (text: string) => sql`
  select id from payment where provider_ref = ${text}
  ${isUuid(text) ? sql`union select id from payment where id = ${text}` : sql``}
  union select p.id from payment p join shop_order o on o.id = p.order_id
    where o.order_no in (${text}, ${text.toUpperCase()})
  union select id from payment where account_id in (${accountsFound(text)})`;

const newest = (alias: string) => sql`${sql.ref(`${alias}.position`)} desc`;

/** Returns a page of orders, newest first. */
export function listOrders(
  db: Db,
  { kind, search, ...span }: Page & ListFilter & { kind?: string | undefined },
): Promise<Paged<ListedOrder>> {
  return readPage(db, {
    ...span,
    columns: sql`${holderColumns}, o.order_no as "orderNo", o.created_at as at, o.paid_at as "paidAt",
      o.sku, o.kind, o.quantity, o.amount_cents as "amountCents",
      o.discount_cents as "discountCents", o.refunded_cents as "refundedCents", o.method, o.status,
      o.renewal, o.api_key_name as "apiKeyName"`,
    from: sql`shop_order o join account a on a.id = o.account_id`,
    where: [
      ...filterConditions("o", span),
      ...(kind === undefined ? [] : [sql`o.kind = ${kind}`]),
      ...(search === undefined ? [] : [sql`o.id in (${ordersFound(search)})`]),
    ],
    order: newest("o"),
  });
}

export interface ListedPayment {
  accountId: string;
  email: string | null;
  id: string;
  at: Date;
  paidAt: Date | null;
  provider: string;
  method: string;
  status: string;
  amountCents: number;
  receivedCents: number;
  creditedCents: number;
  bonusCents: number;
  unclaimedCents: number;
  orderNo: string | null;
  providerRef: string | null;
}

/** Returns a page of payments, newest first; with `unclaimed`, only those to be paid back. */
export function listPayments(
  db: Db,
  {
    unclaimed = false,
    wrong = false,
    method,
    search,
    ...span
  }: Page &
    ListFilter & {
      unclaimed?: boolean;
      wrong?: boolean | undefined;
      method?: string | undefined;
    },
): Promise<Paged<ListedPayment>> {
  return readPage(db, {
    ...span,
    columns: sql`${holderColumns}, p.id, p.created_at as at, p.paid_at as "paidAt", p.provider,
      p.method, p.status, p.amount_cents as "amountCents", p.received_cents as "receivedCents",
      p.credited_cents as "creditedCents", p.credited_bonus_cents as "bonusCents",
      ${unclaimedCents} as "unclaimedCents", o.order_no as "orderNo",
      p.provider_ref as "providerRef"`,
    from: sql`payment p join account a on a.id = p.account_id
      left join shop_order o on o.id = p.order_id`,
    where: [
      ...filterConditions("p", span),
      ...(method === undefined ? [] : [sql`p.method = ${method}`]),
      ...(wrong ? [sql`p.received_cents > 0 and p.received_cents <> p.amount_cents`] : []),
      ...(unclaimed ? [sql`p.unclaimed_cents > 0 and ${unclaimedCents} > 0`] : []),
      ...(search === undefined ? [] : [sql`p.id in (${paymentsFound(search)})`]),
    ],
    order: newest("p"),
  });
}

export interface InArrears {
  accountId: string;
  email: string | null;
  cents: number;
  since: Date | null;
}

/** Returns a page of accounts with wallet debts, the oldest debt first. */
export function listArrears(db: Db, page: Page): Promise<Paged<InArrears>> {
  return readPage(db, {
    ...page,
    columns: sql`${holderColumns}, d.cents, d.since`,
    from: sql`debt d join account a on a.id = d.account_id`,
    where: [sql`d.asset = 'wallet'`, sql`d.cents > 0`],
    order: sql`d.since nulls last, d.account_id`,
  });
}
