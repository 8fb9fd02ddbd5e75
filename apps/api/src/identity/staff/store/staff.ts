/** The tables of staff members. */
import type { StaffRole } from "@turnpike/rules/staff.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface StaffRow {
  id: string;
  email: string;
  role: StaffRole;
  passwordHash: string | null;
  secretSealed: string | null;
  mfaBoundAt: Date | null;
  createdAt: Date;
  lastSignInAt: Date | null;
  disabledAt: Date | null;
  /** Of the last sign-ins, the newest first. */
  networks: string[];
}

const columns = sql`id, email, role, password_hash as "passwordHash",
  mfa_secret_sealed as "secretSealed", mfa_bound_at as "mfaBoundAt", created_at as "createdAt",
  last_sign_in_at as "lastSignInAt", disabled_at as "disabledAt", networks`;

export async function anyStaff(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql`select from staff limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether any staff member has set a password, and so can sign in. */
export async function anyPassword(db: Db): Promise<boolean> {
  const { rows } = await sql`select from staff where password_hash is not null limit 1`.execute(db);
  return rows.length > 0;
}

export async function allStaff(db: Db): Promise<StaffRow[]> {
  const { rows } = await sql<StaffRow>`
    select ${columns} from staff order by position desc limit 1000`.execute(db);
  return rows;
}

export async function staffByEmail(db: Db | Tx, email: string): Promise<StaffRow | null> {
  const { rows } = await sql<StaffRow>`
    select ${columns} from staff where email = ${email}`.execute(db);
  return rows[0] ?? null;
}

export async function staffById(db: Db | Tx, id: string): Promise<StaffRow | null> {
  const { rows } = await sql<StaffRow>`
    select ${columns} from staff where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Locks all staff members, to serialize changes of permissions. */
export async function lockStaff(tx: Tx): Promise<StaffRow[]> {
  const { rows } = await sql<StaffRow>`
    select ${columns} from staff order by id for no key update`.execute(tx);
  return rows;
}

/** Returns false if another staff member has the address. */
export async function insertStaff(
  tx: Tx,
  { id, email, role, at }: { id: string; email: string; role: StaffRole; at: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into staff (id, email, role, created_at) values (${id}, ${email}, ${role}, ${at})
    on conflict (email) do nothing`.execute(tx);
  return numAffectedRows > 0n;
}

export async function setStaffEmail(tx: Tx, id: string, email: string): Promise<void> {
  await sql`update staff set email = ${email} where id = ${id}`.execute(tx);
}

export async function setRole(tx: Tx, id: string, role: StaffRole): Promise<void> {
  await sql`update staff set role = ${role} where id = ${id}`.execute(tx);
}

export async function setStaffDisabled(tx: Tx, id: string, at: Date | null): Promise<void> {
  await sql`update staff set disabled_at = ${at} where id = ${id}`.execute(tx);
}

export async function setStaffPasswordHash(tx: Tx, id: string, hash: string | null): Promise<void> {
  await sql`update staff set password_hash = ${hash} where id = ${id}`.execute(tx);
}

/** Records a sign-in; the last five networks count as known. */
export async function recordStaffSignIn(
  tx: Tx,
  { id, at, network }: { id: string; at: Date; network: string },
): Promise<void> {
  await sql`
    update staff set last_sign_in_at = ${at},
      networks = (array_prepend(${network}::text, array_remove(networks, ${network}::text)))[1:5]
    where id = ${id}`.execute(tx);
}

/** Replaces a staff member's link. */
export async function saveStaffLink(
  tx: Tx,
  { staffId, hash, expiresAt }: { staffId: string; hash: Buffer; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into staff_link (staff_id, token_hash, expires_at)
    values (${staffId}, ${hash}, ${expiresAt})
    on conflict (staff_id) do update
      set token_hash = excluded.token_hash, expires_at = excluded.expires_at`.execute(tx);
}

export interface StaffLink {
  staffId: string;
  expiresAt: Date;
}

export async function findStaffLink(db: Db, hash: Buffer): Promise<StaffLink | null> {
  const { rows } = await sql<StaffLink>`
    select staff_id as "staffId", expires_at as "expiresAt" from staff_link
    where token_hash = ${hash}`.execute(db);
  return rows[0] ?? null;
}

/** Uses up a link; null if it is gone. */
export async function takeStaffLink(tx: Tx, hash: Buffer): Promise<StaffLink | null> {
  const { rows } = await sql<StaffLink>`
    delete from staff_link where token_hash = ${hash}
    returning staff_id as "staffId", expires_at as "expiresAt"`.execute(tx);
  return rows[0] ?? null;
}

export async function deleteStaffLink(tx: Tx, staffId: string): Promise<void> {
  await sql`delete from staff_link where staff_id = ${staffId}`.execute(tx);
}
