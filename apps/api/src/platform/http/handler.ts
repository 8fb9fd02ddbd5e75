/** The shape of a handler: contract in, data out; a refusal is thrown (`contract/refusals.ts`). */
import type { Answer, Question } from "@turnpike/contract/call.ts";
import type { CallName, Calls } from "@turnpike/contract/calls.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { Tx } from "../db/database.ts";

/** Who asks. `accountId` and `sessionId` are empty for a visitor, `sessionId` for a script's key. */
export interface Asker {
  accountId: string;
  sessionId: string;
  lang: Lang;
  /** The client's address, canonical (v4-mapped v6 as v4). */
  ip: string;
  agent: string;
  /** The request's id, as it stands in the log. */
  ref: string;
}

type OnceCalls = {
  [K in CallName]: Calls[K]["question"]["shape"] extends { requestId: unknown } ? K : never;
}[CallName];

type EventCalls = {
  [K in CallName]: Calls[K] extends { events: true } ? K : never;
}[CallName];

/**
 * A money call runs inside the door's transaction, which also keeps its answer for `requestId`.
 * A call that answers events gives them one by one until the signal says that nobody listens; null
 * is none, in place of one.
 */
export type Handler<K extends CallName> = K extends EventCalls
  ? EventHandler<Question<Calls[K]>, Answer<Calls[K]>>
  : K extends OnceCalls
    ? (question: Question<Calls[K]>, asker: Asker, tx: Tx) => Promise<Answer<Calls[K]>>
    : (question: Question<Calls[K]>, asker: Asker) => Promise<Answer<Calls[K]>>;
export type EventHandler<Q, A> = (
  question: Q,
  asker: Asker,
  until: AbortSignal,
) => Promise<AsyncIterable<A | null>>;

export type Handlers = { [K in CallName]: Handler<K> };

/**
 * What a call waits for between its commit and its answer, such as gateways that open what was
 * bought; it answers with what stands then. The effect is there: it throws nothing, but for a refusal
 * where all of it was undone meanwhile.
 */
export type Afterwards = {
  [K in CallName]?: (answer: Answer<Calls[K]>) => Promise<Answer<Calls[K]>>;
};
