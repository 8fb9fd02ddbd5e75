/**
 * One local port: a listener on 127.0.0.1 that tells HTTP from SOCKS5 by the first byte and leads
 * to one upstream. It counts what passes and keeps nothing on disk.
 */
import type { Server as HttpServer } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import type { LocalProtocol } from "@turnpike/contract/manager.ts";
import { type Gate, makeHttpSide, refuseSocket } from "./client-http.ts";
import { serveSocks } from "./client-socks.ts";
import type { ProxySession } from "./proxy-session.ts";
import { malformed } from "./refusal.ts";

const LOOPBACK = "127.0.0.1";
/** Clients of one local port at a time. */
const MOST_CLIENTS = 2_000;
/** From the first byte of a connection, or of a request on a kept one, to a whole head. */
const HEAD_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 60_000;
const SOCKS_VERSION = 5;

export interface Traffic {
  upBytes: number;
  downBytes: number;
}

export class Listener {
  readonly #gate: Gate;
  readonly #protocol: LocalProtocol;
  readonly #http: HttpServer;
  readonly #headTimeoutMs: number;
  readonly #heads = new WeakMap<Socket, Head>();
  readonly #sockets = new Set<Socket>();
  readonly #passages = new Set<ProxySession>();
  /** Of passages that are over, and of earlier runs. */
  readonly #done: Traffic;
  #server: Server | null = null;

  constructor(given: {
    protocol: LocalProtocol;
    carried: Traffic;
    gate: Omit<Gate, "open">;
    headTimeoutMs?: number;
  }) {
    this.#headTimeoutMs = given.headTimeoutMs ?? HEAD_TIMEOUT_MS;
    this.#protocol = given.protocol;
    const { upBytes, downBytes } = given.carried;
    this.#done = { upBytes, downBytes };
    this.#gate = { ...given.gate, open: (passage) => this.#open(passage) };
    this.#http = makeHttpSide(this.#gate);
    // A head is heard within its time; the answer may take as long as it takes.
    this.#http.prependListener("request", ({ socket }, response) => {
      const head = this.#heads.get(socket);
      head?.heard();
      response.once("close", () => head?.answered());
    });
    this.#http.prependListener("connect", (_request, socket: Socket) => {
      const head = this.#heads.get(socket);
      head?.heard();
      head?.unwatch();
    });
  }

  get isOpen(): boolean {
    return this.#server !== null;
  }

  /**
   * Listens on `port` of 127.0.0.1, whatever the product's HOST is.
   * @throws NodeJS.ErrnoException (EADDRINUSE, EACCES)
   */
  async listen(port: number): Promise<void> {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      this.#welcome(socket),
    );
    server.maxConnections = MOST_CLIENTS;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host: LOOPBACK, port, exclusive: true }, () => {
        server.off("error", reject);
        // A full table of descriptors, say: those who wait are taken when there is room.
        server.on("error", () => {});
        resolve();
      });
    });
    this.#server = server;
  }

  /** Passages under way. */
  get connections(): number {
    return this.#passages.size;
  }

  /** All that has passed so far. */
  get traffic(): Traffic {
    const sum = { ...this.#done };
    for (const passage of this.#passages) add(sum, passage);
    return sum;
  }

  /** Ends what is under way; the port goes on listening. */
  cut(): void {
    for (const passage of this.#passages) passage.end();
  }

  /** Ends everything; resolves when nobody listens. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    this.cut();
    await closed;
  }

  #open(passage: ProxySession): () => void {
    this.#passages.add(passage);
    return () => {
      if (this.#passages.delete(passage)) add(this.#done, passage);
    };
  }

  #welcome(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    socket.on("error", () => {});
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    this.#heads.set(socket, new Head(socket, this.#headTimeoutMs));
    socket.once("end", () => {
      // Nothing was asked: there is nothing to wait for.
      if (socket.bytesRead === 0) socket.destroy();
    });
    socket.once("data", (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      this.#sort(socket, first[0] ?? 0);
    });
  }

  #sort(socket: Socket, firstByte: number): void {
    const isSocks = firstByte === SOCKS_VERSION;
    if (isSocks && this.#protocol === "http") return void socket.destroy();
    const head = this.#heads.get(socket);
    if (isSocks) return void serveSocks(this.#gate, socket, () => head?.heard());
    if (this.#protocol === "socks5")
      return refuseSocket(socket, malformed("This local port speaks SOCKS5 alone."));
    this.#http.emit("connection", socket);
    head?.watch();
    socket.resume();
  }
}

/** Whether a client is telling what it wants, and for how long it may: not byte by byte for ever. */
class Head {
  readonly #socket: Socket;
  readonly #ms: number;
  #late: NodeJS.Timeout | undefined;
  #underWay = 0;

  constructor(socket: Socket, ms: number) {
    this.#socket = socket;
    this.#ms = ms;
    this.#begun();
    socket.once("close", () => clearTimeout(this.#late));
  }

  /** After the HTTP side's own ear: what completes a head is heard before it is taken for a new one. */
  watch(): void {
    this.#socket.on("data", this.#begun);
  }

  heard(): void {
    this.#socket.setTimeout(0);
    clearTimeout(this.#late);
    this.#late = undefined;
    this.#underWay += 1;
  }

  /** What comes is a tunnel's from now on. */
  unwatch(): void {
    this.#socket.off("data", this.#begun);
  }

  answered(): void {
    this.#underWay -= 1;
  }

  /** A kept connection is idle until its next byte. */
  readonly #begun = () => {
    if (this.#underWay > 0 || this.#late) return;
    this.#late = setTimeout(() => this.#socket.destroy(), this.#ms);
  };
}

function add(sum: Traffic, passage: ProxySession): void {
  sum.upBytes += Math.max(0, passage.up());
  sum.downBytes += Math.max(0, passage.down());
}
