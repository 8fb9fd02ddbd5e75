/** Which accounts registered with whose invite code. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** The account's inviter, and the account's own addresses. */
export async function findInvitation(tx: Tx, accountId: string) {
  const { rows } = await sql<{
    invited_by: string | null;
    email: string;
    secure_email: string | null;
  }>`select invited_by, email, secure_email from account where id = ${accountId}`.execute(tx);
  return rows[0];
}

export interface Invited {
  id: string;
  registeredAt: Date;
  /** Null if the account was closed. */
  email: string | null;
}

/** Counts the accounts that registered with an account's code, including closed ones. */
export async function countInvited(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from account where invited_by = ${accountId}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** A page of the invited accounts, newest first. */
export async function invitedPage(
  db: Db,
  accountId: string,
  { page, limit }: { page: number; limit: number },
): Promise<Invited[]> {
  const { rows } = await sql<Invited>`
    select id, created_at as "registeredAt", case when closed_at is null then email end as email
    from account where invited_by = ${accountId}
    order by created_at desc, id limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return rows;
}

/** Registrations by UTC day (`YYYY-MM-DD`) from an instant on; days without any are absent. */
export async function invitedByDay(
  db: Db,
  { accountId, from }: { accountId: string; from: Date },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; count: number }>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as count
    from account where invited_by = ${accountId} and created_at >= ${from} group by 1`.execute(db);
  return new Map(rows.map(({ day, count }) => [day, count]));
}
