/** Calls the console's API (spec/console): one function for every call, typed by the contract. */
import type { ConsoleCall } from "@turnpike/contract/console/call.ts";
import type { ConsoleCallName, ConsoleCalls } from "@turnpike/contract/console/calls.ts";
import type { RefusalReason } from "@turnpike/contract/refusals.ts";
import { wireLanguage } from "@turnpike/ui/lib/language.ts";
import { productClock } from "@turnpike/ui/lib/product-clock.ts";
import { blocksCookies } from "@turnpike/ui/lib/storage.ts";
import { ANSWER_TIMEOUT_MS, serverReach } from "@turnpike/ui/lib/server-reach.ts";
import i18next from "i18next";
import type { z } from "zod";
import { calls } from "./calls.gen.ts";
import { askForProof } from "./fresh-proof.ts";

/** Longer than a read: some change a thousand rows, or ask a payment provider about each. */
const ACT_TIMEOUT_MS = 30_000;

export type CallName = ConsoleCallName;
type Shape<C extends ConsoleCall> = C["request"]["shape"];
type IsOptional<F> = F extends z.ZodDefault
  ? true
  : F extends z.ZodType
    ? undefined extends z.output<F>
      ? true
      : false
    : false;
type CallInputFields<C extends ConsoleCall> = {
  [K in keyof Shape<C> as IsOptional<Shape<C>[K]> extends true ? never : K]: z.output<Shape<C>[K]>;
} & {
  [K in keyof Shape<C> as IsOptional<Shape<C>[K]> extends true ? K : never]?:
    | z.output<Shape<C>[K]>
    | undefined;
};
/** Input of a call as typed values; fields that are optional or have a default can be omitted. */
export type CallInput<K extends CallName> = CallInputFields<ConsoleCalls[K]>;
export type CallResult<K extends CallName> = z.output<ConsoleCalls[K]["response"]>;
/** One row of a list that a call returns. */
export type Item<K extends CallName> =
  CallResult<K> extends { items: readonly (infer Row)[] } ? Row : never;

/**
 * The API refused the call; the message is a sentence in the person's language. What is wrong with a
 * field of a file is added in English, as the command line says it.
 */
export class CallRefused extends Error {
  override name = "CallRefused";
  code: number;
  reason: RefusalReason;
  field: string | undefined;
  constructor(envelope: Envelope) {
    const data = envelope.data as { reason?: RefusalReason; field?: string; detail?: string };
    const why = data.reason === "badField" && data.detail ? ` – ${data.detail}` : "";
    super(envelope.msg + why);
    this.code = envelope.code;
    this.reason = data.reason ?? "ourFault";
    this.field = data.field;
  }
}

/** No response arrived: the network failed, or a read took 14 s, another call 30 s. */
export class CallFailed extends Error {
  override name = "CallFailed";
}

interface Envelope {
  code: number;
  msg: string;
  data: unknown;
}

const sessionEndedListeners = new Set<() => void>();
/** Registers a listener that is called when the API reports that the session has ended. */
export function onSessionEnded(listener: () => void): void {
  sessionEndedListeners.add(listener);
}

const SESSION_ENDED = 300;

/** The session's token in a browser that refuses cookies; it lives as long as the page. */
let pageToken = "";

/**
 * Sends a call and returns its data. Notifies the listeners when the session has ended. A read has
 * a signal.
 * @throws {CallRefused | CallFailed}
 */
export async function callApi<K extends CallName>(
  name: K,
  input: CallInput<K>,
  signal?: AbortSignal,
): Promise<CallResult<K>> {
  const opensSession = name === "signIn" || name === "setPassword";
  const cookieless = opensSession && blocksCookies() ? { cookieless: true } : {};
  const envelope = await send(calls[name].path, { ...input, ...cookieless }, signal);
  if (envelope.code === 0) {
    const { now, token } = envelope.data as { now?: unknown; token?: string };
    productClock.tell(now);
    if (opensSession) pageToken = token ?? "";
    return envelope.data as CallResult<K>;
  }
  if (envelope.code === SESSION_ENDED) for (const listener of sessionEndedListeners) listener();
  const refused = new CallRefused(envelope);
  const isOld = refused.reason === "mfaNeeded" && !opensSession;
  if (isOld && (await askForProof())) return callApi(name, input, signal);
  throw refused;
}

async function envelopeOf(response: Response): Promise<Envelope> {
  const { code, msg, data } = (await response.json()) as Partial<Envelope>;
  return { code: code ?? response.status, msg: msg ?? "", data: data ?? {} };
}

async function send(path: string, question: object, signal?: AbortSignal): Promise<Envelope> {
  const timeout = AbortSignal.timeout(signal ? ANSWER_TIMEOUT_MS : ACT_TIMEOUT_MS);
  try {
    const answer = fetch(path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(pageToken ? { "turnpike-console-session": pageToken } : {}),
      },
      body: JSON.stringify({ lang: wireLanguage(i18next.language), ...question }),
      signal: AbortSignal.any(signal ? [timeout, signal] : [timeout]),
      credentials: "same-origin",
    });
    const envelope = await serverReach.watch(answer.then(envelopeOf));
    serverReach.markReachable();
    return envelope;
  } catch (error) {
    if (signal?.aborted) throw error;
    serverReach.markUnreachable();
    throw new CallFailed(i18next.t(timeout.aborted ? "ui:timedOut" : "ui:networkFailed"), {
      cause: error,
    });
  }
}
