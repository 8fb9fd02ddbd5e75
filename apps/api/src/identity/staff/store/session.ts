/** The table of staff sessions. */
import type { StaffRole } from "@turnpike/rules/staff.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface StaffSession {
  sessionId: string;
  staffId: string;
  email: string;
  role: StaffRole;
  mfaBound: boolean;
  createdAt: Date;
  lastSeenAt: Date;
  /** When the second factor was proved last: at sign-in, or since. */
  provedAt: Date;
}

async function findWhere(db: Db, which: RawBuilder<boolean>): Promise<StaffSession | null> {
  const { rows } = await sql<StaffSession>`
    select s.id as "sessionId", p.id as "staffId", p.email, p.role,
      p.mfa_bound_at is not null as "mfaBound", s.created_at as "createdAt",
      s.last_seen_at as "lastSeenAt", coalesce(s.proved_at, s.created_at) as "provedAt"
    from staff_session s join staff p on p.id = s.staff_id
    where ${which} and p.disabled_at is null`.execute(db);
  return rows[0] ?? null;
}

/** The session with this token hash, unless its staff member is disabled. */
export const findStaffSession = (db: Db, hash: Buffer): Promise<StaffSession | null> =>
  findWhere(db, sql<boolean>`s.token_hash = ${hash}`);

/** The session with this id, unless its staff member is disabled. */
export const findStaffSessionById = (db: Db, id: string): Promise<StaffSession | null> =>
  findWhere(db, sql<boolean>`s.id = ${id}`);

export async function insertStaffSession(
  tx: Tx,
  row: { id: string; staffId: string; hash: Buffer; ip: string; agent: string; at: Date },
): Promise<void> {
  await sql`
    insert into staff_session (id, staff_id, token_hash, ip, agent, created_at, last_seen_at)
    values (${row.id}, ${row.staffId}, ${row.hash}, ${row.ip}, ${row.agent}, ${row.at}, ${row.at})
  `.execute(tx);
}

export async function touchStaffSession(db: Db, id: string, at: Date): Promise<void> {
  await sql`
    update staff_session set last_seen_at = ${at} where id = ${id} and last_seen_at < ${at}
  `.execute(db);
}

export async function setStaffProved(db: Db, id: string, at: Date): Promise<void> {
  await sql`update staff_session set proved_at = ${at} where id = ${id}`.execute(db);
}

export async function deleteStaffSession(db: Db | Tx, id: string): Promise<void> {
  await sql`delete from staff_session where id = ${id}`.execute(db);
}

/** Ends a staff member's sessions, except one if given; returns how many. */
export async function deleteStaffSessions(
  tx: Tx,
  staffId: string,
  except: string | null = null,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from staff_session where staff_id = ${staffId}
      and (${except}::uuid is null or id <> ${except})`.execute(tx);
  return Number(numAffectedRows);
}

/** Deletes sessions idle since `idleSince` or started before `begunBefore`. */
export async function deleteEndedStaffSessions(
  db: Db,
  { idleSince, begunBefore }: { idleSince: Date; begunBefore: Date },
): Promise<void> {
  await sql`
    delete from staff_session
    where last_seen_at < ${idleSince} or created_at < ${begunBefore}`.execute(db);
}
