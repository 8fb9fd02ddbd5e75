/** Shared by the fake providers of tests: a server on its own port, clickable pages, deliveries. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface PeerRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
}
/** A route's response: JSON, an HTML page, or a redirect. */
export interface PeerResponse {
  status?: number;
  json?: unknown;
  html?: string;
  to?: string;
}
type Answer = (asked: PeerRequest) => PeerResponse | Promise<PeerResponse>;

/** An error response with its own body. */
export class PeerError extends Error {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
  }
}

/** A server on loopback; `away` makes it respond only with 503, like a broken proxy. */
async function peerServer(answer: Answer) {
  const state = { away: false, waiting: 0, gate: Promise.resolve() };
  const reply = (response: ServerResponse, { status = 200, json, html, to }: PeerResponse) => {
    if (to !== undefined) return response.writeHead(303, { location: to }).end();
    const type = html === undefined ? "application/json" : "text/html; charset=utf-8";
    response.writeHead(status, { "content-type": type }).end(html ?? JSON.stringify(json ?? {}));
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? "/", "http://peer");
    const { method = "GET", headers } = request;
    const body = await text(request);
    state.waiting += 1;
    await state.gate;
    state.waiting -= 1;
    if (state.away) return reply(response, { status: 503, json: { error: "away" } });
    try {
      reply(response, await answer({ method, path, query, headers, body }));
    } catch (error) {
      if (error instanceof PeerError) reply(response, { status: error.status, json: error.body });
      else reply(response, { status: 500, json: { error: String(error) } });
    }
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    state,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const escape = (words: string) => words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Base of all fake providers: the server, and where and how it sends events. */
export abstract class Peer {
  webhookUrl: string;
  readonly secret: string;
  /** While true, only explicit calls deliver events. */
  holdWebhooks = false;
  /** "METHOD /path" of each request to the API. */
  readonly requests: string[] = [];
  #server: Awaited<ReturnType<typeof peerServer>> | null = null;

  constructor({ webhookUrl = "", secret = "whsec_peer" }: PeerOptions) {
    this.webhookUrl = webhookUrl;
    this.secret = secret;
  }

  /** The environment to start the product with. */
  abstract get env(): Record<string, string>;
  protected abstract answer(asked: PeerRequest): PeerResponse | Promise<PeerResponse>;

  async start(): Promise<this> {
    this.#server = await peerServer((asked) => this.answer(asked));
    return this;
  }

  get url(): string {
    return this.#server?.url ?? "";
  }

  /** While away, the API responds with 503. */
  setAway(away: boolean): void {
    if (this.#server) this.#server.state.away = away;
  }

  /** Holds all further requests until the returned function is called. */
  pause(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#server) this.#server.state.gate = promise;
    return resolve;
  }

  /** Does something whose webhooks are not delivered. */
  async silently<T>(happen: () => Promise<T>): Promise<T> {
    this.holdWebhooks = true;
    const result = await happen();
    this.holdWebhooks = false;
    return result;
  }

  /** How many requests are being held. */
  get waiting(): number {
    return this.#server?.state.waiting ?? 0;
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  /** Posts a signed body to the product and returns the response's status. */
  protected async post(body: string, headers: Record<string, string>): Promise<number> {
    const answer = await fetch(this.webhookUrl, {
      method: "POST",
      body,
      headers: { "content-type": "application/json; charset=utf-8", ...headers },
    });
    await answer.arrayBuffer();
    return answer.status;
  }

  /** A page with one button per action; each is posted to `path`. */
  protected page(title: string, path: string, buttons: Record<string, string>): PeerResponse {
    const list = Object.entries(buttons).map(
      ([value, words]) => `<button name="do" value="${value}">${escape(words)}</button>`,
    );
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escape(title)}</title>
<h1>${escape(title)}</h1><form method="post" action="${path}">${list.join("\n")}</form></html>`;
    return { html };
  }
}
export interface PeerOptions {
  /** May be set later, once the product's port is known. */
  webhookUrl?: string;
  secret?: string;
}

/** Deliberate faults of a delivery. */
export interface Spoil {
  /** Signs with another secret. */
  forge?: boolean;
  /** Signs with a timestamp this old. */
  ageSeconds?: number;
}

let made = 0;
/** An id in the style of a provider. */
export const peerId = (kind: string) => `${kind}${process.pid}x${++made}`;
