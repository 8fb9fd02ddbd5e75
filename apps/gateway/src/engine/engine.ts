/**
 * The interface between the stages, which decide, and the engines, which relay bytes. An engine knows
 * only sockets; heads, credentials, exits and accounting are the same above every engine (ADR 5).
 *
 *     listen/ · session/ · relay/                        decide
 *     ───────────────── engine.ts ─────────────────
 *     portable/ (Node's sockets)   native/ (epoll, splice)   relay
 */

import type { SecureContext } from "node:tls";

/** Receives bytes. True: their memory is free. False (backpressure): it is kept, reading pauses. */
export type Receive = (chunk: Uint8Array) => boolean;

/** Handles an idle client: one before its first byte, or between two requests. */
export interface IdleClient {
  /** Closes the client because the worker is shutting down. */
  drain(peer: Peer): void;
}

/** One TCP connection. Nothing is read before the first `resume`. */
export interface Peer {
  /** The remote address (client or target), canonical; empty if unknown. */
  address: string;
  /** The local address, canonical; empty if unknown. */
  readonly localAddress: string;
  /** Whether the other side has finished sending (FIN). */
  readonly ended: boolean;
  readonly closed: boolean;
  /** Bytes received so far by `receive`, to detect idle connections. */
  readonly received: number;
  receive: Receive;
  /** Called once when the other side has finished sending (FIN). */
  onEnd: () => void;
  /** Called once, last, and never synchronously from a method call; with the error, if any. */
  onClose: (error: Error | null) => void;
  /** Called when the kernel has accepted the bytes that `send` left over. */
  onSent: () => void;
  /**
   * After a failed send, reads all that arrived before it closes: `onWriteError` is called, `hasWriteError`
   * stays true. For targets, which may answer early and close. Off by default.
   */
  readAfterWriteError: boolean;
  /** The other side closed while bytes were being sent; what it sent before can still be read. */
  readonly hasWriteError: boolean;
  onWriteError: () => void;
  /** Set while a client waits for its first byte or its next request; null otherwise. */
  idle: IdleClient | null;
  /** Continues reading after `receive` returned false or after `pause`. */
  resume(): void;
  pause(): void;
  /** Writes bytes of the gateway's own; the caller must not modify them afterwards. */
  write(bytes: Uint8Array): void;
  /**
   * Sends bytes and returns how many the kernel accepted at once. The memory of the rest must stay
   * untouched until `onSent`; only then may `send` be called again.
   */
  send(bytes: Uint8Array): number;
  /** Bytes written or sent that the kernel has not accepted yet; once closed: what it never did. */
  unsent(): number;
  /** Bytes in the kernel that the other side has not acknowledged; null if unknown. */
  queued(): number | null;
  /** Half-closes once everything is sent. */
  end(last?: Uint8Array): void;
  destroy(): void;
  /** Closes the connection with a reset. */
  reset(): void;
}

/**
 * The byte quota of one direction of a tunnel: bytes are taken before they are moved. Implemented
 * in `meter`: `BudgetQuota` (usage-recorder.ts) spends a lease (leased-budget.ts `take`).
 */
export interface ByteQuota {
  /** Takes up to `bytes`; 0 means `wait`. First move or give back all that was taken before. */
  take(bytes: number): number;
  /** Reports taken bytes that the kernel accepted. */
  commit(bytes: number): void;
  /** Returns taken bytes that will not be moved. */
  refund(bytes: number): void;
  /** Calls `then` once bytes may be available again. */
  wait(then: () => void): void;
  cancelWait(then: () => void): void;
}

export interface RelayOptions {
  client: Peer;
  target: Peer;
  up: ByteQuota;
  down: ByteQuota;
  /** Bytes that arrived earlier, in memory of their own; they are relayed first. */
  early: { fromClient: Uint8Array; fromTarget: Uint8Array };
  /** Called once, asynchronously, when both sides are closed and all bytes are counted. */
  ended: (error: Error | null) => void;
}

/** Relays bytes both ways between two peers. A FIN is passed on as FIN, a reset as a reset. */
export interface Relay {
  /** A counter that grows with each byte moved. */
  readonly moved: number;
  /** Bytes wait for a peer that does not read, though nothing keeps it from reading. */
  readonly stalled: boolean;
  /** Whether one side has finished sending. */
  readonly halfClosed: boolean;
  /** Counts what the kernel has accepted so far. */
  sample(): void;
  /** Bytes in the kernel that such peers have not acknowledged; null if unknown. */
  queued(): number | null;
  /** Frees buffers after a period without traffic. */
  rest(): void;
  /** Ends the relay at once. With `reset` the kernel also discards what it has not sent. */
  stop(reset?: boolean): void;
}

/** Buffer sizes of a rate-limited connection. */
export interface Buffers {
  /**
   * The kernel's receive and send buffers, bytes; undefined for the kernel's default. The portable
   * engine ignores this, since Node's sockets have no such option.
   */
  kernel: number | undefined;
  /** The most bytes per read while chunks are held. */
  read: number;
}

export interface Dial {
  address: string;
  port: number;
  /** The local address to bind, if any. */
  localAddress?: string | undefined;
  /** `localAddress` may be on no interface and have only a local route (`IPV6_FREEBIND`). */
  freeBind?: boolean;
  timeoutMs: number;
  /** Undefined for connections without a rate limit. */
  buffers?: Buffers | undefined;
}

/** Limits the clients of all listeners that share this limiter. */
export interface ConnectionLimiter {
  /** Admits a new connection, perhaps closing another for it. False: close this connection. */
  accepted(client: Peer): boolean;
  /** Called when an accepted client is closed. */
  closed(client: Peer): void;
  /**
   * Called when there is no file descriptor left to accept with: closes waiting clients and returns
   * whether there were any. The portable engine does not call it.
   */
  shed(): boolean;
}

export interface ListenAt {
  host: string;
  /** 0 for any free port. */
  port: number;
  limiter: ConnectionLimiter;
  /** No other socket may listen there, not even another worker's: an address in use is an error. */
  exclusive?: true;
  /** For an IPv6 address: leaves IPv4 to another listener. */
  ipv6Only?: true;
  /** Buffer sizes of each accepted connection. */
  buffers?: Buffers | undefined;
}

export interface SecureOptions {
  context: SecureContext;
  early: Uint8Array;
  limiter: ConnectionLimiter;
}

/** TLS as the client: to whom, by which authority, in what time. */
export interface SecureTarget {
  host: string;
  /** PEM; undefined for the system's authorities. */
  ca: string | undefined;
  timeoutMs: number;
}

export interface Listening {
  port: number;
  /** Stops accepting; open connections stay open. */
  stop(): void;
}

export interface Engine {
  readonly name: "portable" | "native";
  /**
   * Calls `onClient` with each connection, paused; closes those that the limiter rejects. Rejects
   * if the address cannot be bound.
   */
  listen(at: ListenAt, onClient: (client: Peer) => void): Promise<Listening>;
  /**
   * Starts TLS as the server on an accepted connection; `early` holds bytes that were already
   * received. Later calls `done` with the connection's new peer, paused (the old one must not be
   * used any more), or with null if the connection was closed in the meantime.
   */
  secure(client: Peer, options: SecureOptions, done: (secured: Peer | null) => void): void;
  /**
   * Starts TLS as the client on an open connection, which must not be used any more. `done` gets
   * the new peer, paused, or an error, also if the certificate is not the host's.
   */
  secureTarget(peer: Peer, to: SecureTarget, done: (secured: Peer | Error) => void): void;
  /** Opens a connection. `done` gets it paused, now or later, or an error with Node's `code`. */
  connect(to: Dial, done: (opened: Peer | Error) => void): void;
  relay(options: RelayOptions): Relay;
}

/**
 * Bytes that the kernel holds for two peers together; null if unknown for one of them. Pass null
 * for a peer that is not to be counted because its own bytes wait.
 */
export function queuedForBoth(one: Peer | null, other: Peer | null): number | null {
  const first = one === null ? 0 : one.queued();
  const second = other === null ? 0 : other.queued();
  return first === null || second === null ? null : first + second;
}

/** The parts of a relay direction that decide whether a relay is stalled. */
export interface Direction {
  /** Whether bytes wait for the quota. */
  readonly waitsForQuota: boolean;
  /** Whether bytes wait for a peer that does not read. */
  readonly stalled: boolean;
}

/**
 * Whether a peer is to blame for waiting bytes. Not while its own bytes wait for the quota, since a
 * peer that is blocked in a write need not read.
 */
export function isStalled(up: Direction, down: Direction): boolean {
  return (up.stalled && !down.waitsForQuota) || (down.stalled && !up.waitsForQuota);
}

/** Error codes of a send that failed because the other side closed. */
const peerClosedCodes = new Set(["EPIPE", "ECONNRESET"]);

/** Whether bytes that arrived before this failed send may still be in the kernel. */
export function isHangup(error: Error): boolean {
  return peerClosedCodes.has((error as NodeJS.ErrnoException).code ?? "");
}

/**
 * Whether an end of input after a failed send is really a reset: the kernel reports a reset only
 * once, at the send. After EPIPE it is a real end, as the other side had finished sending before.
 */
export function isMaskedReset(error: Error | null): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === "ECONNRESET";
}

/** How long bytes sent before a reset have to arrive. */
const lastBytesMs = 2_000;
const lookEveryMs = 20;

/** Resets a peer once it has received what was sent to it, or after a timeout. */
export function resetWhenSent(peer: Peer, isSent: () => boolean): void {
  const endsAt = performance.now() + lastBytesMs;
  const look = () => {
    if (!peer.closed && !isSent() && performance.now() < endsAt) setTimeout(look, lookEveryMs);
    else peer.reset();
  };
  look();
}

/** The size of the kernel's accept queue. */
export const backlog = 4_096;
