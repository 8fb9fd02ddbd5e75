/** Abuse complaints as cases (spec/operator#cases): the report, whom it is about, what was done. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { TraceQuestion } from "@turnpike/rules/trace.ts";
import { minuteText } from "../../identity/account/notice.ts";
import { lockContacts } from "../../identity/account/store/contacts.ts";
import { ActRefused } from "../../platform/act-refused.ts";
import type { Tx } from "../../platform/db/database.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import type { Services } from "../../platform/services.ts";
import { type Holder, namesOfHolders } from "./holders.ts";
import {
  addCaseEvent,
  type CaseEvent,
  type CaseFacts,
  type CaseEventKind,
  type CaseRow,
  type CaseState,
  deleteClosedCases,
  eventsOfCase,
  findCase,
  insertCase,
  lockCase,
  pageOfCases,
  setCaseHolder,
  setCaseState,
} from "./store/cases.ts";
import { traceExit, type TracedConnection } from "./trace.ts";

export type { CaseEvent, CaseState };
const maxTitle = 200;
const maxText = 10_000;
const maxShownEvents = 500;
/** Closed cases are deleted after three years, when claims can no longer be made. */
const closedKeptMs = 3 * 365 * 86_400_000;
const deletedAtOnce = 1_000;

export interface AbuseCase extends Omit<CaseRow, "id" | "accountId" | "holderId"> {
  /** The account the case is about; null until it has been identified. */
  account: Holder["account"] | null;
  holder: Holder["holder"] | null;
}

export interface NewAbuseCase {
  title: string;
  /** Who complained, as the operator typed it. */
  reporter?: string;
  /** What was seen; traced at once. If it leads to a single holder, the case names its account. */
  seen?: TraceQuestion | null;
  /** The account the case is about, if already known. */
  accountId?: string | null;
  /** The staff member who opens the case; empty for the command line. */
  author?: string;
}

/**
 * Opens a case and returns it together with the connections its trace found.
 * @throws ActRefused if the title is empty or too long
 */
export async function openCase(
  services: Services,
  tx: Tx,
  { title, reporter = "", seen = null, accountId = null, author = "" }: NewAbuseCase,
): Promise<{ case: AbuseCase; connections: TracedConnection[] }> {
  const { world } = services;
  const own = { ...services, db: tx };
  if (title.trim() === "" || title.length > maxTitle)
    throw new ActRefused(`a title of 1 to ${maxTitle} characters is required`, {
      reason: "badField",
    });
  const connections = seen === null ? [] : (await traceExit(own, seen)).connections;
  const one = onlyHolder(connections.filter((each) => !accountId || each.account.id === accountId));
  const now = new Date(world.now());
  const created = await insertCase(tx, {
    id: world.id(),
    title: title.trim(),
    reporter: reporter.slice(0, maxTitle),
    exit: seen?.exit ?? null,
    happenedAt: seen === null ? null : new Date(seen.at),
    target: seen?.target ?? "",
    accountId: accountId ?? one?.account.id ?? null,
    holderId: one?.holder.id ?? null,
    requestId: one?.requestId ?? "",
    createdAt: now,
  });
  const found = seen === null ? { text: "", facts: null } : traceSummary(connections);
  await addCaseEvent(tx, { caseId: created.id, at: now, kind: "opened", author, ...found });
  return { case: (await present(own, [created]))[0] as AbuseCase, connections };
}

/** The best match if all connections lead to one holder; null for several holders or none. */
function onlyHolder(connections: TracedConnection[]): TracedConnection | null {
  const sure = connections.filter(({ certainty }) => certainty === "surely");
  const some = sure.length > 0 ? sure : connections;
  const holders = new Set(some.map(({ holder }) => holder.id));
  return holders.size === 1 ? (some[0] ?? null) : null;
}

function traceSummary(connections: TracedConnection[]): Pick<CaseEvent, "text" | "facts"> {
  const accounts = new Set(connections.map(({ account }) => account.id)).size;
  return {
    text: `The trace found ${connections.length} connections of ${accounts} accounts.`,
    facts: { code: "found", connections: connections.length, accounts },
  };
}

/** Returns a page of cases, newest first. `limit` is capped at 100. */
export async function listCases(
  services: Services,
  {
    state = null,
    accountId = null,
    page = 1,
    limit = 100,
  }: { state?: CaseState | null; accountId?: string | null; page?: number; limit?: number } = {},
): Promise<{ items: AbuseCase[]; total: number; page: number; limit: number }> {
  const atOnce = Math.min(limit, 100);
  const filter = { state, accountId, offset: (page - 1) * atOnce, limit: atOnce };
  const { rows, total } = await pageOfCases(services.db, filter);
  return { items: await present(services, rows), total, page, limit: atOnce };
}

/** Returns a case with its history. @throws ActRefused if there is no such case */
export async function showCase(
  services: Services,
  number: number,
): Promise<{ case: AbuseCase; events: CaseEvent[] }> {
  const row = await findCase(services.db, number);
  if (row === null) throw caseNotFound(number);
  const events = await eventsOfCase(services.db, row.id, maxShownEvents);
  return { case: (await present(services, [row]))[0] as AbuseCase, events };
}

interface CaseText {
  text: string;
  author?: string;
  facts?: CaseFacts;
}

/** A case before and after an act. */
export interface ChangedCase {
  before: CaseRow;
  after: CaseRow;
}

/** Adds a note. @throws ActRefused if there is no such case, or the text is empty */
export function addCaseNote(
  services: Services,
  tx: Tx,
  number: number,
  written: CaseText,
): Promise<ChangedCase> {
  return updateCase(services, tx, number, { kind: "note", ...written }, async () => {});
}

/**
 * Mails the account's holder, in the account's language, with the operator's text unchanged. An
 * open case then waits for the customer's answer.
 * @throws ActRefused if the case names no account, or the account is closed
 */
export function mailCaseCustomer(
  services: Services,
  tx: Tx,
  number: number,
  { account = null, ...written }: CaseText & { account?: string | null },
): Promise<ChangedCase> {
  return updateCase(services, tx, number, { kind: "mail", ...written }, async (row, at) => {
    if (row.accountId === null) throw new ActRefused(`the case ${number} names no account`);
    // Nobody reads what was written for another customer.
    if (account !== null && account !== row.accountId)
      throw new Refusal("changedMeanwhile", { field: "account" });
    const [contact] = await lockContacts(tx, [row.accountId]);
    if (contact === undefined)
      throw new ActRefused("the account was closed: it has no address for mail");
    const values = {
      number,
      title: row.title,
      text: written.text.trim(),
      exit: row.exit ?? "-",
      time: row.happenedAt === null ? "-" : minuteText(row.happenedAt.getTime()),
    };
    const { email: to, lang } = contact;
    await queueMail(services, tx, { to, lang, mail: "abuseComplaint", values });
    if (row.state === "open") await setCaseState(tx, { id: row.id, state: "waiting", at });
  });
}

/**
 * Sets a case's state and records an optional text in its history.
 * @throws ActRefused if the case already has that state
 */
export function changeCaseState(
  services: Services,
  tx: Tx,
  number: number,
  { state, text = "", author = "" }: { state: CaseState; text?: string; author?: string },
): Promise<ChangedCase> {
  const kinds = { open: "reopened", waiting: "waiting", closed: "closed" } as const;
  const event = { kind: kinds[state], text, author };
  return updateCase(services, tx, number, event, async (row, at) => {
    if (row.state === state) throw new ActRefused(`the case ${number} is already ${state}`);
    await setCaseState(tx, { id: row.id, state, at });
  });
}

/** Sets the account a case is about, for example one of several its trace found. */
export function assignCase(
  services: Services,
  tx: Tx,
  number: number,
  assignment: { accountId: string; holderId?: string; requestId?: string; author?: string },
): Promise<ChangedCase> {
  const { accountId, holderId = null, requestId = "", author = "" } = assignment;
  const event = {
    kind: "note" as const,
    text: `It is about the account ${accountId}.`,
    facts: { code: "assigned" as const, accountId },
    author,
  };
  return updateCase(services, tx, number, event, ({ id }, at) =>
    setCaseHolder(tx, { id, accountId, holderId, requestId, at }),
  );
}

async function updateCase(
  { world }: Services,
  tx: Tx,
  number: number,
  { kind, text, author = "", facts }: { kind: CaseEventKind } & CaseText,
  work: (row: CaseRow, at: Date) => Promise<void>,
): Promise<ChangedCase> {
  const textIsOptional = ["closed", "waiting", "reopened"].includes(kind);
  if ((text.trim() === "" && !textIsOptional) || text.length > maxText)
    throw new ActRefused(`a text of 1 to ${maxText} characters is required`, {
      reason: "badField",
    });
  const at = new Date(world.now());
  const row = await lockCase(tx, number);
  if (row === null) throw caseNotFound(number);
  await work(row, at);
  const event = { caseId: row.id, at, kind, author, text: text.trim(), facts: facts ?? null };
  await addCaseEvent(tx, event);
  return { before: row, after: (await findCase(tx, number)) ?? row };
}

const caseNotFound = (number: number) =>
  new ActRefused(`there is no case ${number}`, { reason: "caseNotFound" });

async function present(services: Services, rows: CaseRow[]): Promise<AbuseCase[]> {
  const held = rows.flatMap(({ accountId, holderId }) =>
    accountId === null ? [] : [{ accountId, holderId: holderId ?? accountId, product: "" }],
  );
  const nameOf = await namesOfHolders(services, held);
  return rows.map(({ id: _id, accountId, holderId, ...row }) => {
    if (accountId === null) return { ...row, account: null, holder: null };
    const { account, holder } = nameOf({ accountId, holderId: holderId ?? "", product: "" });
    return { ...row, account, holder: holderId === null ? null : holder };
  });
}

/** Job: deletes closed cases older than three years. */
export function deleteOldCases({ db, world }: Services): Promise<void> {
  return deleteClosedCases(db, new Date(world.now() - closedKeptMs), deletedAtOnce);
}
