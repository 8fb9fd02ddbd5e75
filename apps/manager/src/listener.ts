/**
 * One local port: a listener on 127.0.0.1 that detects HTTP or SOCKS5 by the first byte and forwards
 * to one upstream. It counts bytes and stores nothing on disk.
 */
import type { Server as HttpServer } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import type { LocalProtocol } from "@turnpike/contract/manager.ts";
import { type PortContext, makeHttpSide, refuseSocket } from "./client-http.ts";
import { serveSocks } from "./client-socks.ts";
import type { ProxySession } from "./proxy-session.ts";
import { malformed } from "./refusal.ts";

const LOOPBACK = "127.0.0.1";
/** Maximum concurrent clients of one local port. */
const MAX_CLIENTS = 2_000;
/** Timeout for a request's head, from its first byte. */
const HEAD_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 60_000;
const SOCKS_VERSION = 5;

export interface Traffic {
  upBytes: number;
  downBytes: number;
}

export class Listener {
  readonly #context: PortContext;
  readonly #protocol: LocalProtocol;
  readonly #http: HttpServer;
  readonly #headTimeoutMs: number;
  readonly #headTimeouts = new WeakMap<Socket, HeadTimeout>();
  readonly #sockets = new Set<Socket>();
  readonly #sessions = new Set<ProxySession>();
  /** Traffic of finished sessions and of earlier runs. */
  readonly #finishedTraffic: Traffic;
  #server: Server | null = null;

  constructor(options: {
    protocol: LocalProtocol;
    initialTraffic: Traffic;
    context: Omit<PortContext, "openSession">;
    headTimeoutMs?: number;
  }) {
    this.#headTimeoutMs = options.headTimeoutMs ?? HEAD_TIMEOUT_MS;
    this.#protocol = options.protocol;
    const { upBytes, downBytes } = options.initialTraffic;
    this.#finishedTraffic = { upBytes, downBytes };
    this.#context = { ...options.context, openSession: (session) => this.#open(session) };
    this.#http = makeHttpSide(this.#context);
    // Only the head has a timeout; the response may take any time.
    this.#http.prependListener("request", ({ socket }, response) => {
      const head = this.#headTimeouts.get(socket);
      head?.onRequestRead();
      response.once("close", () => head?.onResponseSent());
    });
    this.#http.prependListener("connect", (_request, socket: Socket) => {
      const head = this.#headTimeouts.get(socket);
      head?.onRequestRead();
      head?.unwatch();
    });
  }

  get isOpen(): boolean {
    return this.#server !== null;
  }

  /**
   * Listens on `port` of 127.0.0.1, regardless of the HOST variable.
   * @throws NodeJS.ErrnoException (EADDRINUSE, EACCES)
   */
  async listen(port: number): Promise<void> {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      this.#accept(socket),
    );
    server.maxConnections = MAX_CLIENTS;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host: LOOPBACK, port, exclusive: true }, () => {
        server.off("error", reject);
        // Out of file descriptors, for example: waiting clients are accepted later.
        server.on("error", () => {});
        resolve();
      });
    });
    this.#server = server;
  }

  /** Number of open sessions. */
  get connections(): number {
    return this.#sessions.size;
  }

  /** Total traffic so far. */
  get traffic(): Traffic {
    const sum = { ...this.#finishedTraffic };
    for (const session of this.#sessions) add(sum, session);
    return sum;
  }

  /** Ends open sessions; the port keeps listening. */
  endSessions(): void {
    for (const session of this.#sessions) session.end();
  }

  /** Closes the port and all connections; resolves when the port is closed. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    this.endSessions();
    await closed;
  }

  #open(session: ProxySession): () => void {
    this.#sessions.add(session);
    return () => {
      if (this.#sessions.delete(session)) add(this.#finishedTraffic, session);
    };
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    socket.on("error", () => {});
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    this.#headTimeouts.set(socket, new HeadTimeout(socket, this.#headTimeoutMs));
    socket.once("end", () => {
      // No request is pending.
      if (socket.bytesRead === 0) socket.destroy();
    });
    socket.once("data", (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      this.#detectProtocol(socket, first[0] ?? 0);
    });
  }

  #detectProtocol(socket: Socket, firstByte: number): void {
    const isSocks = firstByte === SOCKS_VERSION;
    if (isSocks && this.#protocol === "http") return void socket.destroy();
    const head = this.#headTimeouts.get(socket);
    if (isSocks) return void serveSocks(this.#context, socket, () => head?.onRequestRead());
    if (this.#protocol === "socks5")
      return refuseSocket(socket, malformed("This local port speaks SOCKS5 alone."));
    this.#http.emit("connection", socket);
    head?.watch();
    socket.resume();
  }
}

/** Timeout for a request's head, so that a client cannot send it byte by byte for ever. */
class HeadTimeout {
  readonly #socket: Socket;
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;
  #pendingRequests = 0;

  constructor(socket: Socket, ms: number) {
    this.#socket = socket;
    this.#ms = ms;
    this.#startTimer();
    socket.once("close", () => clearTimeout(this.#timer));
  }

  /** The HTTP server's listener runs first and completes a head, so later bytes start a new one. */
  watch(): void {
    this.#socket.on("data", this.#startTimer);
  }

  onRequestRead(): void {
    this.#socket.setTimeout(0);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pendingRequests += 1;
  }

  /** Further bytes belong to a tunnel. */
  unwatch(): void {
    this.#socket.off("data", this.#startTimer);
  }

  onResponseSent(): void {
    this.#pendingRequests -= 1;
  }

  /** A keep-alive connection is idle until its next byte. */
  readonly #startTimer = () => {
    if (this.#pendingRequests > 0 || this.#timer) return;
    this.#timer = setTimeout(() => this.#socket.destroy(), this.#ms);
  };
}

function add(sum: Traffic, session: ProxySession): void {
  sum.upBytes += Math.max(0, session.up());
  sum.downBytes += Math.max(0, session.down());
}
