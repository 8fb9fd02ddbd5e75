/** The tables of abuse cases. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export type CaseState = "open" | "waiting" | "closed";
export type CaseEventKind = "opened" | "note" | "mail" | "waiting" | "reopened" | "closed";

export interface CaseRow {
  id: string;
  number: number;
  state: CaseState;
  title: string;
  reporter: string;
  exit: string | null;
  happenedAt: Date | null;
  target: string;
  accountId: string | null;
  holderId: string | null;
  requestId: string;
  createdAt: Date;
  updatedAt: Date;
  closedAt: Date | null;
}
export type NewCase = Omit<CaseRow, "number" | "state" | "updatedAt" | "closedAt">;
/** A language-independent text that the product itself adds to a case. */
export type CaseFacts =
  | { code: "found"; connections: number; accounts: number }
  | { code: "assigned"; accountId: string };

export interface CaseEvent {
  number: number;
  at: Date;
  kind: CaseEventKind;
  /** Empty if made on the command line. */
  author: string;
  /** The text a person wrote, or the facts as an English sentence. */
  text: string;
  /** Null if a person wrote the text. */
  facts: CaseFacts | null;
}

const columns = sql`
  id, number, state, title, reporter, host(exit_ip) as exit, happened_at as "happenedAt", target,
  account_id as "accountId", sub_account_id as "holderId", request_id as "requestId",
  created_at as "createdAt", updated_at as "updatedAt", closed_at as "closedAt"`;

export async function insertCase(tx: Tx, row: NewCase): Promise<CaseRow> {
  const { rows } = await sql<CaseRow>`
    insert into abuse_case (id, state, title, reporter, exit_ip, happened_at, target, account_id,
      sub_account_id, request_id, created_at, updated_at)
    values (${row.id}, 'open', ${row.title}, ${row.reporter}, ${row.exit}::inet, ${row.happenedAt},
      ${row.target}, ${row.accountId}, ${row.holderId}, ${row.requestId}, ${row.createdAt},
      ${row.createdAt})
    returning ${columns}`.execute(tx);
  return rows[0] as CaseRow;
}

/** Finds a case by number and locks it until the transaction ends; null if there is none. */
export async function lockCase(tx: Tx, number: number): Promise<CaseRow | null> {
  const { rows } = await sql<CaseRow>`
    select ${columns} from abuse_case where number = ${number} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function findCase(db: Db, number: number): Promise<CaseRow | null> {
  const { rows } = await sql<CaseRow>`
    select ${columns} from abuse_case where number = ${number}`.execute(db);
  return rows[0] ?? null;
}

/** Returns a page of cases, newest first. */
export async function pageOfCases(
  db: Db,
  filter: { state: CaseState | null; accountId: string | null; offset: number; limit: number },
): Promise<{ rows: CaseRow[]; total: number }> {
  const where = sql`(${filter.state}::text is null or state = ${filter.state})
    and (${filter.accountId}::uuid is null or account_id = ${filter.accountId})`;
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from abuse_case where ${where}`.execute(db);
  const { rows } = await sql<CaseRow>`
    select ${columns} from abuse_case where ${where}
    order by number desc limit ${filter.limit} offset ${filter.offset}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Sets the state of a locked case. */
export async function setCaseState(
  tx: Tx,
  { id, state, at }: { id: string; state: CaseState; at: Date },
): Promise<void> {
  await sql`
    update abuse_case set state = ${state}, updated_at = ${at},
      closed_at = ${state === "closed" ? at : null}
    where id = ${id}`.execute(tx);
}

/** Sets the account and holder that a locked case is about. */
export async function setCaseHolder(
  tx: Tx,
  holder: Pick<CaseRow, "id" | "accountId" | "holderId" | "requestId"> & { at: Date },
): Promise<void> {
  await sql`
    update abuse_case set account_id = ${holder.accountId}, sub_account_id = ${holder.holderId},
      request_id = ${holder.requestId}, updated_at = ${holder.at}
    where id = ${holder.id}`.execute(tx);
}

/** Appends an event to a locked case's history. */
export async function addCaseEvent(
  tx: Tx,
  event: Omit<CaseEvent, "number"> & { caseId: string },
): Promise<void> {
  await sql`
    insert into abuse_case_event (case_id, number, at, kind, author, text, facts)
    select ${event.caseId}, coalesce(max(number), 0) + 1, ${event.at}, ${event.kind},
      ${event.author}, ${event.text},
      ${event.facts === null ? null : JSON.stringify(event.facts)}::jsonb
    from abuse_case_event where case_id = ${event.caseId}`.execute(tx);
}

/** The newest `limit` events of a case, oldest first. */
export async function eventsOfCase(db: Db, caseId: string, limit: number): Promise<CaseEvent[]> {
  const { rows } = await sql<CaseEvent>`
    select number, at, kind, author, text, facts from abuse_case_event where case_id = ${caseId}
    order by number desc limit ${limit}`.execute(db);
  return rows.reverse();
}

/** Deletes up to `limit` cases that were closed before an instant. */
export async function deleteClosedCases(db: Db, before: Date, limit: number): Promise<void> {
  await sql`
    delete from abuse_case where id in (
      select id from abuse_case where state = 'closed' and closed_at < ${before}
      order by closed_at limit ${limit})`.execute(db);
}
