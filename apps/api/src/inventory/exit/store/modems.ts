/** Modems: exits whose address changes when a link is called (spec/supply#modems). */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { ImportedExit } from "../read-csv.ts";

export interface NewModem {
  exitId: string;
  sealedRotateUrl: string;
  minSeconds: number;
}

/** Adds modems, or changes their link and interval; their address is read at once. */
export async function putModems(tx: Tx, modems: NewModem[], now: Date): Promise<void> {
  if (modems.length === 0) return;
  await sql`
    insert into modem as m (exit_id, sealed_rotate_url, min_seconds, due_at)
    select "exitId", "sealedRotateUrl", "minSeconds", ${now}
    from jsonb_to_recordset(${JSON.stringify(modems)}::jsonb)
      as given ("exitId" uuid, "sealedRotateUrl" text, "minSeconds" int)
    on conflict (exit_id) do update set sealed_rotate_url = excluded.sealed_rotate_url,
      min_seconds = excluded.min_seconds, due_at = excluded.due_at`.execute(tx);
}

/**
 * Gives live exits with the host, port and user of a modem its identity, so that the import finds
 * them. The address that they have is theirs until another one is read.
 */
export async function becomeModems(
  tx: Tx,
  modems: Pick<ImportedExit, "ip" | "host" | "port" | "user" | "product">[],
  now: Date,
): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(modems)}::jsonb)
        as row (ip inet, host text, port int, "user" text, product text)),
    before as (
      select distinct on (given.ip, given.product) e.id, e.ip, given.ip as identity
      from given join exit e on e.host = given.host and e.port = given.port
        and e.username = given."user" and e.product = given.product
      where e.retired_at is null and e.how <> 'local' and e.ip <> given.ip
        and not exists (select from exit other where other.ip = given.ip
          and other.product = given.product and other.retired_at is null)
      order by given.ip, given.product, e.taken_by is null, e.created_at),
    changed as (update exit set ip = before.identity from before where exit.id = before.id),
    known as (
      insert into modem_address (exit_id, address, after_at, from_at)
      select id, ip, ${now}, ${now} from before)
    insert into modem (exit_id, sealed_rotate_url, min_seconds, address, seen_at, due_at)
    select id, '', 1, ip, ${now}, ${now} from before`.execute(tx);
}

/** A modem as its address is read: through its own proxy. */
export interface DueModem {
  exitId: string;
  how: "http" | "socks5";
  host: string;
  port: number;
  user: string;
  sealed: string;
  /** The address that was read last; null if none was. */
  address: string | null;
  changingSince: Date | null;
}

/**
 * Claims modems whose address is to be read, until `lease`; no other process reads them then. Those
 * that change go first; retired ones are read no more.
 */
export async function claimDueModems(
  db: Db,
  { now, lease, limit }: { now: Date; lease: Date; limit: number },
): Promise<DueModem[]> {
  const { rows } = await sql<DueModem & { retired: boolean }>`
    update modem m set due_at = case when e.retired_at is null then ${lease}::timestamptz
      else 'infinity' end
    from exit e
    where e.id = m.exit_id and m.exit_id in (
      select exit_id from modem where due_at <= ${now}
      order by changing_since is null, due_at limit ${limit} for no key update skip locked)
    returning m.exit_id as "exitId", e.how, e.host, e.port, e.username as "user",
      e.sealed_password as sealed, host(m.address) as address,
      m.changing_since as "changingSince", e.retired_at is not null as retired`.execute(db);
  return rows.filter(({ retired }) => !retired);
}

/** Notes when a modem's address is read again, and why it could not be now, unless its link was called. */
export async function setUnread(
  db: Db,
  exitId: string,
  { due, trouble, since }: { due: Date; trouble: string | null; since: Date | null },
): Promise<void> {
  await sql`
    update modem set due_at = ${due}, trouble = coalesce(${trouble}, trouble)
    where exit_id = ${exitId} and changing_since is not distinct from ${since}`.execute(db);
}

/**
 * Writes the address that a modem has now; returns whether gateways are told another one than
 * before. Nothing is written if the link was called since it was read (`since`).
 */
export async function setAddress(
  tx: Tx,
  exitId: string,
  read: { address: string; now: Date; due: Date; since: Date | null },
): Promise<boolean> {
  const { address, now, due, since } = read;
  const { rows } = await sql<{ before: string | null; seenAt: Date | null; changing: Date | null }>`
    select host(address) as before, seen_at as "seenAt", changing_since as changing
    from modem where exit_id = ${exitId} and changing_since is not distinct from ${since}
    for no key update`.execute(tx);
  const [known] = rows;
  if (known === undefined) return false;
  await sql`
    update modem set address = ${address}::inet, seen_at = ${now}, due_at = ${due},
      changing_since = null, trouble = '' where exit_id = ${exitId}`.execute(tx);
  if (known.before === address && known.changing === null) return false;
  // Without a rotation nobody knows when it changed: some time after it was read the last time.
  const after = known.changing ?? known.seenAt ?? now;
  await endAddress(tx, exitId, after);
  await sql`
    insert into modem_address (exit_id, address, after_at, from_at)
    values (${exitId}, ${address}::inet, ${after}, ${now})
    on conflict (exit_id, from_at) do update set address = excluded.address, until_at = null`.execute(
    tx,
  );
  return true;
}

/** Ends the address that a modem has: later it is not known which one it had. */
export async function endAddress(tx: Tx, exitId: string, at: Date): Promise<void> {
  await sql`
    update modem_address set until_at = greatest(${at}, from_at)
    where exit_id = ${exitId} and until_at is null`.execute(tx);
}

/** Deletes at most `limit` addresses that ended before an instant; returns how many. */
export async function removeOldAddresses(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from modem_address where (exit_id, from_at) in (
      select exit_id, from_at from modem_address where until_at < ${before}
      limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
