/**
 * A typed client of the API: one method for each call, named as the API's documentation
 * names it. `createClient({ url, key })`.
 */
import { type CallName, callFacts, type Calls, type Lang } from "./calls.gen.ts";
import { type CallOptions, type Connection, request, readEnvelope, send } from "./request.ts";
import { boundedBy } from "./waiting.ts";

/** Lists that come page by page, as one async iterator. */
interface Page<T> {
  items: T[];
  total: number;
  page: number;
  limit: number;
}
const mostAPage = 100;

/**
 * Every item, page after page, from `page` on. What the list gains meanwhile moves its items to
 * later pages: an id that stood on the page before is not told again.
 */
async function* eachItem<T>(
  ask: (question: { page: number; limit: number }) => Promise<Page<T>>,
  from: { page?: number | undefined; limit?: number | undefined } = {},
): AsyncGenerator<T, void, undefined> {
  const { page: first = 1, limit = mostAPage } = from;
  let before = new Set<unknown>();
  for (let page = first; ; page += 1) {
    const answer = await ask({ page, limit });
    for (const item of answer.items) if (!before.has(idOf(item))) yield item;
    if (answer.items.length === 0 || page * answer.limit >= answer.total) return;
    before = new Set(answer.items.map(idOf).filter((id) => id !== undefined));
  }
}

const idOf = (item: unknown) => (item as { id?: unknown } | null)?.id;

/* Calls that are answered by a stream, as async iterators. */

/** The API sends something each second; a stream that is silent for so long has lost its way. */
const silentMs = 30_000;

/**
 * The events of a stream, until it ends with the session, or the reader leaves its loop.
 * @throws ApiRefusal before the first event, ApiUnreachable where the stream breaks off
 */
async function* events(
  connection: Connection,
  path: string,
  fields: Record<string, unknown>,
  options: CallOptions = {},
): AsyncGenerator<unknown, void, undefined> {
  const bound = boundedBy(options.timeoutMs ?? connection.timeoutMs, options.signal);
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  try {
    const response = await send(connection, path, fields, bound);
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
      await readEnvelope(response, bound);
      return;
    }
    reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let kept = "";
    while (reader) {
      bound.within(silentMs);
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw bound.asFault(error, "the stream broke off");
      });
      // The reader of the events may take its time.
      bound.within(null);
      if (done) return;
      const frames = (kept + decoder.decode(value, { stream: true })).split("\n\n");
      kept = frames.pop() ?? "";
      for (const frame of frames) {
        const data = dataOf(frame);
        if (data !== "") yield JSON.parse(data);
      }
    }
  } finally {
    bound.release();
    await reader?.cancel().catch(() => undefined);
  }
}

/** The data of a frame; empty for a comment, by which a stream tells that it lives. */
function dataOf(frame: string): string {
  return frame
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trimStart())
    .join("\n");
}

export * from "./calls.gen.ts";
export { ApiRefusal, ApiUnreachable, type TransportFault } from "./errors.ts";
export { type ProxyQuestion, proxyUrl, proxyUsername } from "./proxy.ts";
export type { CallOptions } from "./request.ts";
export {
  verifyWebhook,
  WebhookForged,
  type WebhookHeaders,
  type WebhookMessage,
} from "./webhook.ts";

export interface ClientOptions {
  /** Where the API is: `https://proxies.example`. */
  url: string;
  /** An API key, for the calls that its scopes allow; or the access key, for those that read. */
  key?: string | undefined;
  /** A session's token, for every call; it goes before the key. */
  session?: string | undefined;
  /** Of refusals' sentences and places' names; `en` by default. */
  lang?: Lang | undefined;
  /** Another fetch: with a proxy, for a test. */
  fetch?: typeof globalThis.fetch | undefined;
  /** So long one try may take; 14 seconds by default. */
  timeoutMs?: number | undefined;
  /** Tries after the first one, where they can do no harm; 2 by default. */
  retries?: number | undefined;
}

export type Asks<K extends CallName> = Calls[K]["asks"];
export type Answers<K extends CallName> = Calls[K]["answers"];

/** Calls that are answered by a stream. */
export type StreamName = {
  [K in CallName]: (typeof callFacts)[K] extends { events: true } ? K : never;
}[CallName];
/** Calls that are answered page by page. */
export type PagedName = {
  [K in CallName]: "page" extends keyof Asks<K>
    ? Answers<K> extends Page<unknown>
      ? K
      : never
    : never;
}[CallName];
type Item<K extends CallName> = Answers<K> extends { items: (infer T)[] } ? T : never;

/** The question may be left out where nothing in it is needed. */
type Arguments<K extends CallName> =
  Record<never, never> extends Asks<K>
    ? [question?: Asks<K>, options?: CallOptions]
    : [question: Asks<K>, options?: CallOptions];
type Methods = {
  [K in CallName]: K extends StreamName
    ? (...asked: Arguments<K>) => AsyncGenerator<Answers<K>, void, undefined>
    : (...asked: Arguments<K>) => Promise<Answers<K>>;
};

export interface Client extends Methods {
  /** Every item of a list, page after page: `for await (const one of client.pages("subUsers"))`. */
  pages<K extends PagedName>(
    name: K,
    question?: Asks<K>,
    options?: CallOptions,
  ): AsyncGenerator<Item<K>, void, undefined>;
  /** The same client with other options, such as the session that a sign-in answered. */
  with(more: Partial<ClientOptions>): Client;
}

const defaultTimeoutMs = 14_000;
const defaultRetries = 2;

/** A client. It holds no connection: making one costs nothing, and nothing has to be closed. */
export function createClient(options: ClientOptions): Client {
  const { url, key, session, lang, timeoutMs = defaultTimeoutMs } = options;
  const { origin, pathname } = new URL(url);
  const connection: Connection = {
    url: origin + pathname.replace(/\/+$/, ""),
    bearing: { ...(session ? { session } : key ? { key } : {}), ...(lang ? { lang } : {}) },
    fetch: options.fetch ?? globalThis.fetch,
    timeoutMs,
    retries: options.retries ?? defaultRetries,
  };
  const methods = Object.keys(callFacts).map((name) => [
    name,
    methodOf(connection, name as CallName),
  ]);
  const client = Object.fromEntries(methods) as Client;
  client.pages = (name, question, how) => {
    const { page, limit } = (question ?? {}) as { page?: number; limit?: number };
    const ask = (at: { page: number; limit: number }) =>
      request(connection, callFacts[name], { ...question, ...at }, how) as Promise<Page<never>>;
    return eachItem(ask, { page, limit });
  };
  client.with = (more) => createClient({ ...options, ...more });
  return client;
}

function methodOf(connection: Connection, name: CallName) {
  const facts: { path: string; repeats: "once" | "reads" | "changes"; events?: boolean } =
    callFacts[name];
  const { path } = facts;
  return facts.events
    ? (question: object = {}, how?: CallOptions) => events(connection, path, { ...question }, how)
    : (question: object = {}, how?: CallOptions) =>
        request(connection, facts, { ...question }, how);
}
