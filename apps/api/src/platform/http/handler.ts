/** The types of handlers. A handler returns data or throws a refusal (`contract/refusals.ts`). */
import type { CallResponse, CallRequest } from "@turnpike/contract/call.ts";
import type { CallName, Calls } from "@turnpike/contract/calls.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { Scope } from "@turnpike/rules/api-key.ts";
import type { PersonRole } from "@turnpike/rules/team.ts";
import type { Tx } from "../db/database.ts";

/** The key that a call is made with, instead of a session. */
export interface CallerKey {
  /** Empty for the access key, which has no id. */
  id: string;
  scopes: readonly Scope[];
  /** Whether the key may be used from the client's address. */
  allowedHere: boolean;
}

/** Who makes a call for an account that a team acts for. */
export interface CallerPerson {
  /** The person's own account. */
  accountId: string;
  role: PersonRole;
  /** Null for the owner. */
  memberId: string | null;
}

/** The caller. `accountId` is empty for a visitor; `sessionId` is empty without a session. */
export interface Caller {
  accountId: string;
  sessionId: string;
  key?: CallerKey;
  /** Of a session; absent if nobody but its holder acts for the account. */
  person?: CallerPerson;
  /** A read-only view of the account by the operator's staff. */
  view?: { id: string };
  lang: Lang;
  /** The client's address, canonical (v4-mapped v6 as v4). */
  ip: string;
  agent: string;
  /** The request's id in the log. */
  ref: string;
}

/** The account whose password and second factor prove who calls. */
export const personOf = ({ accountId, person }: Pick<Caller, "accountId" | "person">): string =>
  person?.accountId ?? accountId;

type OnceCalls = {
  [K in CallName]: Calls[K]["request"]["shape"] extends { requestId: unknown } ? K : never;
}[CallName];

type EventCalls = {
  [K in CallName]: Calls[K] extends { events: true } ? K : never;
}[CallName];

/**
 * A money call runs inside the dispatcher's transaction, which also stores its answer under
 * `requestId`. An event call yields events until the signal is aborted; null is a keep-alive.
 */
export type Handler<K extends CallName> = K extends EventCalls
  ? EventHandler<CallRequest<Calls[K]>, CallResponse<Calls[K]>>
  : K extends OnceCalls
    ? (question: CallRequest<Calls[K]>, caller: Caller, tx: Tx) => Promise<CallResponse<Calls[K]>>
    : (question: CallRequest<Calls[K]>, caller: Caller) => Promise<CallResponse<Calls[K]>>;
export type EventHandler<Q, A> = (
  question: Q,
  caller: Caller,
  until: AbortSignal,
) => Promise<AsyncIterable<A | null>>;

export type Handlers = { [K in CallName]: Handler<K> };

/**
 * What a call waits for between its commit and its response, such as gateways opening a purchased
 * port; it returns the updated answer. The effect is committed, so it may throw only if all of the
 * effect was undone in the meantime.
 */
export type AfterCommitHooks = {
  [K in CallName]?: (answer: CallResponse<Calls[K]>) => Promise<CallResponse<Calls[K]>>;
};
