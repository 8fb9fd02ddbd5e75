/** One call over HTTP: sent, bounded in time, and sent again where that does no harm. */
import type { CallFacts } from "./calls.gen.ts";
import { ApiRefusal, ApiUnreachable } from "./errors.ts";
import { type Bound, boundedBy, pause } from "./waiting.ts";

export interface Connection {
  url: string;
  /** What every body bears: session or key, and lang. */
  bearing: Record<string, string>;
  fetch: typeof globalThis.fetch;
  /** Of one try. */
  timeoutMs: number;
  /** Tries after the first one. */
  retries: number;
}
export interface CallOptions {
  /** Gives the call up; it may have been done all the same. */
  signal?: AbortSignal | undefined;
  /** Of one try; the client's own by default. */
  timeoutMs?: number | undefined;
}
type Fields = Record<string, unknown>;
interface Envelope {
  code: number;
  msg: string;
  data: unknown;
}

/** A wait that is asked for and longer than this is the caller's decision. */
export const longestWaitMs = 10_000;
const firstWaitMs = 250;

/**
 * Makes a call and answers its `data`.
 * @throws ApiRefusal, ApiUnreachable, or the reason of `signal`
 */
export async function request(
  connection: Connection,
  facts: CallFacts,
  fields: Fields,
  options: CallOptions = {},
): Promise<unknown> {
  // One for all tries: what was bought by a try whose answer was lost is answered, not bought again.
  const requestId = facts.repeats === "once" ? requestIdOf(fields) : undefined;
  const body = requestId === undefined ? fields : { ...fields, requestId };
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await tryOnce(connection, facts, body, options);
    } catch (error) {
      if (error instanceof ApiUnreachable || error instanceof ApiRefusal)
        error.requestId = requestId;
      const waitMs = attempt < connection.retries ? waitBefore(error, facts, attempt) : null;
      if (waitMs === null) throw error;
      await pause(waitMs, options.signal);
    }
  }
}

function requestIdOf(fields: Fields): string {
  const given = fields.requestId;
  return typeof given === "string" && given !== "" ? given : crypto.randomUUID();
}

/** How long to wait before the next try; null where another one is of no use, or could do harm. */
function waitBefore(error: unknown, { repeats }: CallFacts, attempt: number): number | null {
  const backoffMs = firstWaitMs * 2 ** attempt * (0.75 + Math.random() / 2);
  if (error instanceof ApiRefusal) {
    const { code, retryAfterSeconds } = error;
    // Only these two pass by themselves.
    if (code !== 429 && code !== 503) return null;
    if (retryAfterSeconds !== undefined)
      return retryAfterSeconds * 1000 <= longestWaitMs ? retryAfterSeconds * 1000 : null;
    // A database that went away may have taken the change along, or not.
    return code === 503 && repeats !== "changes" ? backoffMs : null;
  }
  if (!(error instanceof ApiUnreachable) || repeats === "changes") return null;
  return error.fault === "badAnswer" ? null : backoffMs;
}

async function tryOnce(
  connection: Connection,
  facts: CallFacts,
  fields: Fields,
  options: CallOptions,
): Promise<unknown> {
  const bound = boundedBy(options.timeoutMs ?? connection.timeoutMs, options.signal);
  try {
    const response = await send(connection, facts.path, fields, bound);
    return await readEnvelope(response, bound);
  } finally {
    bound.release();
  }
}

/**
 * Sends a call's fields as JSON.
 * @throws ApiUnreachable, or the reason of the caller's signal
 */
export async function send(
  { url, bearing, fetch }: Connection,
  path: string,
  fields: Fields,
  bound: Bound,
): Promise<Response> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ ...bearing, ...fields }),
    signal: bound.signal,
    // What bears a session goes to nobody else.
    redirect: "error",
  } as const;
  try {
    return await fetch(url + path, init);
  } catch (error) {
    throw bound.asFault(error, `cannot reach ${url}`);
  }
}

/**
 * The `data` of an envelope.
 * @throws ApiRefusal where the envelope is one, ApiUnreachable where there is none
 */
export async function readEnvelope(response: Response, bound: Bound): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    throw bound.asFault(error, "the answer broke off");
  }
  const { status } = response;
  const envelope = asEnvelope(text);
  if (envelope === null) {
    const refusal = asWaiting(response);
    if (refusal !== null) throw refusal;
    if (status < 400)
      throw new ApiUnreachable("badAnswer", "the answer is not the API's", { status });
    throw new ApiUnreachable("status", `HTTP status ${status}`, { status });
  }
  if (envelope.code === 0) return envelope.data;
  const data = { ...asFields(envelope.data) };
  const waitSeconds = data.retryAfterSeconds ?? retryAfterOf(response);
  if (waitSeconds !== undefined) data.retryAfterSeconds = waitSeconds;
  throw new ApiRefusal(envelope.code, envelope.msg, data);
}

/** What stands in front of the API may refuse as well: with a header, and without an envelope. */
function asWaiting(response: Response): ApiRefusal | null {
  const retryAfterSeconds = retryAfterOf(response);
  if (response.status !== 429 && response.status !== 503) return null;
  if (retryAfterSeconds === undefined) return null;
  const reason = response.status === 429 ? "tooManyTries" : "notReady";
  return new ApiRefusal(response.status, "", { reason, retryAfterSeconds });
}

/** Seconds of `Retry-After`, which may also be a date. */
function retryAfterOf(response: Response): number | undefined {
  const text = response.headers.get("retry-after");
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

const asFields = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};

function asEnvelope(text: string): Envelope | null {
  try {
    const { code, msg, data } = asFields(JSON.parse(text));
    return typeof code === "number"
      ? { code, msg: typeof msg === "string" ? msg : "", data }
      : null;
  } catch {
    return null;
  }
}
