/** A proxy provider and a customer's programs, over real sockets, for the manager's tests. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer as createHttp, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { json } from "node:stream/consumers";
import type { LocalPort } from "@turnpike/contract/manager.ts";
import { ByteReader } from "./byte-reader.ts";
import { type Manager, startManager } from "./manager.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function listenOnFreePort(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return portOf(server);
}

/** Closes a server and all its connections. */
export class ServerCloser {
  readonly sockets = new Set<Socket>();
  readonly #server: Server;
  constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket: Socket) => {
      this.sockets.add(socket);
      socket.on("error", () => {}).once("close", () => this.sockets.delete(socket));
    });
  }
  async stop() {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Echoes all data and the end of the stream; may send a greeting first. */
export async function startEcho(greeting = "") {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    if (greeting) socket.write(greeting);
    socket.pipe(socket);
  });
  const ending = new ServerCloser(server);
  return { port: await listenOnFreePort(server), ending, stop: () => ending.stop() };
}

/** A website that records the requests it gets. */
export async function startSite() {
  const asked: IncomingMessage[] = [];
  const server = createHttp((incoming, answer) => {
    asked.push(incoming);
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      answer.writeHead(incoming.url === "/gone" ? 404 : 200, { "X-Site": "here" });
      answer.end(Buffer.concat(chunks).toString() || `${incoming.method} ${incoming.url}`);
    });
  });
  const ending = new ServerCloser(server);
  return { port: await listenOnFreePort(server), asked, stop: () => ending.stop() };
}

export interface Provider {
  port: number;
  /** Targets as the clients wrote them. */
  targets: string[];
  /** The heads of requests in absolute form. */
  heads: string[];
  /** Bytes sent in response to CONNECT instead of opening a tunnel. */
  refusal: string | null;
  /** Reply code sent to SOCKS5 clients. */
  reply: number;
  ending: ServerCloser;
  stop(): Promise<void>;
}

/** A provider's proxy: HTTP and SOCKS5 on one port; user `ada` (or `ada7`), password `secret`. */
export async function startProvider(): Promise<Provider> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.once("data", (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      if (first[0] === 5) void socks(provider, socket).catch(() => socket.destroy());
      else void http(provider, socket).catch(() => socket.destroy());
    });
  });
  const ending = new ServerCloser(server);
  const provider: Provider = {
    port: await listenOnFreePort(server),
    targets: [],
    heads: [],
    refusal: null,
    reply: 0,
    ending,
    stop: () => ending.stop(),
  };
  return provider;
}

const USER = /^ada\d*$/;
/** Whether a head contains the user's credentials exactly once. */
function isUser(head: string): boolean {
  const [, given = "", more] = head.split(/\r\nProxy-Authorization: Basic (\S+)(?=\r\n)/i);
  const [user = "", password] = Buffer.from(given, "base64").toString().split(":");
  return USER.test(user) && password === "secret" && !/Proxy-Authorization/i.test(more ?? "");
}

async function http(provider: Provider, socket: Socket) {
  const reader = new ByteReader(socket);
  let head = "";
  while (!head.endsWith("\r\n\r\n")) head += (await reader.take(1)).toString("latin1");
  const rest = reader.release();
  const [method = "", url = ""] = head.split(" ");
  if (!isUser(head)) {
    const body = "Wrong user or password.\n";
    return socket.end(
      `HTTP/1.1 407 No\r\nProxy-Authenticate: Basic\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  }
  if (provider.refusal !== null) return socket.end(provider.refusal);
  if (method !== "CONNECT") {
    provider.heads.push(head);
    const { port, pathname } = new URL(url);
    const target = connect(Number(port), "127.0.0.1").on("error", () => socket.destroy());
    target.write(`${head.replace(url, pathname).replace(/Proxy-Authorization: .*\r\n/, "")}`);
    target.write(rest);
    socket.pipe(target);
    return target.pipe(socket);
  }
  provider.targets.push(url);
  pipeToTarget(socket, rest, {
    port: Number(url.split(":").at(-1)),
    said: "HTTP/1.1 200 OK\r\n\r\n",
  });
}

function pipeToTarget(
  socket: Socket,
  rest: Buffer,
  { port, said }: { port: number; said: string | Buffer },
) {
  const target = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  target.on("error", () => socket.destroy());
  socket.on("error", () => target.destroy()).once("close", () => target.destroy());
  target.write(rest);
  socket.pipe(target);
  // The response and the target's first bytes may arrive in one packet.
  const begin = (first: Buffer) => {
    clearTimeout(alone);
    target.off("data", begin);
    socket.write(Buffer.concat([Buffer.from(said), first]));
    target.pipe(socket);
  };
  const alone = setTimeout(() => begin(Buffer.alloc(0)), 10);
  target.on("data", begin);
}

async function socks(provider: Provider, socket: Socket) {
  const reader = new ByteReader(socket);
  const [, count = 0] = await reader.take(2);
  if (!(await reader.take(count)).includes(2)) return socket.end(Buffer.from([5, 255]));
  socket.write(Buffer.from([5, 2]));
  const user = await reader.take((await reader.take(2))[1] ?? 0);
  const password = await reader.take((await reader.take(1))[0] ?? 0);
  const known = USER.test(user.toString()) && password.toString() === "secret";
  socket.write(Buffer.from([1, known ? 0 : 1]));
  if (!known) return socket.end();
  const [, , , kind] = await reader.take(4);
  const length = kind === 3 ? ((await reader.take(1))[0] ?? 0) : kind === 1 ? 4 : 16;
  const host = await reader.take(length);
  const port = (await reader.take(2)).readUInt16BE();
  provider.targets.push(`${kind === 3 ? host.toString() : [...host].join(".")}:${port}`);
  const reply = Buffer.from([5, provider.reply, 0, 1, 0, 0, 0, 0, 0, 0]);
  if (provider.reply !== 0) return socket.end(reply);
  pipeToTarget(socket, reader.release(), { port, said: reply });
}

interface Envelope {
  code: number;
  msg: string;
  data: Record<string, unknown>;
}
export interface TestManager extends Manager {
  /** The lines it printed. */
  printed: string[];
  /** Advances its clock. */
  advance(ms: number): void;
  /** Makes a call and returns the envelope. */
  ask(path: string, fields?: object): Promise<Envelope>;
  /** Starts a local port. @throws if it is refused */
  start(upstream: string, more?: object): Promise<LocalPort>;
  list(): Promise<LocalPort[]>;
}

/** Creates a temporary folder; the test removes it (`removeFolder`). */
export const makeFolder = () => mkdtempSync(path.join(tmpdir(), "proxy-manager-"));
export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** A manager on any free port, whose clock the test controls; without a folder it has its own. */
export async function startTestManager(
  given?: string,
  more: { dashboards?: string[]; port?: number } = {},
): Promise<TestManager> {
  const folder = given ?? makeFolder();
  let ahead = 0;
  const printed: string[] = [];
  const manager = await startManager(
    { port: 0, folder, dashboards: [], ...more },
    { now: () => Date.now() + ahead, say: (line) => printed.push(line) },
  );
  const ask: TestManager["ask"] = async (call, fields = {}) => {
    const asked = request(`${manager.url}${call}`, {
      method: "POST",
      agent: false,
      headers: { "content-type": "application/json" },
    });
    asked.end(JSON.stringify(fields));
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    return (await json(answer)) as Envelope;
  };
  return {
    ...manager,
    printed,
    advance: (ms) => {
      ahead += ms;
    },
    ask,
    start: async (upstream, fields = {}) => {
      const { code, data } = await ask("/start", { upstream, ...fields });
      if (code !== 0) throw new Error(`/start: ${String(data.reason)} ${String(data.field)}`);
      return data.item as LocalPort;
    },
    list: async () => (await ask("/ipList")).data.items as LocalPort[],
    stop: async () => {
      await manager.stop();
      if (given === undefined) removeFolder(folder);
    },
  };
}

/** A client program's connection and the data it has received. */
export class Program {
  readonly socket: Socket;
  received: Buffer = Buffer.alloc(0);
  ended = false;
  constructor(port: number) {
    this.socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    this.socket.on("error", () => {});
    this.socket.on("data", (chunk: Buffer) => {
      this.received = Buffer.concat([this.received, chunk]);
    });
    this.socket.on("end", () => (this.ended = true));
    this.socket.on("close", () => (this.ended = true));
  }
  send(bytes: string | Buffer | number[]) {
    this.socket.write(typeof bytes === "string" ? bytes : Buffer.from(bytes));
    return this;
  }
  /** Waits for this many bytes and takes them. */
  async take(count: number): Promise<Buffer> {
    await waitUntil(() => this.received.length >= count || this.ended);
    const taken = this.received.subarray(0, count);
    this.received = this.received.subarray(count);
    return taken;
  }
  /** Returns everything received until the other side ends. */
  async rest(): Promise<string> {
    await waitUntil(() => this.ended);
    return this.received.toString();
  }
  /** Opens a tunnel; returns the response's status. */
  async connect(authority: string): Promise<number> {
    this.send(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
    await waitUntil(() => this.received.includes("\r\n\r\n") || this.ended);
    const end = this.received.indexOf("\r\n\r\n") + 4;
    const status = Number(this.received.subarray(9, 12).toString());
    if (status === 200) this.received = this.received.subarray(end);
    return status;
  }
  /** Opens a tunnel over SOCKS5 to a host name; returns the reply code. */
  async socks(host: string, port: number): Promise<number> {
    this.send([5, 1, 0]);
    if ((await this.take(2))[1] !== 0) return -1;
    this.send([5, 1, 0, 3, host.length, ...Buffer.from(host), port >> 8, port & 255]);
    return (await this.take(10))[1] ?? -1;
  }
}

/** Waits until the check passes, at most ten seconds. */
export const waitUntil = (check: () => boolean | Promise<boolean>) =>
  waitFor("the condition", check, 10_000, 5);
