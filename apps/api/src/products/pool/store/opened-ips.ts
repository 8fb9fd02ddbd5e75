/** Rows of opened IPs; `inventory/listening-port` stores their ports. */
import type { IpAuth, OpenedIp } from "@turnpike/contract/pool.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import { leasedPorts } from "../../../inventory/listening-port/store/leased-ports.ts";
import { listedMs } from "@turnpike/rules/pool.ts";

export interface OpenedRow {
  /** Also the id of its port. */
  id: string;
  account_id: string;
  exit_id: string;
  auth: IpAuth;
  by: OpenedIp["by"];
  opened_at: Date;
  expires_at: Date;
  /** When it was ended before its expiry. */
  deleted_at: Date | null;
  up_bytes: number;
  down_bytes: number;
  position: number;
  node_id: string;
  port: number;
  /** Whether a gateway listens on the port. */
  open: boolean;
}

/** The columns of a row with its port; the tables' aliases are `o` and `g`. */
export const openedColumns = sql`o.id, o.account_id, o.exit_id, o.auth, o.by, o.opened_at,
  o.expires_at, o.deleted_at, o.up_bytes, o.down_bytes, o.position, g.node_id, g.port,
  g.open`;
export const openedTables = sql`opened_ip o left join ${leasedPorts} g on g.id = o.id`;

export interface NewOpenedIp {
  id: string;
  accountId: string;
  exitId: string;
  auth: IpAuth;
  by: OpenedIp["by"];
  openingId: string;
  at: Date;
  expiresAt: Date;
}

/** Serializes an account's openings until the transaction ends. */
export async function lockOpeningsOf(tx: Tx, accountId: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(
      hashtextextended('openings ' || ${accountId}::text, 0))`.execute(tx);
}

/** Inserts rows so that newest-first lists keep the order of `opened`. */
export async function insertOpened(tx: Tx, opened: NewOpenedIp[]): Promise<void> {
  await sql`
    insert into opened_ip (id, account_id, exit_id, auth, by, opening_id, opened_at, expires_at)
    select id, "accountId", "exitId", auth, by, "openingId", at, "expiresAt"
    from rows from (jsonb_to_recordset(${JSON.stringify(opened)}::jsonb) as (id uuid,
      "accountId" uuid, "exitId" uuid, auth text, by text, "openingId" uuid, at timestamptz,
      "expiresAt" timestamptz)) with ordinality as given
    order by ordinality desc`.execute(tx);
}

/** The account's rows among `ids` that are not hidden, in no particular order. */
export async function findOpened(db: Db, accountId: string, ids: string[]): Promise<OpenedRow[]> {
  const { rows } = await sql<OpenedRow>`
    select ${openedColumns} from ${openedTables}
    where o.account_id = ${accountId} and o.id = any(${ids.filter(isUuid)}::uuid[])
      and not o.hidden`.execute(db);
  return rows;
}

/** Locks rows in the order of ids, as all code that locks several does, to avoid deadlocks. */
export async function lockOpened(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    select from opened_ip where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx);
}

/** Ends opened IPs before their expiry. */
export async function setDeleted(tx: Tx, ids: string[], now: Date): Promise<void> {
  await lockOpened(tx, ids);
  await sql`
    update opened_ip set deleted_at = ${now}
    where id = any(${ids}::uuid[]) and deleted_at is null`.execute(tx);
}

/** Hides opened IPs from lists. */
export async function setHidden(tx: Tx, ids: string[]): Promise<void> {
  await lockOpened(tx, ids);
  await sql`update opened_ip set hidden = true where id = any(${ids}::uuid[])`.execute(tx);
}

export interface RefundedIp {
  id: string;
  accountId: string;
  openingId: string;
}
/**
 * Ends and marks as refunded those of the opened IPs that have not ended and carried nothing.
 * Returns them.
 */
export async function markRefunded(tx: Tx, ids: string[], now: Date): Promise<RefundedIp[]> {
  await lockOpened(tx, ids);
  const { rows } = await sql<RefundedIp>`
    update opened_ip set deleted_at = ${now}, returned_at = ${now}
    where id = any(${ids}::uuid[]) and deleted_at is null
      and requests = 0 and up_bytes = 0 and down_bytes = 0
    returning id, account_id as "accountId", opening_id as "openingId"`.execute(tx);
  return rows;
}

/** The exit and authentication of opened IPs, which gateways need beside the port. */
export async function exitsOfOpened(
  db: Db,
  ids: string[],
): Promise<Map<string, { exitId: string; auth: IpAuth }>> {
  const { rows } = await sql<{ id: string; exitId: string; auth: IpAuth }>`
    select id, exit_id as "exitId", auth from opened_ip
    where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

export interface OpenedUse {
  openedIpId: string;
  upBytes: number;
  downBytes: number;
  requests: number;
}

/** Cap per opened IP and counter; 10 Gbps are 22 TB in five hours each way. */
const maxBytesOfIp = 200_000_000_000_000;

/** Adds use, summed per opened IP. Unknown ids are ignored. */
export async function addOpenedUse(tx: Tx, uses: OpenedUse[]): Promise<void> {
  if (uses.length === 0) return;
  await lockOpened(tx, [...new Set(uses.map(({ openedIpId }) => openedIpId))]);
  await sql`
    update opened_ip o set
      up_bytes = least(o.up_bytes + least(u.up_bytes, ${maxBytesOfIp}), ${maxBytesOfIp}),
      down_bytes = least(o.down_bytes + least(u.down_bytes, ${maxBytesOfIp}), ${maxBytesOfIp}),
      requests = least(o.requests + least(u.requests, ${maxBytesOfIp}), ${maxBytesOfIp})
    from (select "openedIpId" as id, sum("upBytes") as up_bytes, sum("downBytes") as down_bytes,
        sum(requests) as requests
      from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as given ("openedIpId" uuid,
        "upBytes" bigint, "downBytes" bigint, requests bigint) group by 1) u
    where o.id = u.id`.execute(tx);
}

/** The owner of each opened IP and its start (milliseconds since 1970), including ended ones. */
export async function ownersOfOpened(
  tx: Tx,
  ids: string[],
): Promise<{ id: string; accountId: string; since: number }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; accountId: string; since: number }>`
    select id, account_id as "accountId", (extract(epoch from opened_at) * 1000)::bigint as since
    from opened_ip where id = any(${ids}::uuid[])`.execute(tx);
  return rows;
}

/** A subquery of the exit ids that an account has open at an instant. */
export function openExits(accountId: string, at: Date) {
  return sql`
    select exit_id from opened_ip
    where account_id = ${accountId} and deleted_at is null and expires_at > ${at}
      and opened_at > ${new Date(at.getTime() - listedMs)}`;
}
