/** The table of the staff's read-only views of accounts. */
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

interface NewView {
  id: string;
  accountId: string;
  staffId: string | null;
  staffSessionId: string | null;
  /** A staff member's e-mail address, or `cli`. */
  actor: string;
  linkHash: Buffer;
  linkExpiresAt: Date;
  createdAt: Date;
}

export async function insertView(tx: Tx, view: NewView): Promise<void> {
  await sql`
    insert into account_view (id, account_id, staff_id, staff_session_id, actor, link_hash,
      link_expires_at, created_at)
    values (${view.id}, ${view.accountId}, ${view.staffId}, ${view.staffSessionId}, ${view.actor},
      ${view.linkHash}, ${view.linkExpiresAt}, ${view.createdAt})`.execute(tx);
}

export interface View {
  id: string;
  accountId: string;
  staffId: string | null;
  staffSessionId: string | null;
  actor: string;
}

const columns = sql`id, account_id as "accountId", staff_id as "staffId",
  staff_session_id as "staffSessionId", actor`;

/** Uses up a link and stores its view's token. Null if the link was used before or has expired. */
export async function takeViewLink(
  tx: Tx,
  {
    linkHash,
    tokenHash,
    at,
    expiresAt,
  }: {
    linkHash: Buffer;
    tokenHash: Buffer;
    at: Date;
    expiresAt: Date;
  },
): Promise<View | null> {
  const { rows } = await sql<View>`
    update account_view set token_hash = ${tokenHash}, opened_at = ${at}, expires_at = ${expiresAt}
    where link_hash = ${linkHash} and opened_at is null and link_expires_at > ${at}
    returning ${columns}`.execute(tx);
  return rows[0] ?? null;
}

/** The unexpired view of a token. */
export async function findView(db: Db, tokenHash: Buffer, now: Date): Promise<View | null> {
  const { rows } = await sql<View>`
    select ${columns} from account_view
    where token_hash = ${tokenHash} and expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}

export async function endView(db: Db, id: string, now: Date): Promise<void> {
  await sql`
    update account_view set expires_at = ${now}
    where id = ${id} and expires_at > ${now}`.execute(db);
}

/** Deletes views that ended before an instant; the audit log keeps a record of them. */
export async function deleteEndedViews(db: Db, before: Date): Promise<void> {
  await sql`
    delete from account_view
    where link_expires_at < ${before} and coalesce(expires_at, link_expires_at) < ${before}`.execute(
    db,
  );
}

export async function deleteViewsOf(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from account_view where account_id = any(${accountIds}::uuid[])`.execute(tx);
}
