/** Asks the API (spec/api#envelope): one function for every call, typed by the contract. */
import type { Answer, Call } from "@turnpike/contract/call.ts";
import type { CallName, Calls } from "@turnpike/contract/calls.ts";
import type { RefusalReason, Short } from "@turnpike/contract/refusals.ts";
import i18next from "i18next";
import type { z } from "zod";
import { wireLanguage } from "@turnpike/ui/lib/language.ts";
import { onceCalls, paths } from "./paths.gen.ts";
import { serverReach } from "./server-reach.ts";
import { endSession, sessionToken } from "./session.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";

/** A call is given up after so long (spec/dashboard#answers). */
export const REQUEST_TIMEOUT_MS = 14_000;
/** Where the API is: the origin that serves the dashboard. */
export const api = { origin: location.origin };

type Shape<C extends Call> = C["question"]["shape"];
type MayMiss<F> = F extends z.ZodDefault
  ? true
  : F extends z.ZodType
    ? undefined extends z.output<F>
      ? true
      : false
    : false;
/**
 * What a screen gives to a call: typed values; what has a default or is optional may be missing.
 */
export type QuestionFields<C extends Call> = {
  [K in keyof Shape<C> as MayMiss<Shape<C>[K]> extends true ? never : K]: z.output<Shape<C>[K]>;
} & {
  [K in keyof Shape<C> as MayMiss<Shape<C>[K]> extends true ? K : never]?:
    | z.output<Shape<C>[K]>
    | undefined;
};
export type Question<K extends CallName> = QuestionFields<Calls[K]>;
export type CallResult<K extends CallName> = Answer<Calls[K]>;

/** The API said no. `msg` is a sentence in the person's language. */
export class CallRefused extends Error {
  code: number;
  reason: RefusalReason;
  field: string | undefined;
  /** The item of a list that does not fit. */
  entry: string | undefined;
  short: Short | undefined;
  retryAfterSeconds: number | undefined;
  /** How many there may be (tooMany). */
  limit: number | undefined;
  /** Too many tries at an e-mail: a mailed code lets its holder sign in. */
  mailCode: boolean;
  /** What is sent again together with the MFA code (gLogin). */
  proof: string | undefined;
  constructor(code: number, msg: string, data: RefusedData) {
    super(msg);
    this.name = "CallRefused";
    this.code = code;
    this.reason = data.reason ?? "ourFault";
    this.field = data.field;
    this.entry = data.entry;
    this.short = data.short;
    this.retryAfterSeconds = data.retryAfterSeconds;
    this.limit = data.limit;
    this.mailCode = data.mailCode ?? false;
    this.proof = data.proof;
  }
  get msg(): string {
    return this.message;
  }
}
interface RefusedData {
  reason?: RefusalReason;
  field?: string;
  entry?: string;
  short?: Short;
  retryAfterSeconds?: number;
  limit?: number;
  mailCode?: boolean;
  proof?: string;
}

/** No answer came: the network failed or 14 s went by. */
export class CallFailed extends Error {
  override name = "CallFailed";
}
/** The person went elsewhere before the answer came. */
export class CallCancelled extends Error {
  override name = "CallCancelled";
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Returns true where the caller shows the refusal itself; no toast then. */
  handles?: (refused: CallRefused) => boolean;
  requestId?: string;
  /**
   * Asks with this token (empty: as a visitor) in place of the session's. Nothing is shown then, no
   * navigation cancels it, and a 300 is an answer like any other.
   */
  as?: string;
}

let onThisScreen = new AbortController();

const cancelled = new Set<() => void>();

/** Calls back when requests are cancelled, for whoever keeps answers. */
export function onCancelled(listener: () => void): void {
  cancelled.add(listener);
}

/** Ends what the last screen still waits for (spec/dashboard#navigation-guard). */
export function cancelRequests(): void {
  for (const listener of cancelled) listener();
  onThisScreen.abort();
  onThisScreen = new AbortController();
}

const isPlainList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && !value.some((one) => typeof one === "object");

/**
 * Lists are sent comma-separated, booleans as 1 and 0, null (what is to be taken away) as empty
 * text, an object or a list of them as JSON, what is missing not at all.
 */
export function formBody(fields: Record<string, unknown>): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (value === null) body.set(name, "");
    else if (typeof value === "boolean") body.set(name, value ? "1" : "0");
    else if (isPlainList(value)) body.set(name, value.join(","));
    else body.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return body;
}

/**
 * Sends a call and answers its data. Throws CallRefused (after an error toast, unless handled),
 * CallFailed (after a warning toast) or CallCancelled (silently). Code 300 ends the session.
 */
export async function ask<K extends CallName>(
  name: K,
  question: Question<K>,
  how: CallOptions = {},
): Promise<CallResult<K>> {
  const token = how.as ?? sessionToken();
  const envelope = await send(name, { ...question, session: token }, how);
  if (envelope.code === 0) return envelope.data as CallResult<K>;
  const refused = new CallRefused(envelope.code, envelope.msg, envelope.data as RefusedData);
  if (how.as !== undefined) throw refused;
  if (envelope.code === 300) endSession(token, "ended");
  else if (!how.handles?.(refused) && refused.msg) toast.error(refused.msg);
  throw refused;
}

/** What every request carries: the reader's language and the session (spec/api#requests). */
export const requestFields = () => ({
  lang: wireLanguage(i18next.language),
  session: sessionToken(),
});

export interface Envelope {
  code: number;
  msg: string;
  data: unknown;
}

async function send(name: CallName, question: object, how: CallOptions): Promise<Envelope> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const signals = [timeout, ...(how.signal ? [how.signal] : [])];
  // A payment that has left is not called back: its answer matters on whatever screen one is.
  if (!onceCalls.has(name) && how.as === undefined) signals.push(onThisScreen.signal);
  const requestId = onceCalls.has(name) ? how.requestId : undefined;
  try {
    const answer = await fetch(new URL(paths[name], api.origin), {
      method: "POST",
      body: formBody({ ...requestFields(), ...question, requestId }),
      signal: AbortSignal.any(signals),
      credentials: "omit",
    });
    const envelope = (await answer.json()) as Envelope;
    serverReach.found();
    return { code: envelope.code, msg: envelope.msg ?? "", data: envelope.data ?? {} };
  } catch (error) {
    const cancelled = signals.some((signal) => signal !== timeout && signal.aborted);
    if (cancelled) throw new CallCancelled();
    // A banner says so already: what is read by itself, again and again, says nothing more.
    const known = serverReach.isAway() && how.signal !== undefined;
    serverReach.lost();
    const words = timeout.aborted ? "ui:timedOut" : "ui:networkFailed";
    if (how.as === undefined && !known) toast.warning(i18next.t(words));
    throw new CallFailed(String(error), { cause: error });
  }
}
