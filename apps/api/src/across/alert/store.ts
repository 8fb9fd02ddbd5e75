/** The tables of alerts and their settings. */
import type { Thresholds } from "@turnpike/rules/alert.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import { holdingsOf, poolHoldings } from "../../ledger/balances.ts";
import type { Services } from "../../platform/services.ts";
import { endingThings } from "./ending.ts";

export type AlertKind = "traffic" | "wallet" | "expiry";

export interface Setting extends Thresholds {
  accountId: string;
  email: boolean;
}
export interface Alert {
  accountId: string;
  kind: AlertKind;
  /** What expires, such as `coupon:<id>`; of balances the pool, empty for the wallet and the first. */
  subject: string;
  /** The balance, or the time of expiry in ms since 1970. */
  value: number;
}

const settingColumns = sql.raw(`account_id as "accountId", email, traffic_bytes as "trafficBytes",
  wallet_cents as "walletCents", expiry_days as "expiryDays"`);

export async function findSetting(db: Db, accountId: string): Promise<Setting | null> {
  const { rows } = await sql<Setting>`
    select ${settingColumns} from alert_setting where account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

/** Locks accounts' settings until the transaction ends, which serializes updates of alerts. */
export async function lockSettings(tx: Tx, accountIds: string[]): Promise<Setting[]> {
  const { rows } = await sql<Setting>`
    select ${settingColumns} from alert_setting
    where account_id = any(${accountIds}::uuid[]) order by account_id for update`.execute(tx);
  return rows;
}

/** Locks and returns an account's setting, creating it from `defaults` if it has none. */
export async function ensureSetting(tx: Tx, defaults: Setting): Promise<Setting> {
  const { accountId, email } = defaults;
  await sql`
    insert into alert_setting (account_id, email) values (${accountId}, ${email})
    on conflict do nothing`.execute(tx);
  return (await lockSettings(tx, [accountId]))[0] ?? defaults;
}

export async function saveSetting(tx: Tx, setting: Setting): Promise<void> {
  const { accountId, email, trafficBytes, walletCents, expiryDays } = setting;
  await sql`
    update alert_setting set email = ${email}, traffic_bytes = ${trafficBytes},
      wallet_cents = ${walletCents}, expiry_days = ${expiryDays}
    where account_id = ${accountId}`.execute(tx);
}

/** The longest advance notice (contract `expiryDays`). */
const MAX_DAYS = 90;

/** Query of what is low or expires soon: account_id, kind, subject, value. Null: all accounts. */
function alertConditions(services: Pick<Services, "modules">, now: Date, among: string[] | null) {
  const ofAccounts = among === null ? sql`true` : sql`account_id = any(${among}::uuid[])`;
  const settings = sql`(
    select account_id, traffic_bytes, wallet_cents, expiry_days from alert_setting where ${ofAccounts})`;
  const things = sql`(
    select account_id, subject, ends_at, long, late from (${endingThings(services)}) t
    where ${ofAccounts})`;
  // The bound common to all rows lets an index find what expires soon.
  return sql`
    select s.account_id, 'traffic' as kind, '' as subject, coalesce(h.balance, 0) as value
    from ${settings} s left join (${holdingsOf("traffic")}) h on h.owner = s.account_id
    where s.traffic_bytes > coalesce(h.balance, 0)
    union all
    select s.account_id, 'traffic', h.pool, h.balance
    from ${settings} s join (${poolHoldings}) h on h.owner = s.account_id
    where s.traffic_bytes > h.balance
    union all
    select s.account_id, 'wallet', '', coalesce(h.balance, 0)
    from ${settings} s left join (${holdingsOf("wallet")}) h on h.owner = s.account_id
    where s.wallet_cents > coalesce(h.balance, 0)
    union all
    select s.account_id, 'expiry', e.subject, (extract(epoch from e.ends_at) * 1000)::bigint
    from ${settings} s join ${things} e on e.account_id = s.account_id
    where e.ends_at > ${now}::timestamptz
      and e.ends_at <= ${now}::timestamptz + ${MAX_DAYS} * interval '1 day'
      and e.ends_at <= ${now}::timestamptz + case
        when s.expiry_days * interval '1 day' >= e.long then e.late
        else s.expiry_days * interval '1 day' end`;
}

/** Accounts with an id above `after` whose alerts are out of date. */
export async function accountsToNotify(
  services: Pick<Services, "db" | "modules">,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct account_id as id
    from (${alertConditions(services, now, null)}) h full join alert a using (account_id, kind, subject)
    where (h.value is null or a.at is null) and account_id > ${after}::uuid
    order by 1 limit ${limit}`.execute(services.db);
  return rows.map((row) => row.id);
}

/** Deletes alerts that no longer apply. */
export async function endAlerts(
  services: Services,
  tx: Tx,
  accountIds: string[],
  now: Date,
): Promise<void> {
  await sql`
    delete from alert a where account_id = any(${accountIds}::uuid[]) and not exists (
      select from (${alertConditions(services, now, accountIds)}) h
      where (h.account_id, h.kind, h.subject) = (a.account_id, a.kind, a.subject))`.execute(tx);
}

/** Inserts new alerts and returns them, the soonest expiry first. */
export async function beginAlerts(
  services: Services,
  tx: Tx,
  accountIds: string[],
  now: Date,
): Promise<Alert[]> {
  const { rows } = await sql<Alert>`
    insert into alert (account_id, kind, subject, value, at)
    select account_id, kind, subject, value, ${now}::timestamptz
    from (${alertConditions(services, now, accountIds)}) h
    on conflict do nothing
    returning account_id as "accountId", kind, subject, value`.execute(tx);
  return rows.toSorted((a, b) => a.value - b.value);
}

async function hasAlerts(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from alert where account_id = ${accountId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns an account's active alerts, balances first, then by expiry; each row has the total. */
export async function alertsOf(
  services: Pick<Services, "db" | "modules">,
  { accountId, now, limit }: { accountId: string; now: Date; limit: number },
): Promise<(Alert & { at: Date; total: number })[]> {
  // Planning the large statement costs more than a whole call, and most accounts have none.
  if (!(await hasAlerts(services.db, accountId))) return [];
  const { rows } = await sql<Alert & { at: Date; total: number }>`
    select account_id as "accountId", kind, subject, h.value, a.at,
      count(*) over () as total
    from (${alertConditions(services, now, [accountId])}) h join alert a using (account_id, kind, subject)
    order by kind = 'expiry', h.value limit ${limit}`.execute(services.db);
  return rows;
}

/** Deletes the alerts and settings of accounts. */
export async function eraseAlerts(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from alert_setting where account_id = any(${accountIds}::uuid[])`.execute(tx);
  await sql`delete from alert where account_id = any(${accountIds}::uuid[])`.execute(tx);
}
