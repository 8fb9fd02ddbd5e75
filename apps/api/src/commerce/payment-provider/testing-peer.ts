/** What the peers of tests share: a server on a port of its own, pages to click on, deliveries. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
}
/** What a route answers: JSON, a page, or a way elsewhere. */
export interface Said {
  status?: number;
  json?: unknown;
  html?: string;
  to?: string;
}
type Answer = (asked: Asked) => Said | Promise<Said>;

/** A refusal that a peer answers with a body of its own. */
export class PeerError extends Error {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
  }
}

/** A server on loopback; `away` makes it answer nothing but 503, as behind a broken proxy. */
async function peerServer(answer: Answer) {
  const state = { away: false, waiting: 0, gate: Promise.resolve() };
  const reply = (response: ServerResponse, { status = 200, json, html, to }: Said) => {
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

/** What every peer has: its server, and where and how it tells what happens. */
export abstract class Peer {
  webhookUrl: string;
  readonly secret: string;
  /** While true nothing is delivered but by hand. */
  hold = false;
  /** "METHOD /path" of each request to the API. */
  readonly asked: string[] = [];
  #server: Awaited<ReturnType<typeof peerServer>> | null = null;

  constructor({ webhookUrl = "", secret = "whsec_peer" }: PeerOptions) {
    this.webhookUrl = webhookUrl;
    this.secret = secret;
  }

  /** What the product is started with. */
  abstract get env(): Record<string, string>;
  protected abstract answer(asked: Asked): Said | Promise<Said>;

  async start(): Promise<this> {
    this.#server = await peerServer((asked) => this.answer(asked));
    return this;
  }

  get url(): string {
    return this.#server?.url ?? "";
  }

  /** While away the API answers 503. */
  setAway(away: boolean): void {
    if (this.#server) this.#server.state.away = away;
  }

  /** From now on questions wait, until what this answers is called. */
  pause(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#server) this.#server.state.gate = promise;
    return resolve;
  }

  /** Questions that wait. */
  get waiting(): number {
    return this.#server?.state.waiting ?? 0;
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  /** Posts a signed body to the product and answers the status. */
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
  protected page(title: string, path: string, buttons: Record<string, string>): Said {
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

/** How a delivery goes wrong on purpose. */
export interface Spoil {
  /** Signed with another secret. */
  forge?: boolean;
  /** Signed so long ago. */
  ageSeconds?: number;
}

let made = 0;
/** An id such as a provider makes. */
export const peerId = (kind: string) => `${kind}${process.pid}x${++made}`;
