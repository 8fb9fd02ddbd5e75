/**
 * The append-only log of what the operator's staff and command line do (spec/console#audit-log).
 * Each entry has a keyed hash of itself and of the previous entry's hash: a changed, removed or
 * inserted row breaks the chain, and it cannot be repaired without the installation's key. The head
 * has a proof of its own, so that the end of the log cannot be cut off together with it. Hashes of
 * releases with one key for all purposes count up to the boundary only (ADR 23).
 */
import { type Db, transaction, type Tx } from "../db/database.ts";
import type { Services } from "../services.ts";
import {
  type AuditHead,
  type AuditRow,
  type Boundary,
  entriesAfter,
  insertEntry,
  lockHead,
  readHead,
  saveBoundary,
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
  const head = await withBoundary(services, tx, await lockHead(tx));
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
  const hash = services.seal.lookup("auditEntry", hashedText(head.hash, row));
  const isIntact = await isHeadIntact(services, tx, head);
  const proof = isIntact ? proofOf(services, row.id, hash) : null;
  await insertEntry(tx, { ...row, hash }, proof);
}

type WithSeal = Pick<Services, "seal">;

/** What is hashed of an entry. If the first one is hashed this way, all later heads had proofs. */
const hashedText = (before: string, row: AuditRow) =>
  `${row.id === 1 ? "proved " : ""}${textOf(before, row)}`;

/** The keys that may have made the hash or the proof of an entry: a replaced one ends with `audit`. */
const keysFor = ({ seal }: WithSeal, id: number) =>
  seal.hashes().filter(({ retired }) => id <= (retired?.audit?.id ?? Number.POSITIVE_INFINITY));

/** Whether this is the hash of the first entry of a log that was begun before there were proofs. */
const isHashBeforeProofs = (services: WithSeal, row: AuditRow & { hash: string }) =>
  keysFor(services, row.id).some((key) => key.before("auditEntry", textOf("", row)) === row.hash);

function textOf(before: string, row: AuditRow): string {
  const { id, at, actor, staffId, ip, agent, action, subject, accountId, reason } = row;
  const whole = [id, at.toISOString(), actor, staffId, ip, agent, action, subject, accountId];
  return JSON.stringify([before, ...whole, row.before, row.after, reason]);
}

const proofOf = ({ seal }: WithSeal, id: number, hash: string) =>
  seal.lookup("auditEnd", `${id} ${hash}`);

const boundaryProof = ({ seal }: WithSeal, { id, at }: { id: number; at: number }, hash: string) =>
  seal.lookup("auditBoundary", `${id} ${at} ${hash}`);

/** How long a process of the release before may append entries beside this one. */
const SIDE_BY_SIDE_MS = 86_400_000;

/** Whether an entry may have the hash that earlier releases wrote. */
const mayBeOld = (boundary: Boundary | null, { id, at }: AuditRow) =>
  boundary === null || id <= boundary.id || at.getTime() < boundary.at + SIDE_BY_SIDE_MS;

/**
 * Ends the part of the log that has hashes of earlier releases, once: the boundary proves the last
 * of them with a key that nothing else uses. An intact log's end gets such a proof too.
 */
async function withBoundary(
  services: Pick<Services, "seal" | "world">,
  tx: Tx,
  head: AuditHead,
): Promise<AuditHead> {
  if (head.boundary !== null) return head;
  const { lastId: id, hash } = head;
  const at = services.world.now();
  const boundary = { id, at, proof: boundaryProof(services, { id, at }, hash) };
  const isProved = id > 0 && (await isHeadIntact(services, tx, head));
  const proved = isProved ? { id, proof: proofOf(services, id, hash) } : null;
  await saveBoundary(tx, boundary, proved);
  return { ...head, boundary, ...(proved && { provedId: id, proof: proved.proof }) };
}

/** Writes the boundary of a log that earlier releases began; called at each start. */
export async function endOldAudit(
  services: Pick<Services, "seal" | "world"> & { db: Db },
): Promise<void> {
  const head = await readHead(services.db);
  if (head === null || head.boundary !== null || head.lastId === 0) return;
  await transaction(services.db, async (tx) => {
    await withBoundary(services, tx, await lockHead(tx));
  });
}

/**
 * Whether the entry that the head's proof is about still exists. Without a proof: whether the log
 * is empty or was begun before there were proofs. A truncated log gets no new proof, so that the
 * truncation is detected for ever.
 */
async function isHeadIntact(services: WithSeal, db: Db | Tx, head: AuditHead): Promise<boolean> {
  const { lastId, hash, provedId, proof, boundary } = head;
  if (boundary !== null && lastId < boundary.id) return false;
  if (anchorsOf(services).some(({ id }) => lastId < id)) return false;
  if (provedId === null) {
    if (lastId === 0) return true;
    if (boundary !== null) return false;
    const [first] = await entriesAfter(db, 0, 1);
    return first !== undefined && isHashBeforeProofs(services, first);
  }
  if (provedId > lastId) return false;
  const [entry] = provedId === lastId ? [{ hash }] : await entriesAfter(db, provedId - 1, 1);
  if (entry === undefined) return false;
  const text = `${provedId} ${entry.hash}`;
  return keysFor(services, provedId).some(
    (key) =>
      proof === key.lookup("auditEnd", text) ||
      (boundary === null && proof === key.before("auditEnd", text)),
  );
}

/** Whether an entry has the hash that was written with it. */
function isGenuine(
  services: WithSeal,
  boundary: Boundary | null,
  before: string,
  row: AuditRow & { hash: string },
): boolean {
  const text = hashedText(before, row);
  const keys = keysFor(services, row.id);
  // No entry has an own hash before there is a boundary.
  if (keys.some((key) => key.lookup("auditEntry", text) === row.hash)) return boundary !== null;
  if (!mayBeOld(boundary, row)) return false;
  const isOld = keys.some((key) => key.before("auditEntry", text) === row.hash);
  return isOld || (row.id === 1 && isHashBeforeProofs(services, row));
}

/** The ends of the log's parts that replaced keys hashed: whoever has such a key cannot change one. */
const anchorsOf = ({ seal }: WithSeal) =>
  seal.hashes().flatMap(({ retired }) => (retired?.audit ? [retired.audit] : []));

/** Whether an entry that ends a part of the log is the one that ended it. */
function isAnchored(
  services: WithSeal,
  boundary: Boundary | null,
  row: { id: number; hash: string },
) {
  const isWrong = anchorsOf(services).some(({ id, hash }) => id === row.id && hash !== row.hash);
  if (isWrong) return false;
  if (boundary === null || row.id !== boundary.id) return true;
  const text = `${boundary.id} ${boundary.at} ${row.hash}`;
  return keysFor(services, boundary.id).some(
    (key) => key.lookup("auditBoundary", text) === boundary.proof,
  );
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
  const { boundary } = head;
  while (last.id < head.lastId) {
    const rows = await entriesAfter(db, last.id, Math.min(BATCH_SIZE, head.lastId - last.id));
    if (rows.length === 0) return wrong(`audit log: entry ${last.id + 1} is missing`);
    for (const row of rows) {
      if (row.id !== last.id + 1) return wrong(`audit log: entry ${last.id + 1} is missing`);
      if (!isGenuine(services, boundary, last.hash, row))
        return wrong(`audit log: entry ${row.id} was changed`);
      if (!isAnchored(services, boundary, row))
        return wrong(`audit log: entry ${row.id} or an earlier one was changed`);
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
