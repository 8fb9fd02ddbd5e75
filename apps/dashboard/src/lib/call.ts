/** Calls the API (spec/api#envelope): one function for every call, typed by the contract. */
import type { CallResponse, Call } from "@turnpike/contract/call.ts";
import type { CallName, Calls } from "@turnpike/contract/calls.ts";
import type { RefusalReason, Short } from "@turnpike/contract/refusals.ts";
import i18next from "i18next";
import type { z } from "zod";
import { wireLanguage } from "@turnpike/ui/lib/language.ts";
import type { AnyChallenge } from "./captcha/solve.ts";
import { onceCalls, paths } from "./paths.gen.ts";
import { productClock } from "@turnpike/ui/lib/product-clock.ts";
import { ANSWER_TIMEOUT_MS, serverReach } from "@turnpike/ui/lib/server-reach.ts";
import { endSession, sessionToken } from "./session.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";

/** The API's origin, which also serves the dashboard. */
export const api = { origin: location.origin };

type Shape<C extends Call> = C["request"]["shape"];
type IsOptional<F> = F extends z.ZodDefault
  ? true
  : F extends z.ZodType
    ? undefined extends z.output<F>
      ? true
      : false
    : false;
/**
 * The parameters of a call, as typed values; those with a default and optional ones may be absent.
 */
export type ParametersOf<C extends Call> = {
  [K in keyof Shape<C> as IsOptional<Shape<C>[K]> extends true ? never : K]: z.output<Shape<C>[K]>;
} & {
  [K in keyof Shape<C> as IsOptional<Shape<C>[K]> extends true ? K : never]?:
    | z.output<Shape<C>[K]>
    | undefined;
};
export type CallParameters<K extends CallName> = ParametersOf<Calls[K]>;
export type CallResult<K extends CallName> = CallResponse<Calls[K]>;

/** The API refused the call. `msg` is a sentence in the user's language. */
export class CallRefused extends Error {
  code: number;
  reason: RefusalReason;
  field: string | undefined;
  /** The invalid item of a list. */
  entry: string | undefined;
  short: Short | undefined;
  retryAfterSeconds: number | undefined;
  /** The maximum number (tooMany). */
  limit: number | undefined;
  /** Too many attempts at an e-mail: a mailed code lets its owner sign in. */
  mailCode: boolean;
  /** To be sent again together with the MFA code (gLogin). */
  proof: string | undefined;
  /** What has to be solved first (captchaNeeded). */
  challenge: AnyChallenge | undefined;
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
    this.challenge = data.challenge;
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
  challenge?: AnyChallenge;
}

/** There was no answer: the network failed, or the call timed out after 14 s. */
export class CallFailed extends Error {
  override name = "CallFailed";
}
/** The user navigated away before the answer arrived. */
export class CallCancelled extends Error {
  override name = "CallCancelled";
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Returns true if the caller shows the refusal itself; suppresses the toast. */
  handles?: (refused: CallRefused) => boolean;
  requestId?: string;
  /**
   * Sends this token (empty: as a visitor) instead of the session's. Errors are then not shown,
   * navigation does not cancel the call, and a 300 does not end the session.
   */
  as?: string;
}

let screenAbort = new AbortController();

const cancelListeners = new Set<() => void>();

/** Calls the listener when requests are cancelled, for code that caches answers. */
export function onCancelled(listener: () => void): void {
  cancelListeners.add(listener);
}

/** Cancels the pending requests of the last screen (spec/dashboard#navigation-guard). */
export function cancelRequests(): void {
  for (const listener of cancelListeners) listener();
  screenAbort.abort();
  screenAbort = new AbortController();
}

const isPlainList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && !value.some((one) => typeof one === "object");

/**
 * Encodes lists as comma-separated text, booleans as 1 and 0, null (removes a value) as empty text,
 * objects and lists of objects as JSON; omits undefined values.
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
 * Sends a call and returns its data. Code 300 ends the session.
 * @throws CallRefused (after an error toast, unless handled), CallFailed (after a warning toast) or
 * CallCancelled (silently)
 */
export async function callApi<K extends CallName>(
  name: K,
  parameters: CallParameters<K>,
  options: CallOptions = {},
): Promise<CallResult<K>> {
  const token = options.as ?? sessionToken();
  let envelope = await send(name, { ...parameters, session: token }, options);
  for (let tries = 0; tries < MAX_CHALLENGES; tries++) {
    const solved = await solveChallenge(envelope);
    if (!solved) break;
    envelope = await send(name, { ...parameters, session: token, ...solved }, options);
  }
  if (envelope.code === 0) return answerOf<K>(envelope);
  const refused = new CallRefused(envelope.code, envelope.msg, envelope.data as RefusedData);
  if (options.as !== undefined) throw refused;
  if (envelope.code === 300) endSession(token, "ended");
  else if (!options.handles?.(refused) && refused.msg) toast.error(refused.msg);
  throw refused;
}

/** A challenge may have become too old while the machine slept. */
const MAX_CHALLENGES = 2;

/** The fields to send again if the refusal is a challenge that this page can solve; else null. */
async function solveChallenge({ data }: Envelope): Promise<object | null> {
  const { challenge, proof } = data as RefusedData;
  if (!challenge) return null;
  const left = screenAbort.signal;
  try {
    const { solve } = await import("./captcha/solve.ts");
    const captcha = await solve(challenge, left);
    return proof === undefined ? { captcha } : { captcha, proof };
  } catch {
    if (left.aborted) throw new CallCancelled();
    return null;
  }
}

function answerOf<K extends CallName>({ data }: Envelope): CallResult<K> {
  const { now, answeredAt } = data as { now?: unknown; answeredAt?: unknown };
  productClock.tell(now ?? answeredAt);
  return data as CallResult<K>;
}

/** The fields of every request: the user's language and the session (spec/api#requests). */
export const requestFields = () => ({
  lang: wireLanguage(i18next.language),
  session: sessionToken(),
});

export interface Envelope {
  code: number;
  msg: string;
  data: unknown;
}

async function send(name: CallName, parameters: object, how: CallOptions): Promise<Envelope> {
  const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const signals = [timeout, ...(how.signal ? [how.signal] : [])];
  // A payment in progress is not cancelled: its answer matters on any screen.
  if (!onceCalls.has(name) && how.as === undefined) signals.push(screenAbort.signal);
  const requestId = onceCalls.has(name) ? how.requestId : undefined;
  try {
    const answer = fetch(new URL(paths[name], api.origin), {
      method: "POST",
      body: formBody({ ...requestFields(), ...parameters, requestId }),
      signal: AbortSignal.any(signals),
      credentials: "omit",
    });
    const envelope = await serverReach.watch(answer.then((it) => it.json() as Promise<Envelope>));
    serverReach.markReachable();
    return { code: envelope.code, msg: envelope.msg ?? "", data: envelope.data ?? {} };
  } catch (error) {
    const cancelled = signals.some((signal) => signal !== timeout && signal.aborted);
    if (cancelled) throw new CallCancelled();
    // The banner already says so; polling adds no toasts.
    const alreadyShown = serverReach.isUnreachable() && how.signal !== undefined;
    serverReach.markUnreachable();
    const messageKey = timeout.aborted ? "ui:timedOut" : "ui:networkFailed";
    if (how.as === undefined && !alreadyShown) toast.warning(i18next.t(messageKey));
    throw new CallFailed(String(error), { cause: error });
  }
}
