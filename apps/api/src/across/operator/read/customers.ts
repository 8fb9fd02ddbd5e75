/** Searches for customers by anything that belongs to them (spec/console#customers). */
import { readCdkey } from "@turnpike/rules/cdkey.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { type RawBuilder, sql } from "kysely";
import { isUuid } from "../../../platform/db/uuid.ts";
import type { Services } from "../../../platform/services.ts";
import type { Db } from "../../../platform/db/database.ts";
import { lookupsOf } from "../../../products/cdkey/code.ts";
import { likePattern, holderColumns, type Page, type Paged, readPage } from "./paging.ts";

export type CustomerStatus = "active" | "disabled" | "arrears" | "closed";

const inArrears = sql`exists (select from debt d
  where d.account_id = a.id and d.asset = 'wallet' and d.cents > 0)`;

/** The state of an account, for a table `account` with the alias `a`. */
export const customerState = sql<CustomerStatus>`
  case when a.closed_at is not null then 'closed' when a.disabled_at is not null then 'disabled'
    when ${inArrears} then 'arrears' else 'active' end`;

const conditions: Record<CustomerStatus, RawBuilder<unknown>> = {
  closed: sql`a.closed_at is not null`,
  disabled: sql`a.disabled_at is not null and a.closed_at is null`,
  arrears: sql`a.disabled_at is null and ${inArrears}`,
  active: sql`a.disabled_at is null and not ${inArrears}`,
};

const orders = {
  createdAt: sql`a.created_at, a.id`,
  "-createdAt": sql`a.created_at desc, a.id desc`,
  lastLoginAt: sql`a.last_login_at nulls first, a.id`,
  "-lastLoginAt": sql`a.last_login_at desc nulls last, a.id desc`,
};
export type CustomerOrder = keyof typeof orders;

export interface CustomerRow {
  accountId: string;
  email: string | null;
  status: CustomerStatus;
  createdAt: Date;
  lastLoginAt: Date | null;
  walletCents: number;
  paidCents: number;
  emailVerified: boolean;
}

export interface CustomerQuery extends Page {
  search?: string | undefined;
  status?: CustomerStatus | undefined;
  sort?: CustomerOrder | undefined;
}

/** Returns a page of customers, newest first by default. */
export function listCustomers(
  db: Db,
  { search, status, sort = "-createdAt", ...page }: CustomerQuery,
): Promise<Paged<CustomerRow>> {
  return readPage(db, {
    ...page,
    columns: sql`${holderColumns}, ${customerState} as status, a.created_at as "createdAt",
      a.last_login_at as "lastLoginAt", a.email_verified_at is not null as "emailVerified",
      coalesce((select h.balance - h.pending from ledger_holding h
        where h.owner = a.id and h.asset = 'wallet'), 0) as "walletCents",
      coalesce((select sum(o.amount_cents) from shop_order o
        where o.account_id = a.id and o.paid_at is not null), 0)::bigint as "paidCents"`,
    from: sql`account a`,
    where: [
      ...(status === undefined ? [] : [conditions[status]]),
      ...(search === undefined ? [] : [matchesSearch(search)]),
    ],
    order: orders[sort],
  });
}

/** Each alternative uses an index; `a.id` is compared only if the text is a UUID. */
function matchesSearch(text: string): RawBuilder<unknown> {
  const like = likePattern(text.toLowerCase());
  const id = isUuid(text) ? sql`or a.id = ${text}` : sql``;
  return sql`a.closed_at is null and (a.email like ${like} or a.secure_email like ${like}
    or lower(a.invite_code collate "C") = ${text.toLowerCase()} ${id})`;
}

export interface FoundCustomer {
  accountId: string;
  email: string | null;
  by:
    | "email"
    | "account"
    | "inviteCode"
    | "subAccount"
    | "order"
    | "payment"
    | "cdkey"
    | "exit"
    | "address";
  found: string;
}

const MAX_FOUND = 50;

/** A query for one kind of match: rows of account_id and the matching text. */
const kindOf = (by: FoundCustomer["by"], rows: RawBuilder<unknown>) => sql`
  (select ${sql.lit(by)} as by, f.account_id, f.found from (${rows}) f limit ${MAX_FOUND})`;

/** Returns at most 50 matches, exact ones first. */
export async function searchCustomers(
  services: Pick<Services, "db" | "seal">,
  query: string,
): Promise<FoundCustomer[]> {
  const kinds = kindsOf(services, query.trim());
  const { rows } = await sql<FoundCustomer>`
    with found as (${sql.join(kinds, sql` union `)})
    select ${holderColumns}, by, found from found f join account a on a.id = f.account_id
    order by lower(found) <> ${query.toLowerCase()}, a.closed_at is not null, a.created_at desc, by, found
    limit ${MAX_FOUND}`.execute(services.db);
  return rows;
}

function kindsOf({ seal }: Pick<Services, "seal">, text: string): RawBuilder<unknown>[] {
  const ip = canonicalAddress(text);
  const cdkey = readCdkey(text);
  return [
    ...byWords(text),
    ...(isUuid(text) ? byId(text) : []),
    ...(ip === null ? [] : byAddress(ip)),
    ...(cdkey ? [byCdkey(lookupsOf(seal, cdkey))] : []),
  ];
}

const byId = (id: string) => [
  kindOf("account", sql`select id as account_id, id::text as found from account where id = ${id}`),
  kindOf("payment", sql`select account_id, id::text as found from payment where id = ${id}`),
];

/** A customer's static IP, or an address from which they connect. */
const byAddress = (ip: string) => [
  kindOf(
    "exit",
    sql`select account_id, host(ip) as found from static_ip
      where ip = ${ip}::inet and released_at is null`,
  ),
  kindOf(
    "address",
    sql`select distinct account_id, ${ip}::text as found from (
        select account_id from whitelist_entry where ip = ${ip}::inet
        union select account_id from login_event where ip = ${ip}
        union select account_id from session where ip = ${ip}) clients`,
  ),
];

const byCdkey = (lookups: string[]) =>
  kindOf(
    "cdkey",
    sql`select account_id, prefix as found from cdkey where lookup = any(${lookups}::text[])`,
  );

/** Exact and partial matches of an e-mail address; addresses are stored in lower case. */
function byEmail(text: string): RawBuilder<unknown>[] {
  const address = text.toLowerCase();
  const like = likePattern(address);
  const columns = [sql.ref("email"), sql.ref("secure_email")];
  return columns.flatMap((column) =>
    [sql`= ${address}`, sql`like ${like}`].map((condition) =>
      kindOf(
        "email",
        sql`select id as account_id, ${column} as found from account
          where closed_at is null and ${column} ${condition}`,
      ),
    ),
  );
}

function byWords(text: string): RawBuilder<unknown>[] {
  const begins = `${text.replace(/[\\%_]/g, "\\$&")}%`;
  return [
    ...byEmail(text),
    kindOf(
      "inviteCode",
      sql`select id as account_id, invite_code as found from account
        where lower(invite_code collate "C") = ${text.toLowerCase()}`,
    ),
    kindOf(
      "subAccount",
      sql`select account_id, name as found from sub_account
        where lower(name collate "C") like ${begins.toLowerCase()} and deleted_at is null`,
    ),
    kindOf(
      "order",
      sql`select account_id, order_no as found from shop_order
        where order_no = ${text.toUpperCase()} or order_no = ${text}`,
    ),
    kindOf(
      "payment",
      sql`select account_id, provider_ref as found from payment where provider_ref = ${text}`,
    ),
  ];
}
