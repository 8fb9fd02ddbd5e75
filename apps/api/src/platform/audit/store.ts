/** The audit log's tables. Rows are only inserted: the database refuses updates and deletes. */
import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";

export interface AuditRow {
  id: number;
  at: Date;
  actor: string;
  staffId: string | null;
  ip: string;
  agent: string;
  action: string;
  subject: string;
  accountId: string | null;
  /** JSON text exactly as it was hashed. */
  before: string | null;
  after: string | null;
  reason: string;
}

export interface AuditHead {
  lastId: number;
  hash: string;
  /** An entry that the log must contain, and the proof of it; null if no proof was written yet. */
  provedId: number | null;
  proof: string | null;
  /** Null until the first entry is written with the audit log's own keys. */
  boundary: Boundary | null;
}

/** The entry up to which hashes of releases with one key for all purposes are accepted. */
export interface Boundary {
  id: number;
  /** When it was written, in milliseconds. */
  at: number;
  proof: string;
}

const columns = sql`last_id as "lastId", hash, proved_id as "provedId", proof,
  case when boundary_id is not null then jsonb_build_object(
    'id', boundary_id, 'at', boundary_at, 'proof', boundary_proof) end as boundary`;

/** Locks the end of the chain; other appends wait until this transaction ends. */
export async function lockHead(tx: Tx): Promise<AuditHead> {
  const { rows } = await sql<AuditHead>`
    select ${columns} from audit_head for no key update`.execute(tx);
  if (!rows[0]) throw new Error("the audit log has no head");
  return rows[0];
}

export async function readHead(db: Db | Tx): Promise<AuditHead | null> {
  const { rows } = await sql<AuditHead>`
    select ${columns} from audit_head`.execute(db);
  return rows[0] ?? null;
}

/** Lets acts of one kind on a subject run one after the other until their transactions end. */
export async function lockSubject(
  tx: Tx,
  { action, subject }: Pick<AuditRow, "action" | "subject">,
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`${action} ${subject}`}::text, 0))`.execute(tx);
}

/** The newest entry of an action on a subject; null if there is none. */
export async function lastOfSubject(
  tx: Tx,
  { action, subject, accountId }: Pick<AuditRow, "action" | "subject"> & { accountId: string },
): Promise<Pick<AuditRow, "actor" | "after" | "at"> | null> {
  const { rows } = await sql<Pick<AuditRow, "actor" | "after" | "at">>`
    select actor, after, at from audit_log
    where account_id = ${accountId} and action = ${action} and subject = ${subject}
    order by id desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** Stores the boundary; the end of the log gets a new proof unless `proof` is null. */
export async function saveBoundary(
  tx: Tx,
  { id, at, proof }: Boundary,
  proved: { id: number; proof: string } | null,
): Promise<void> {
  const end = proved === null ? sql`` : sql`, proved_id = ${proved.id}, proof = ${proved.proof}`;
  await sql`
    update audit_head set boundary_id = ${id}, boundary_at = ${at}, boundary_proof = ${proof}
      ${end}`.execute(tx);
}

/** Inserts an entry and makes it the end of the log, with a proof of that unless it is null. */
export async function insertEntry(
  tx: Tx,
  row: AuditRow & { hash: string },
  proof: string | null,
): Promise<void> {
  await sql`
    insert into audit_log (id, at, actor, staff_id, ip, agent, action, subject, account_id, before,
      after, reason, hash)
    values (${row.id}, ${row.at}, ${row.actor}, ${row.staffId}, ${row.ip}, ${row.agent},
      ${row.action}, ${row.subject}, ${row.accountId}, ${row.before}, ${row.after}, ${row.reason},
      ${row.hash})`.execute(tx);
  const proved = proof === null ? sql`` : sql`, proved_id = ${row.id}, proof = ${proof}`;
  await sql`update audit_head set last_id = ${row.id}, hash = ${row.hash} ${proved}`.execute(tx);
}

/** Entries above an id, in order. */
export async function entriesAfter(
  db: Db | Tx,
  id: number,
  limit: number,
): Promise<(AuditRow & { hash: string })[]> {
  const { rows } = await sql<AuditRow & { hash: string }>`
    select id, at, actor, staff_id as "staffId", ip, agent, action, subject,
      account_id as "accountId", before, after, reason, hash
    from audit_log where id > ${id} order by id limit ${limit}`.execute(db);
  return rows;
}
