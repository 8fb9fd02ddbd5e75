/**
 * An emulated wholesaler: one host and port for all exits; place and session are in the user name,
 * in the grammar of a preset. A real peer on real sockets, for tests and the lab:
 * HTTP CONNECT, plain HTTP and SOCKS5 on one port, TLS in front if it has a certificate.
 */
import { lookup } from "node:dns/promises";
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
  request,
} from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { ErrorClass } from "@turnpike/proxy-strings/upstream/errors.ts";
import { presetOf } from "@turnpike/proxy-strings/upstream/presets.ts";
import { orderedBy, type Refusal, refusalOf } from "./answers.ts";
import { Exits, placesFor, type WholesalePlace } from "./places.ts";
import { type Account, type Asked, userReader } from "./read-user.ts";
import { serveSocks } from "./socks.ts";

export interface WholesalerOptions {
  preset: string;
  /** `login`, `id`, `zone`, `secret`: whatever the preset's templates name. */
  account: Account;
  places: readonly WholesalePlace[];
  /** 0: any free one. */
  port?: number;
  host?: string;
  tls?: { key: string; cert: string };
  /** The header that tells the exit's address; the preset's by default. */
  exitIpHeader?: string;
  /** Returns an address of a target's name. */
  resolve?: (name: string) => Promise<string>;
  now?: () => number;
}
/** A request as the wholesaler understood it. */
export interface SeenRequest {
  user: string;
  asked: Asked;
  /** As the target was named: `host:port`. */
  target: string;
  exit: string | null;
}
export interface Wholesaler {
  port: number;
  /** The last requests with a good login, at most 1000. */
  seen: readonly SeenRequest[];
  /** Every request is answered so from now on; null: served again. */
  fail(what: ErrorClass | null): void;
  /** Every session gets a new exit. */
  loseSessions(): void;
  /** Bytes on the sockets of its clients, both those that are open and those that were. */
  bytes(): { received: number; sent: number };
  stop(): Promise<void>;
}

const MOST_SEEN = 1000;
const DIAL_MS = 10_000;

/** Starts one. @throws Error if the preset is unknown or the port is taken */
export async function startWholesaler(options: WholesalerOptions): Promise<Wholesaler> {
  const desk = new Desk(options);
  const http = createHttpServer((asked, answer) => void forward(desk, asked, answer));
  http.on("connect", (asked: IncomingMessage, socket: Socket, head: Buffer) => {
    void tunnel(desk, { asked, socket, head });
  });
  http.on("clientError", (_error, socket) => socket.destroy());
  const sockets = new Set<Socket>();
  const past = { received: 0, sent: 0 };
  const accept = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      past.received += socket.bytesRead;
      past.sent += socket.bytesWritten;
    });
    byFirstByte(socket, desk, http);
  };
  const server = options.tls ? createTlsServer(options.tls, accept) : createServer(accept);
  await listening(server, options);
  return {
    port: (server.address() as AddressInfo).port,
    seen: desk.seen,
    fail: (what) => desk.fail(what),
    loseSessions: () => desk.exits.forget(),
    bytes: () => {
      const sum = { ...past };
      for (const { bytesRead, bytesWritten } of sockets) {
        sum.received += bytesRead;
        sum.sent += bytesWritten;
      }
      return sum;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function listening(server: Server, { port = 0, host = "127.0.0.1" }: WholesalerOptions) {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, 4096, resolve);
  });
}

/** SOCKS5 begins with a 5, which no HTTP method does. */
function byFirstByte(socket: Socket, desk: Desk, http: ReturnType<typeof createHttpServer>): void {
  socket.once("readable", () => {
    const first = socket.read() as Buffer | null;
    if (first === null) return void socket.destroy();
    socket.unshift(first);
    if (first[0] !== 5) return void http.emit("connection", socket);
    const admit = ({ user, password }: Login) => desk.admits(user, password);
    void serveSocks(socket, admit, async ({ user, password }, { host, port }) => {
      const served = await desk.serve({ user, password }, host, port);
      if ("opened" in served) return tied(served.opened, socket);
      if (served.refusal.silent) return "silent";
      return served.refusal.socks === "auth" ? 1 : served.refusal.socks;
    });
  });
}

interface Login {
  user: string;
  password: string;
}
type Served = { opened: Socket; exit: string } | { refusal: Refusal };

/** Decides about requests: login, order by the target's name, place, session, exit. */
class Desk {
  readonly exits = new Exits();
  readonly seen: SeenRequest[] = [];
  readonly exitIpHeader: string | null;
  #options: WholesalerOptions;
  #preset: NonNullable<ReturnType<typeof presetOf>>;
  #read: ReturnType<typeof userReader>;
  #failing: ErrorClass | null = null;

  constructor(options: WholesalerOptions) {
    const preset = presetOf(options.preset);
    if (preset === null) throw new Error(`no preset ${options.preset}`);
    this.#options = options;
    this.#preset = preset;
    this.#read = userReader(preset, options.account);
    this.exitIpHeader = options.exitIpHeader ?? preset.exitIpHeader;
  }

  fail(what: ErrorClass | null): void {
    this.#failing = what;
  }

  /** SOCKS5 has no other words for what concerns the account. */
  admits(user: string, password: string): boolean {
    const known = this.#read(user, password) !== null;
    return known && (this.#failing === null || this.#refusal(this.#failing).socks !== "auth");
  }

  async serve({ user, password }: Login, host: string, port: number): Promise<Served> {
    const asked = this.#read(user, password);
    if (asked === null) return { refusal: this.#refusal("auth") };
    if (this.#failing !== null) return { refusal: this.#refusal(this.#failing) };
    const places = placesFor(asked, this.#options.places, this.#preset.map);
    const exit = this.exits.choose(asked, places, (this.#options.now ?? Date.now)());
    this.#note({ user, asked, target: `${host}:${port}`, exit });
    const ordered = orderedBy(host, this.#preset.errors);
    if (ordered !== null) return { refusal: ordered };
    if (exit === null) return { refusal: this.#refusal("noExit") };
    const opened = await this.#dial(host, port, exit);
    return opened === null ? { refusal: this.#refusal("target") } : { opened, exit };
  }

  #refusal(what: ErrorClass): Refusal {
    return refusalOf(what, this.#preset.errors);
  }

  #note(request: SeenRequest): void {
    this.seen.push(request);
    if (this.seen.length > MOST_SEEN) this.seen.shift();
  }

  async #dial(host: string, port: number, exit: string): Promise<Socket | null> {
    const resolve = this.#options.resolve ?? (async (name) => (await lookup(name)).address);
    const address = await resolve(host).catch(() => null);
    if (address === null) return null;
    // Exits are loopback addresses: they can only be bound for targets on this machine.
    const binds = address.startsWith("127.") && exit.startsWith("127.");
    const socket = connect({ host: address, port, ...(binds ? { localAddress: exit } : {}) });
    return new Promise((done) => {
      const timer = setTimeout(() => socket.destroy(), DIAL_MS);
      socket.once("connect", () => done(socket));
      socket.once("close", () => done(null));
      socket.on("error", () => socket.destroy());
      socket.once("connect", () => clearTimeout(timer));
      socket.once("close", () => clearTimeout(timer));
    });
  }
}

function loginOf({ headers }: IncomingMessage): Login {
  const [, encoded = ""] = /^Basic (.+)$/i.exec(headers["proxy-authorization"] ?? "") ?? [];
  const text = Buffer.from(encoded, "base64").toString("latin1");
  const colon = text.indexOf(":");
  return { user: text.slice(0, Math.max(colon, 0)), password: text.slice(colon + 1) };
}

async function tunnel(
  desk: Desk,
  { asked, socket, head }: { asked: IncomingMessage; socket: Socket; head: Buffer },
): Promise<void> {
  const [, host = "", port = "0"] = /^\[?([^\]]*?)\]?:(\d+)$/.exec(asked.url ?? "") ?? [];
  const served = await desk.serve(loginOf(asked), host, Number(port));
  if (socket.destroyed) return void ("opened" in served && served.opened.destroy());
  if ("refusal" in served) {
    const { status, reason, headers, silent } = served.refusal;
    if (silent) return void socket.destroy();
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join("")}Content-Length: 0\r\n\r\n`);
    return;
  }
  const told = desk.exitIpHeader === null ? "" : `${desk.exitIpHeader}: ${served.exit}\r\n`;
  socket.write(`HTTP/1.1 200 OK\r\n${told}\r\n`);
  if (head.length > 0) served.opened.write(head);
  tied(served.opened, socket).pipe(socket);
  socket.pipe(served.opened);
}

/** If one of the two goes, the other goes too. */
function tied(opened: Socket, client: Socket): Socket {
  client.once("close", () => opened.destroy());
  opened.once("close", () => client.destroySoon());
  return opened;
}

async function forward(desk: Desk, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const url = URL.parse(asked.url ?? "");
  if (url === null) return void answer.writeHead(400).end();
  const served = await desk.serve(loginOf(asked), url.hostname, Number(url.port || 80));
  if ("refusal" in served) {
    const { status, reason, headers, silent } = served.refusal;
    if (silent) return void asked.socket.destroy();
    return void answer.writeHead(status, reason, headers).end();
  }
  const { "proxy-authorization": _, ...headers } = asked.headers;
  const { opened, exit } = served;
  const onward = request({
    createConnection: () => opened,
    method: asked.method,
    path: url.pathname + url.search,
    headers: { ...headers, host: url.host },
  });
  onward.on("error", () => answer.destroy());
  onward.on("response", (from) => {
    const told = desk.exitIpHeader === null ? {} : { [desk.exitIpHeader]: exit };
    answer.writeHead(from.statusCode ?? 502, { ...from.headers, ...told });
    from.pipe(answer);
  });
  answer.once("close", () => opened.destroy());
  asked.pipe(onward);
}
