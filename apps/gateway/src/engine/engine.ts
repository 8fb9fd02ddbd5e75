/**
 * The interface between the stages, which decide, and the engines, which relay bytes. An engine knows
 * only sockets; heads, credentials, exits and accounting are the same above every engine (ADR 4).
 *
 *     listen/ · session/ · relay/                        decide
 *     ───────────────── engine.ts ─────────────────
 *     portable/ (Node's sockets)   native/ (epoll, splice)   relay
 */

import type { SecureContext } from "node:tls";

/** Takes bytes. True: their memory is free. False (backpressure): it is held, reading is paused. */
export type Receive = (chunk: Uint8Array) => boolean;

/** Handles a client that is idle: before its first byte, or between two requests. */
export interface IdleClient {
  /** The worker is shutting down: closes it. */
  drain(peer: Peer): void;
}

/** One TCP connection. Nothing is read before the first `resume`. */
export interface Peer {
  /** The client's or target's address, canonical; empty where it is unknown. */
  address: string;
  /** The address of this side, canonical; empty where it is unknown. */
  readonly localAddress: string;
  /** The peer has sent all it will send. */
  readonly ended: boolean;
  readonly closed: boolean;
  /** Bytes received so far by `receive`, to detect idle connections. */
  readonly received: number;
  receive: Receive;
  /** Called once when the peer has sent all it will send. */
  onEnd: () => void;
  /** Called once, after everything else and never from within a call, with the error if any. */
  onClose: (error: Error | null) => void;
  /** Called when the kernel has taken all that `send` left over. */
  onSent: () => void;
  /**
   * After a failed send the connection is not closed before all that arrived is read: `onBroken` is
   * called, `broken` stays true. For targets, which may answer early and close. Off at first.
   */
  readsOut: boolean;
  /** The other side closed while bytes were sent to it; what it sent before can still be read. */
  readonly broken: boolean;
  onBroken: () => void;
  /** Set while a client waits for its first byte or its next request; null otherwise. */
  idle: IdleClient | null;
  /** Reads on after `receive` answered false, or after `pause`. */
  resume(): void;
  pause(): void;
  /** Writes bytes of our own; the caller does not touch their memory again. */
  write(bytes: Uint8Array): void;
  /**
   * Hands bytes over and returns how many the kernel took at once. The rest's memory stays
   * untouched until `onSent`; only then may `send` be called again.
   */
  send(bytes: Uint8Array): number;
  /** Bytes written or sent that the kernel has not taken yet. */
  unsent(): number;
  /** Bytes that the kernel has taken and the other side has not; null where it is unknown. */
  queued(): number | null;
  /** Half-closes once all is sent. */
  end(last?: Uint8Array): void;
  destroy(): void;
  /** Ends it with a reset. */
  reset(): void;
}

/**
 * The byte quota of one direction of a tunnel: bytes are taken before they are moved. Implemented in
 * `meter`: `BudgetQuota` (usage-recorder.ts) spends a lease (leased-budget.ts `take`).
 */
export interface ByteQuota {
  /** Takes up to `bytes`; 0 means: `wait`. Only when all taken before were moved or given back. */
  take(bytes: number): number;
  /** Taken bytes that were handed to the kernel. */
  moved(bytes: number): void;
  /** Taken bytes that will not be moved. */
  giveBack(bytes: number): void;
  /** Calls `then` once there may be bytes again. */
  wait(then: () => void): void;
  cancelWait(then: () => void): void;
}

export interface RelayOptions {
  client: Peer;
  target: Peer;
  up: ByteQuota;
  down: ByteQuota;
  /** Bytes that arrived before, in memory of their own: they are relayed first. */
  early: { fromClient: Uint8Array; fromTarget: Uint8Array };
  /** Called once, never from within a call, when both sides are closed and all is counted. */
  ended: (error: Error | null) => void;
}

/** Relays bytes both ways between two peers; FIN is passed on as FIN, a reset as a reset. */
export interface Relay {
  /** A number that grows with each byte. */
  readonly moved: number;
  /** Bytes wait here for a peer that does not take them, though its own bytes need not wait. */
  readonly stalled: boolean;
  /** One side has sent all it will send. */
  readonly halfClosed: boolean;
  /** Counts what the kernel took meanwhile. */
  sample(): void;
  /** Bytes that the kernel has taken and such peers have not; null where it is unknown. */
  queued(): number | null;
  /** Nothing has moved for a while: frees buffers. */
  rest(): void;
  /** Ends it at once; by a `reset` the kernel forgets what it has not sent, too. */
  stop(reset?: boolean): void;
}

/** Buffer sizes of a connection whose bytes wait for their turn. */
export interface Buffers {
  /**
   * The kernel's receive and send buffers, bytes; undefined: as the kernel sees fit. Node's sockets have
   * no such option, so that the portable engine leaves it to the kernel.
   */
  kernel: number | undefined;
  /** The most bytes that are read at once while chunks are held. */
  read: number;
}

export interface Dial {
  address: string;
  port: number;
  /** The address to bind, where it matters. */
  localAddress?: string | undefined;
  /** `localAddress` may be one that no interface has, only a local route (`IPV6_FREEBIND`). */
  freeBind?: boolean;
  timeoutMs: number;
  /** Undefined where bytes need not wait. */
  buffers?: Buffers | undefined;
}

/** Limits the clients of all listeners that share it. */
export interface ConnectionLimiter {
  /** Accepts a client, and may close another one for it; false: this one is closed. */
  accepted(client: Peer): boolean;
  /** An accepted client is closed. */
  closed(client: Peer): void;
  /**
   * No descriptor is left to accept with: closes waiting clients; false where there are none.
   * The portable engine does not call it.
   */
  shed(): boolean;
}

export interface ListenAt {
  host: string;
  /** 0 for any free port. */
  port: number;
  limiter: ConnectionLimiter;
  /** Nobody else may listen there, not even another worker: an address in use is an error. */
  exclusive?: true;
  /** Of an IPv6 address: IPv4 is another listener's. */
  ipv6Only?: true;
  /** Buffer sizes of each accepted connection. */
  buffers?: Buffers | undefined;
}

export interface SecureOptions {
  context: SecureContext;
  early: Uint8Array;
  limiter: ConnectionLimiter;
}

export interface Listening {
  port: number;
  /** Stops accepting; open connections stay. */
  stop(): void;
}

export interface Engine {
  readonly name: "portable" | "native";
  /**
   * Calls `onClient` with each connection, paused; those that the limiter rejects are closed.
   * Rejects when the address cannot be bound.
   */
  listen(at: ListenAt, onClient: (client: Peer) => void): Promise<Listening>;
  /**
   * Speaks TLS as the server on an accepted connection from now on; `early` are the bytes that came
   * already. `done` gets the connection's new peer, paused, later; the old one is void. Null where the
   * connection was closed meanwhile.
   */
  secure(client: Peer, options: SecureOptions, done: (secured: Peer | null) => void): void;
  /** Opens a connection; `done` gets it paused, now or later, or an error with Node's `code`. */
  connect(to: Dial, done: (opened: Peer | Error) => void): void;
  relay(options: RelayOptions): Relay;
}

/**
 * Bytes that the kernel holds for two peers together; null where one is unknown. A peer whose own bytes
 * wait is left out as null.
 */
export function queuedForBoth(one: Peer | null, other: Peer | null): number | null {
  const first = one === null ? 0 : one.queued();
  const second = other === null ? 0 : other.queued();
  return first === null || second === null ? null : first + second;
}

/** One direction of a relay, as far as stalls are concerned. */
export interface Direction {
  /** Bytes wait for the quota. */
  readonly waits: boolean;
  /** Bytes wait for a peer that does not take them. */
  readonly stalled: boolean;
}

/**
 * Whether a peer is at fault that bytes wait here: not while its own bytes wait for the quota, since a
 * peer that is blocked in writing need not read meanwhile.
 */
export function isStalled(up: Direction, down: Direction): boolean {
  return (up.stalled && !down.waits) || (down.stalled && !up.waits);
}

/** Codes of a send that failed because the other side closed. */
const hangUps = new Set(["EPIPE", "ECONNRESET"]);

/** Whether bytes that arrived before such a failure may still be in the kernel. */
export function isHangUp(error: Error): boolean {
  return hangUps.has((error as NodeJS.ErrnoException).code ?? "");
}

/**
 * Whether an end of input after a failed send is really a reset: the kernel reports a reset only once, at
 * the send. With EPIPE the other side had ended its input before.
 */
export function hidesReset(error: Error | null): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === "ECONNRESET";
}

/** What was sent before a reset has this long to arrive. */
const lastBytesMs = 2_000;
const lookEveryMs = 20;

/** Resets a peer once it has taken what was sent to it, or after a while. */
export function resetWhenSent(peer: Peer, isSent: () => boolean): void {
  const endsAt = performance.now() + lastBytesMs;
  const look = () => {
    if (!peer.closed && !isSent() && performance.now() < endsAt) setTimeout(look, lookEveryMs);
    else peer.reset();
  };
  look();
}

/** The most connections in the kernel's accept queue. */
export const backlog = 4_096;
