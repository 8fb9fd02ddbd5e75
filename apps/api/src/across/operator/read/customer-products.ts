/** What a customer has: products, and ways to sign in. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

const MOST = 200;
const EVENTS = 100;

interface SubAccountRow {
  id: string;
  name: string;
  enabled: boolean;
  usedBytes: number;
  createdAt: Date;
}
interface StaticRow {
  id: string;
  ip: string;
  country: string;
  term: string;
  startedAt: Date;
  expiresAt: Date;
  autoRenew: boolean;
  live: boolean;
}
interface PlanRow {
  id: string;
  orderNo: string;
  kind: string;
  region: string;
  quantity: number;
  expiresAt: Date;
  live: boolean;
}
interface OpenedRow {
  id: string;
  ip: string;
  openedAt: Date;
  expiresAt: Date;
  live: boolean;
}

/** A customer's products, the newest 200 of each kind. */
export async function productsOf(db: Db, accountId: string, now: Date) {
  const of = sql`account_id = ${accountId}`;
  const [subAccounts, staticIps, plans, openedIps] = await Promise.all([
    sql<SubAccountRow>`
      select id, name, enabled, used_bytes as "usedBytes", created_at as "createdAt"
      from sub_account where ${of} and deleted_at is null
      order by created_at desc, id limit ${MOST}`.execute(db),
    sql<StaticRow>`
      select id, host(ip) as ip, country, term, started_at as "startedAt",
        expires_at as "expiresAt", auto_renew as "autoRenew", released_at is null as live
      from static_ip where ${of} order by started_at desc, id limit ${MOST}`.execute(db),
    sql<PlanRow>`
      select id, order_no as "orderNo", kind, region, quantity, expires_at as "expiresAt",
        released_at is null as live
      from unlimited_plan where ${of} order by position desc limit ${MOST}`.execute(db),
    sql<OpenedRow>`
      select o.id, host(e.ip) as ip, o.opened_at as "openedAt", o.expires_at as "expiresAt",
        o.deleted_at is null and o.expires_at > ${now} as live
      from opened_ip o join exit e on e.id = o.exit_id
      where o.account_id = ${accountId} order by o.position desc limit ${MOST}`.execute(db),
  ]);
  return {
    subAccounts: subAccounts.rows,
    staticIps: staticIps.rows,
    plans: plans.rows,
    openedIps: openedIps.rows,
  };
}

interface SessionRow {
  id: string;
  ip: string;
  agent: string;
  createdAt: Date;
  lastSeenAt: Date;
}
interface EventRow {
  at: Date;
  event: string;
  ip: string;
  agent: string;
}
interface KeyRow {
  id: string;
  name: string;
  prefix: string;
  scopes: string[];
  lastUsedAt: Date | null;
  expiresAt: Date | null;
}
interface EntryRow {
  ip: string;
  subAccount: string;
  createdAt: Date;
}

/** A customer's sessions, sign-in events, API keys and whitelisted addresses. */
export async function securityOf(db: Db, accountId: string) {
  const of = sql`account_id = ${accountId}`;
  const [sessions, events, apiKeys, whitelist] = await Promise.all([
    sql<SessionRow>`
      select id, ip, agent, created_at as "createdAt", last_seen_at as "lastSeenAt"
      from session where ${of} order by last_seen_at desc, id limit ${MOST}`.execute(db),
    sql<EventRow>`
      select at, event, ip, agent from login_event where ${of}
      order by at desc limit ${EVENTS}`.execute(db),
    sql<KeyRow>`
      select id, name, prefix, scopes, last_used_at as "lastUsedAt", expires_at as "expiresAt"
      from api_key where ${of} order by position desc limit ${MOST}`.execute(db),
    sql<EntryRow>`
      select host(w.ip) as ip, s.name as "subAccount", w.created_at as "createdAt"
      from whitelist_entry w join sub_account s on s.id = w.sub_account_id
      where w.account_id = ${accountId}
      order by w.created_at desc, w.id limit ${MOST}`.execute(db),
  ]);
  return {
    sessions: sessions.rows,
    events: events.rows,
    apiKeys: apiKeys.rows,
    whitelist: whitelist.rows,
  };
}
