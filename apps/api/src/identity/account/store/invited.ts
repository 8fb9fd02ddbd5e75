/** Which accounts registered with whose invite code. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** The account's inviter, and the account's own addresses. */
export function findInvitation(tx: Tx, accountId: string) {
  return tx
    .selectFrom("account")
    .select(["invited_by", "email", "secure_email"])
    .where("id", "=", accountId)
    .executeTakeFirst();
}

export interface Invited {
  id: string;
  registeredAt: Date;
  /** Null if the account was closed. */
  email: string | null;
}

/** Counts the accounts that registered with an account's code, including closed ones. */
export async function countInvited(db: Db, accountId: string): Promise<number> {
  const { total } = await db
    .selectFrom("account")
    .select((select) => select.fn.countAll<number>().as("total"))
    .where("invited_by", "=", accountId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** A page of the invited accounts, newest first. */
export async function invitedPage(
  db: Db,
  accountId: string,
  { page, limit }: { page: number; limit: number },
): Promise<Invited[]> {
  const rows = await db
    .selectFrom("account")
    .select(["id", "created_at", "email", "closed_at"])
    .where("invited_by", "=", accountId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    registeredAt: row.created_at,
    email: row.closed_at === null ? row.email : null,
  }));
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
