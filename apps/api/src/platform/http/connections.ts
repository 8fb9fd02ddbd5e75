/**
 * The connections of an HTTP server. Those that wait for their client (nothing sent yet, half a
 * request, an unread response, between two requests) are in a pool: when it is full, the oldest
 * connection of the network with the most of them is closed, never a new one. Connections with a
 * request being processed are never closed; beyond their own limits requests are refused.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";
import { ConnectionPool } from "@turnpike/net/connection-pool.ts";
import { upgradedEvent } from "@turnpike/link/ws-hub.ts";
import { networkOf, siteOf } from "@turnpike/rules/network-of.ts";
import type { Logger } from "pino";
import type { Metrics } from "../metrics/metrics.ts";
import { canonicalIp, resolveClient } from "./client-ip.ts";

/** For `http.createServer`: 10 s for the head, 14 s for a request, both checked every second. */
export const REQUEST_TIMEOUT_MS = 14_000;
export const serverTimeouts = { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 };
/** The most connections that the kernel queues for accept; capped by somaxconn. */
export const BACKLOG = 4_096;

/** Shares of the room for connections with a request being processed: in all, and per network. */
const BUSY_SHARE = 0.5;
const BUSY_SHARE_OF_ONE = 0.25;
/** A network with fewer busy connections is served even if others have used up the limit. */
const BUSY_SPARE = 16;
/** The most pipelined requests on one connection before the first response. */
const MAX_PIPELINED = 8;

const SWEEP_MS = 1_000;
/** Idle timeouts while more than half of the room is taken. */
const SHORT_FRESH_MS = 3_000;
const SHORT_KEPT_MS = 5_000;
/** The minimum rate at which a client has to read its response, measured over each span. */
const READ_SPAN_MS = 10_000;
const READ_BYTES_PER_SECOND = 1_000;
const LOG_EVERY_MS = 60_000;

type EndReason = "room" | "idle" | "unread" | "pipelined";

interface State {
  /** The peer's address; behind a trusted proxy, the client's of the last request. */
  address: string;
  /** Requests whose response has not been sent. */
  requests: number;
  /** Those of them that are being processed. */
  working: number;
  /** Whether any request has been answered. */
  answered: boolean;
  /** Since when it has waited for its client, in milliseconds of `performance.now`. */
  since: number;
  /** Bytes that had left this process, as of `readAt`. */
  read: number;
  readAt: number;
}

export interface ConnectionsOptions {
  /** The server's name in metrics and log. */
  name: "api" | "console" | "lookup";
  /** The most connections. */
  maxConnections: number;
  metrics: Metrics;
  log: Logger;
  /** Whether an address is a proxy of the operator, whose X-Forwarded-For is trusted. */
  isTrusted?: (address: string) => boolean;
  /** The span over which the minimum rate of reading is measured. */
  readSpanMs?: number;
}

export class Connections {
  #options: ConnectionsOptions;
  #states = new Map<Socket, State>();
  #pool: ConnectionPool<Socket>;
  #busy = 0;
  /** By network, and by the /48 of IPv6 networks. */
  #busyOf = new Map<string, number>();
  #loggedAt = Number.NEGATIVE_INFINITY;
  /** Runs while there are connections. */
  #sweeping: NodeJS.Timeout | undefined;

  constructor(server: Server, options: ConnectionsOptions) {
    this.#options = options;
    this.#pool = new ConnectionPool<Socket>({
      most: () => options.maxConnections - this.#busy,
      perNetwork: options.maxConnections,
      end: (socket) => this.#end(socket, "room"),
    });
    server.on("connection", (socket) => this.#accept(socket));
    if (server instanceof TlsServer) this.#acceptTls(server);
    // Before the framework's own listener, which calls `isOverLimit`.
    server.prependListener("request", (request, answer) => this.#onRequest(request, answer));
    // Node answers an unknown expectation by itself, past all limits; it may be ignored (RFC 9110).
    server.on("checkExpectation", (request, answer) => server.emit("request", request, answer));
    // Upgraded to WebSocket, which has its own limits (`@turnpike/link/ws-hub.ts`).
    server.on(upgradedEvent, (socket: Socket) => this.#remove(socket));
    server.on("close", () => clearInterval(this.#sweeping));
    options.metrics.watchConnections(options.name, () => {
      return { busy: this.#busy, idle: this.#pool.size };
    });
  }

  /**
   * Keeps the server running if a connection cannot be accepted (no descriptor is left), by closing
   * some that wait for their clients. Call it once the server listens.
   */
  handleAcceptErrors(server: Server): void {
    server.on("error", (error) => {
      for (let count = 0; count < BUSY_SPARE && this.#pool.endOne(); count += 1);
      const now = performance.now();
      if (now - this.#loggedAt < LOG_EVERY_MS) return;
      this.#loggedAt = now;
      const { name } = this.#options;
      this.#options.log.error({ server: name, error: error.message }, "connection accept failed");
    });
  }

  /** Whether a request exceeds what its network, or all networks, may have processed at once. */
  isOverLimit({ socket }: IncomingMessage): boolean {
    const { maxConnections } = this.#options;
    const network = networkOf(this.#states.get(socket)?.address ?? "");
    const own = this.#busyOf.get(network) ?? 0;
    const mostOfOne = Math.max(BUSY_SPARE, maxConnections * BUSY_SHARE_OF_ONE);
    if (own > mostOfOne) return true;
    if (this.#busy <= maxConnections * BUSY_SHARE) return false;
    return own > BUSY_SPARE || (this.#busyOf.get(siteOf(network)) ?? 0) > mostOfOne;
  }

  #accept(socket: Socket): void {
    const address = socket.remoteAddress ?? "";
    const now = performance.now();
    const counts = { requests: 0, working: 0, answered: false };
    this.#states.set(socket, { address, ...counts, since: now, read: 0, readAt: now });
    socket.once("close", () => this.#remove(socket));
    this.#pool.add(socket, address);
    this.#sweeping ??= setInterval(() => this.#sweep(), SWEEP_MS).unref();
  }

  /** Counts a handshake as a connection; afterwards the TLS socket replaces its raw socket. */
  #acceptTls(server: TlsServer): void {
    const handshakes = new Map<string, Socket>();
    const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;
    server.on("connection", (socket) => {
      const name = nameOf(socket);
      handshakes.set(name, socket);
      socket.once("close", () => handshakes.delete(name));
    });
    server.on("secureConnection", (secured) => {
      const name = nameOf(secured);
      const raw = handshakes.get(name);
      handshakes.delete(name);
      if (raw) {
        this.#states.delete(raw);
        this.#pool.remove(raw);
      }
      this.#accept(secured);
    });
  }

  /** Behind a proxy, counts the connection for the client of its current request. */
  #countFor(socket: Socket, state: State, client: string): void {
    if (state.requests > 0 || client === canonicalIp(state.address)) return;
    state.address = client;
    if (!this.#pool.has(socket)) return;
    this.#pool.remove(socket);
    this.#pool.add(socket, client);
  }

  #remove(socket: Socket): void {
    const state = this.#states.get(socket);
    if (state && state.working > 0) this.#countBusy(state.address, -1);
    this.#states.delete(socket);
    this.#pool.remove(socket);
  }

  #onRequest(request: IncomingMessage, answer: ServerResponse): void {
    const { socket, headers } = request;
    const client = resolveClient(request, this.#options.isTrusted ?? (() => false));
    const state = this.#states.get(socket);
    if (!state) return;
    this.#countFor(socket, state, client);
    state.requests += 1;
    if (state.requests > MAX_PIPELINED) {
      stopParsing(socket);
      return this.#end(socket, "pipelined");
    }
    let working = false;
    const markBusy = () => {
      if (working || answer.writableEnded) return;
      working = true;
      this.#countWorking(socket, state, 1);
    };
    const markIdle = () => {
      if (working) this.#countWorking(socket, state, -1);
      working = false;
    };
    const hasBody = "transfer-encoding" in headers || Number(headers["content-length"] ?? 0) > 0;
    if (hasBody) request.once("end", markBusy);
    else markBusy();
    // The whole response was handed to the socket: from now on it waits for the client to read.
    answer.once("prefinish", markIdle);
    answer.once("close", () => {
      markIdle();
      state.requests -= 1;
      state.answered = true;
      state.since = performance.now();
    });
  }

  #countWorking(socket: Socket, state: State, more: 1 | -1): void {
    const before = state.working > 0;
    state.working += more;
    const after = state.working > 0;
    // A closed connection was already subtracted in `#remove`.
    if (before === after || !this.#states.has(socket)) return;
    this.#countBusy(state.address, after ? 1 : -1);
    if (after) this.#pool.remove(socket);
    else {
      state.since = performance.now();
      this.#pool.add(socket, state.address);
    }
  }

  #countBusy(address: string, more: 1 | -1): void {
    const network = networkOf(address);
    for (const place of new Set([network, siteOf(network)])) {
      const count = (this.#busyOf.get(place) ?? 0) + more;
      if (count > 0) this.#busyOf.set(place, count);
      else this.#busyOf.delete(place);
    }
    this.#busy += more;
  }

  #end(socket: Socket, why: EndReason): void {
    this.#options.metrics.countConnectionEnd(this.#options.name, why);
    socket.destroy();
  }

  #sweep(): void {
    if (this.#states.size === 0) {
      clearInterval(this.#sweeping);
      this.#sweeping = undefined;
      return;
    }
    const now = performance.now();
    const isShort = this.#states.size > this.#options.maxConnections / 2;
    for (const [socket, state] of this.#states) {
      if (this.#isUnread(socket, state, now)) this.#end(socket, "unread");
      else if (isShort && state.requests === 0) {
        const maxMs = state.answered ? SHORT_KEPT_MS : SHORT_FRESH_MS;
        if (now - state.since > maxMs) this.#end(socket, "idle");
      }
    }
  }

  /** Whether the client reads a pending response too slowly, or not at all. */
  #isUnread(socket: Socket, state: State, now: number): boolean {
    const read = bytesSent(socket);
    const isWaiting = socket.writableLength > 0;
    const { readSpanMs = READ_SPAN_MS } = this.#options;
    if (isWaiting && now - state.readAt < readSpanMs) return false;
    const isSlow = isWaiting && read - state.read < (readSpanMs / 1_000) * READ_BYTES_PER_SECOND;
    state.read = read;
    state.readAt = now;
    return isSlow;
  }
}

/**
 * Stops reading what a connection has sent: Node parses the rest of a chunk also after the socket is
 * destroyed, and 64 KiB hold 2,400 requests.
 */
function stopParsing(socket: Socket): void {
  const { parser } = socket as unknown as { parser?: { onIncoming?: () => number } | null };
  if (parser) parser.onIncoming = () => STOP;
}
/** Tells Node's parser that what follows is not HTTP; it has no public API. */
const STOP = 2;

/** Bytes accepted by the kernel, including those of a large write that is still in progress. */
function bytesSent(socket: Socket): number {
  const { _handle } = socket as unknown as { _handle?: Partial<StreamHandle> | null };
  // With TLS, the bytes of the underlying TCP connection.
  const handle = _handle?._parent ?? _handle;
  return (handle?.bytesWritten ?? 0) - (handle?.writeQueueSize ?? 0);
}
/** What Node's own socket timeouts read; it has no public API. */
interface StreamHandle {
  bytesWritten: number;
  writeQueueSize: number;
  _parent?: Partial<StreamHandle>;
}
