/** The tables of teams: members, invitations, and what people did. */
import type { TeamRole } from "@turnpike/rules/team.ts";
import { sql } from "kysely";
import { deleteKeysOfMember } from "../api-key/store.ts";
import type { Db, Tx } from "../../platform/db/database.ts";

export interface MemberRow {
  id: string;
  accountId: string;
  personId: string;
  role: TeamRole;
  addedAt: Date;
  email: string;
  accountEmail: string;
  accountDisabledAt: Date | null;
  mfaBound: boolean;
  sessions: number;
  lastSeenAt: Date | null;
}

const memberColumns = sql`id, account_id as "accountId", person_id as "personId", role,
  added_at as "addedAt", email, account_email as "accountEmail",
  account_disabled_at as "accountDisabledAt", mfa_bound as "mfaBound", sessions,
  last_seen_at as "lastSeenAt"`;

/** The members of an account's team, in order of their addition. */
export async function membersOf(db: Db | Tx, accountId: string): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select ${memberColumns} from team_facts where account_id = ${accountId}
    order by added_at, id limit 200`.execute(db);
  return rows;
}

/** The teams of others that a person belongs to, whose accounts are not disabled. */
export async function teamsOf(db: Db | Tx, personId: string): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select ${memberColumns} from team_facts
    where person_id = ${personId} and account_disabled_at is null
    order by added_at, id limit 200`.execute(db);
  return rows;
}

/** All memberships of a person, in disabled accounts too. */
async function membershipIdsOf(tx: Tx, personId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from team_member where person_id = ${personId} order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function findMember(db: Db | Tx, id: string): Promise<MemberRow | null> {
  const { rows } = await sql<MemberRow>`
    select ${memberColumns} from team_facts where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Keeps a member from being removed, and the role from being changed, until the commit. */
export async function lockMember(tx: Tx, id: string): Promise<{ role: TeamRole } | null> {
  const { rows } = await sql<{ role: TeamRole }>`
    select role from team_member where id = ${id} for share`.execute(tx);
  return rows[0] ?? null;
}

/** Returns false if the person is a member already. */
export async function insertMember(
  tx: Tx,
  member: { id: string; accountId: string; personId: string; role: TeamRole; at: Date },
): Promise<boolean> {
  const { id, accountId, personId, role, at } = member;
  const { numAffectedRows = 0n } = await sql`
    insert into team_member (id, account_id, person_id, role, added_at)
    values (${id}, ${accountId}, ${personId}, ${role}, ${at})
    on conflict (account_id, person_id) do nothing`.execute(tx);
  return numAffectedRows > 0n;
}

export async function setMemberRole(tx: Tx, id: string, role: TeamRole): Promise<void> {
  await sql`update team_member set role = ${role} where id = ${id}`.execute(tx);
}

/** Deletes a member, whose sessions and keys in the account end with the row. */
export async function deleteMember(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from team_member where id = ${id}`.execute(tx);
  return numAffectedRows > 0n;
}

/** Ends the keys that a person made for the accounts of others. */
export async function deleteKeysOfPerson(tx: Tx, personId: string): Promise<void> {
  for (const memberId of await membershipIdsOf(tx, personId))
    await deleteKeysOfMember(tx, memberId);
}

/** Counts an account's members and open invitations, without the one to `email`. */
export async function countTeam(
  tx: Tx,
  { accountId, email, now }: { accountId: string; email: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (
      (select count(*) from team_member where account_id = ${accountId}) +
      (select count(*) from team_invitation
       where account_id = ${accountId} and email <> ${email} and expires_at > ${now})
    )::integer as count`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Counts the teams that a person belongs to. */
export async function countTeams(tx: Tx, personId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from team_member where person_id = ${personId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export interface InvitationRow {
  id: string;
  accountId: string;
  email: string;
  role: TeamRole;
  invitedAt: Date;
  expiresAt: Date;
}

const invitationColumns = sql`id, account_id as "accountId", email, role,
  invited_at as "invitedAt", expires_at as "expiresAt"`;

/** Stores an invitation; an earlier one to the address stops working. */
export async function saveInvitation(
  tx: Tx,
  invitation: InvitationRow & { tokenHash: Buffer },
): Promise<void> {
  const { id, accountId, email, role, tokenHash, invitedAt, expiresAt } = invitation;
  await sql`
    insert into team_invitation (id, account_id, email, role, token_hash, invited_at, expires_at)
    values (${id}, ${accountId}, ${email}, ${role}, ${tokenHash}, ${invitedAt}, ${expiresAt})
    on conflict (account_id, email) do update set id = excluded.id, role = excluded.role,
      token_hash = excluded.token_hash, invited_at = excluded.invited_at,
      expires_at = excluded.expires_at`.execute(tx);
}

/** An account's invitations that can still be accepted, newest first. */
export async function invitationsOf(
  db: Db | Tx,
  accountId: string,
  now: Date,
): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select ${invitationColumns} from team_invitation
    where account_id = ${accountId} and expires_at > ${now}
    order by invited_at desc, id limit 200`.execute(db);
  return rows;
}

/** The invitation of a token, unless it has expired. */
export async function findInvitation(
  db: Db | Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<InvitationRow | null> {
  const { rows } = await sql<InvitationRow>`
    select ${invitationColumns} from team_invitation
    where token_hash = ${tokenHash} and expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}

/** Uses an invitation up; false if it is gone, or was mailed anew. */
export async function takeInvitation(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from team_invitation where token_hash = ${tokenHash}`.execute(tx);
  return numAffectedRows > 0n;
}

/** Deletes an account's invitation; returns its role, or null if it is gone. */
export async function deleteInvitation(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
): Promise<TeamRole | null> {
  const { rows } = await sql<{ role: TeamRole }>`
    delete from team_invitation where account_id = ${accountId} and id = ${id}
    returning role`.execute(tx);
  return rows[0]?.role ?? null;
}

/**
 * The most entries of an account. Beyond, the oldest of what somebody did most often are deleted: who
 * repeats a harmless call for long enough must not push out what else was done.
 */
const maxActs = 10_000;

export async function insertAct(
  db: Db | Tx,
  act: {
    id: string;
    accountId: string;
    personId: string;
    at: Date;
    call: string;
    subject: string;
    ip: string;
  },
): Promise<void> {
  const { id, accountId, personId, at, call, subject, ip } = act;
  await sql`
    insert into team_act (id, account_id, person_id, at, call, subject, ip)
    values (${id}, ${accountId}, ${personId}, ${at}, ${call}, ${subject}, ${ip})`.execute(db);
  await sql`
    delete from team_act
    where (select count(*) from (
        select from team_act where account_id = ${accountId} limit ${maxActs + 1}) as kept) > ${maxActs}
      and id in (
        select a.id from team_act a join (
          select person_id, call from team_act where account_id = ${accountId}
          group by person_id, call order by count(*) desc limit 1) as most using (person_id, call)
        where a.account_id = ${accountId} order by a.at limit 100)`.execute(db);
}

interface ActRow {
  at: Date;
  email: string;
  call: string;
  subject: string;
  ip: string;
}

/** A page of what people of a team did, newest first, and the number of entries. */
export async function actsOf(
  db: Db,
  { accountId, page, limit }: { accountId: string; page: number; limit: number },
): Promise<{ rows: ActRow[]; total: number }> {
  const [{ rows }, counted] = await Promise.all([
    sql<ActRow>`
      select at, email, call, subject, ip from team_act_facts
      where account_id = ${accountId}
      order by at desc, id limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ count: number }>`
      select count(*)::integer as count from team_act where account_id = ${accountId}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.count ?? 0 };
}

/** Deletes invitations that have expired, and entries older than an instant. */
export async function deleteOldTeamRows(db: Db, now: Date, actsBefore: Date): Promise<void> {
  await sql`delete from team_invitation where expires_at <= ${now}`.execute(db);
  await sql`delete from team_act where at < ${actsBefore}`.execute(db);
}

/** Deletes the teams of accounts, and takes their people out of the teams of others. */
export async function deleteTeamsOf(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from team_invitation where account_id = any(${accountIds}::uuid[])`.execute(tx);
  await sql`delete from team_act where account_id = any(${accountIds}::uuid[])`.execute(tx);
  await sql`
    delete from team_member
    where account_id = any(${accountIds}::uuid[]) or person_id = any(${accountIds}::uuid[])`.execute(
    tx,
  );
}
