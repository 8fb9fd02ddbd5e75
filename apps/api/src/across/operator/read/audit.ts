/** Reads the audit log for the console and the command line. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { likePattern, type Page, type Paged, readPage } from "./paging.ts";

interface Row {
  id: number;
  at: Date;
  actor: string;
  staffId: string | null;
  ip: string;
  action: string;
  subject: string;
  accountId: string | null;
  email: string | null;
  before: string | null;
  after: string | null;
  reason: string;
}
export type ListedEntry = Omit<Row, "before" | "after"> & { before: unknown; after: unknown };

export interface AuditQuery extends Page {
  actor?: string | undefined;
  /** With a dot at the end: all actions of the group. */
  action?: string | undefined;
  accountId?: string | undefined;
  search?: string | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
}

/** Returns a page of entries, newest first. */
export async function listAudit(
  db: Db,
  { actor, action, accountId, search, from, before, ...page }: AuditQuery,
): Promise<Paged<ListedEntry>> {
  const like = likePattern(search ?? "");
  const group = action?.endsWith(".") ? `${action.replace(/[\\%_]/g, "\\$&")}%` : null;
  const found = await readPage<Row>(db, {
    ...page,
    columns: sql`l.id, l.at, l.actor, l.staff_id as "staffId", l.ip, l.action, l.subject,
      l.account_id as "accountId", case when a.closed_at is null then a.email end as email,
      l.before, l.after, l.reason`,
    from: sql`audit_log l left join account a on a.id = l.account_id`,
    where: [
      ...(actor === undefined ? [] : [sql`l.actor = ${actor.toLowerCase()}`]),
      ...(action === undefined
        ? []
        : [group === null ? sql`l.action = ${action}` : sql`l.action like ${group}`]),
      ...(accountId === undefined ? [] : [sql`l.account_id = ${accountId}`]),
      ...(search === undefined
        ? []
        : [
            sql`(l.subject ilike ${like} or l.reason ilike ${like} or l.actor ilike ${like}
            or l.ip = ${search} or l.after ilike ${like} or l.before ilike ${like})`,
          ]),
      ...(from === undefined ? [] : [sql`l.at >= ${from}`]),
      ...(before === undefined ? [] : [sql`l.at < ${before}`]),
    ],
    order: sql`l.id desc`,
  });
  const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
  const items = found.items.map((row) => ({
    ...row,
    before: parsed(row.before),
    after: parsed(row.after),
  }));
  return { ...found, items };
}

/** All actions that occur in the log. */
export async function auditActions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select distinct action from audit_log order by action limit 200`.execute(db);
  return rows.map(({ action }) => action);
}
