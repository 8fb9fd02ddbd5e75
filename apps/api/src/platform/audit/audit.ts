/**
 * The append-only log of what the operator's staff and command line do (spec/console#audit-log).
 * Each entry has a keyed hash of itself and of the previous entry's hash: a changed, removed or
 * inserted row breaks the chain, and it cannot be repaired without the installation's key. The head
 * has a proof of its own, so that the end of the log cannot be cut off together with it.
 */
import type { Db, Tx } from "../db/database.ts";
import type { Services } from "../services.ts";
import {
  type AuditHead,
  type AuditRow,
  entriesAfter,
  insertEntry,
  lockHead,
  readHead,
} from "./store.ts";

/** Who performs an action. */
export interface Actor {
  /** The e-mail address of a staff member, `cli` or `system`. */
  name: string;
  staffId: string | null;
  /** The client's IP address; empty for the command line. */
  ip: string;
  agent: string;
}

/** The operator's command line. */
export const commandLine: Actor = { name: "cli", staffId: null, ip: "", agent: "operator" };

export interface AuditEntry {
  /** The action, such as `account.disable`. */
  action: string;
  /** The object of the action: an id, a name or an address. */
  subject: string;
  /** The customer concerned. */
  accountId?: string | null | undefined;
  before?: unknown;
  after?: unknown;
  reason?: string | null | undefined;
}

const jsonOf = (value: unknown) =>
  value === undefined || value === null ? null : JSON.stringify(value);

/** Removes what PostgreSQL does not accept in text. */
const storable = (text: string) => text.replaceAll("\u0000", "").toWellFormed();

/**
 * Appends an entry in the transaction of the change that it records, so that neither exists without
 * the other. Call it last: other appends wait from here until the commit.
 */
export async function appendAudit(
  services: Pick<Services, "seal" | "world">,
  tx: Tx,
  actor: Actor,
  entry: AuditEntry,
): Promise<void> {
  const head = await lockHead(tx);
  const row: AuditRow = {
    id: head.lastId + 1,
    at: new Date(services.world.now()),
    actor: actor.name,
    staffId: actor.staffId,
    ip: actor.ip,
    agent: storable(actor.agent),
    action: entry.action,
    subject: storable(entry.subject),
    accountId: entry.accountId ?? null,
    before: jsonOf(entry.before),
    after: jsonOf(entry.after),
    reason: storable(entry.reason ?? ""),
  };
  const hash = hashOf(services, head.hash, row);
  const proof = (await isHeadIntact(services, tx, head)) ? proofOf(services, row.id, hash) : null;
  await insertEntry(tx, { ...row, hash }, proof);
}

type WithSeal = Pick<Services, "seal">;

function hashOf({ seal }: WithSeal, before: string, row: AuditRow): string {
  // If the first entry is hashed this way, all later heads had proofs.
  return seal.lookups("auditEntry", `${row.id === 1 ? "proved " : ""}${textOf(before, row)}`)[1];
}

/** The hash of the first entry of a log that was begun before there were proofs. */
const hashBeforeProofs = ({ seal }: WithSeal, row: AuditRow) =>
  seal.lookups("auditEntry", textOf("", row))[1];

function textOf(before: string, row: AuditRow): string {
  const { id, at, actor, staffId, ip, agent, action, subject, accountId, reason } = row;
  const whole = [id, at.toISOString(), actor, staffId, ip, agent, action, subject, accountId];
  return JSON.stringify([before, ...whole, row.before, row.after, reason]);
}

const proofOf = ({ seal }: WithSeal, id: number, hash: string) =>
  seal.lookups("auditEnd", `${id} ${hash}`)[1];

/**
 * Whether the entry that the head's proof is about still exists. Without a proof: whether the log
 * is empty or was begun before there were proofs. A truncated log gets no new proof, so that the
 * truncation is detected for ever.
 */
async function isHeadIntact(services: WithSeal, db: Db | Tx, head: AuditHead): Promise<boolean> {
  const { lastId, hash, provedId, proof } = head;
  if (provedId === null) {
    const [first] = lastId === 0 ? [] : await entriesAfter(db, 0, 1);
    return (
      lastId === 0 || (first !== undefined && first.hash === hashBeforeProofs(services, first))
    );
  }
  if (provedId > lastId) return false;
  const [entry] = provedId === lastId ? [{ hash }] : await entriesAfter(db, provedId - 1, 1);
  return entry !== undefined && proofOf(services, provedId, entry.hash) === proof;
}

const BATCH_SIZE = 1_000;

export interface AuditVerification {
  ok: boolean;
  entries: number;
  /** The first inconsistency; null if there is none. */
  difference: string | null;
}

/** Recomputes the whole chain, and compares its end with the head. */
export async function verifyAudit(
  services: Pick<Services, "seal"> & { db: Db },
): Promise<AuditVerification> {
  const { db } = services;
  // Read first: entries appended meanwhile are beyond this head.
  const head = await readHead(db);
  let last = { id: 0, hash: "" };
  const wrong = (difference: string) => ({ ok: false, entries: last.id, difference });
  if (!head) return wrong("the audit log has no head");
  while (last.id < head.lastId) {
    const rows = await entriesAfter(db, last.id, Math.min(BATCH_SIZE, head.lastId - last.id));
    if (rows.length === 0) return wrong(`audit log: entry ${last.id + 1} is missing`);
    for (const row of rows) {
      if (row.id !== last.id + 1) return wrong(`audit log: entry ${last.id + 1} is missing`);
      const isFirst = row.id === 1 && hashBeforeProofs(services, row) === row.hash;
      if (!isFirst && hashOf(services, last.hash, row) !== row.hash)
        return wrong(`audit log: entry ${row.id} was changed`);
      last = { id: row.id, hash: row.hash };
    }
  }
  if (last.hash !== head.hash) return wrong("audit log: its end is not the one that was written");
  if (!(await isHeadIntact(services, db, head)))
    return wrong(`audit log: it was cut off after entry ${last.id}`);
  const [beyond] = await entriesAfter(db, head.lastId, 1);
  const now = beyond && (await readHead(db));
  if (beyond && now && now.lastId <= head.lastId)
    return wrong(`audit log: entry ${beyond.id} was added past the log`);
  return { ok: true, entries: last.id, difference: null };
}
