/**
 * The seam between what decides and what moves bytes. An engine knows sockets and nothing else;
 * heads, credentials, exits and books are the same above every engine (ADR 4).
 *
 *     listen/ · passage · http-forward · tunnel          decide
 *     ───────────────── engine.ts ─────────────────
 *     portable/ (Node's sockets)   native/ (epoll, splice)   move
 */

/** Takes bytes. True: their memory is free again. False: it is held and reading is paused. */
export type Receive = (chunk: Uint8Array) => boolean;

/** What serves a client that asks for nothing at the moment. */
export interface IdleClient {
  /** The worker ends: closes it. */
  drain(peer: Peer): void;
}

/** One TCP connection, seen from here. Nothing is read before the first `resume`. */
export interface Peer {
  /** The other side's address, canonical; empty when it cannot be told. */
  readonly address: string;
  /** The peer has sent all it will send. */
  readonly ended: boolean;
  readonly closed: boolean;
  /** Bytes received so far by `receive`, to tell who is idle. */
  readonly received: number;
  receive: Receive;
  /** Called once when the peer has sent all it will send. */
  onEnd: () => void;
  /** Called once, after everything else and never from within a call, with the error if any. */
  onClose: (error: Error | null) => void;
  /** Called when the kernel has taken all that `send` left over. */
  onSent: () => void;
  /**
   * A failed send does not close it before all that came was read: `onBroken` tells, `broken` stays.
   * For targets, which may answer early and hang up. Off at first.
   */
  readsOut: boolean;
  /** The other side hung up on what is sent to it; what it sent before is still to be read. */
  readonly broken: boolean;
  onBroken: () => void;
  /** Of a client that waits for its first byte or its next request; null for all others. */
  idle: IdleClient | null;
  /** Reads on after `receive` answered false, or after `pause`. */
  resume(): void;
  pause(): void;
  /** Writes words of our own; their memory is not touched again by the caller. */
  write(bytes: Uint8Array): void;
  /**
   * Hands bytes over and answers how many the kernel took at once. The rest's memory stays
   * untouched until `onSent`; only then may `send` be called again.
   */
  send(bytes: Uint8Array): number;
  /** Bytes written or sent that the kernel has not taken yet. */
  unsent(): number;
  /** Bytes that the kernel has taken and the other side has not; null where it cannot be told. */
  queued(): number | null;
  /** Half-closes once all is sent. */
  end(last?: Uint8Array): void;
  destroy(): void;
  /** Ends it with a reset. */
  reset(): void;
}

/** What one direction of a tunnel pays for its bytes: each is taken before it is moved. */
export interface ByteQuota {
  /** Takes up to so many bytes; 0 means: `wait`. Only when all taken before were moved or returned. */
  take(bytes: number): number;
  /** So many of those taken were handed to the kernel. */
  moved(bytes: number): void;
  /** So many of those taken will not be moved. */
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
  /** What came before, in memory of nobody else: the first bytes to be carried. */
  early: { fromClient: Uint8Array; fromTarget: Uint8Array };
  /** Called once, never from within a call, when both sides are closed and all is counted. */
  ended: (error: Error | null) => void;
}

/** Bytes on their way both ways between two peers; FIN is passed on as FIN, a reset as a reset. */
export interface Relay {
  /** A number that grows with each byte. */
  readonly moved: number;
  /** Bytes wait here for a peer that does not take them and is not kept waiting itself. */
  readonly stalled: boolean;
  /** One side has sent all it will send. */
  readonly halfClosed: boolean;
  /** Counts what the kernel took meanwhile. */
  sample(): void;
  /** Bytes that the kernel has taken and such peers have not; null where it cannot be told. */
  queued(): number | null;
  /** Nothing has moved for a while: gives back what can be had again. */
  rest(): void;
  /** Ends it at once; by a `reset` the kernel forgets what it has not sent, too. */
  stop(reset?: boolean): void;
}

/** How much may lie here of a connection whose bytes wait for their turn. */
export interface Buffers {
  /**
   * Bytes that the kernel holds at most each way, of what is not read here and of what is not taken
   * there; undefined: as it sees fit. Node's sockets do not know the option, the portable engine
   * leaves it to the kernel.
   */
  kernel: number | undefined;
  /** Bytes that are read at once at most while chunks are held: each holds no more. */
  read: number;
}

export interface Dial {
  address: string;
  port: number;
  /** The address to leave from, where it matters. */
  localAddress?: string | undefined;
  timeoutMs: number;
  /** Undefined where bytes need not wait. */
  buffers?: Buffers | undefined;
}

/** Who may be connected of the clients that come, over all listeners that share it. */
export interface ConnectionLimiter {
  /** Takes a client in, and may close another one for it; false: this one is closed. */
  accepted(client: Peer): boolean;
  /** A client that was taken in is closed. */
  closed(client: Peer): void;
  /**
   * No descriptor is left to accept with: closes clients that can be; false when there are none.
   * The portable engine does not hear of it.
   */
  shed(): boolean;
}

export interface ListenAt {
  host: string;
  /** 0 for any free port. */
  port: number;
  limiter: ConnectionLimiter;
  /** Nobody else may listen there, not even another worker: who has it already is an error. */
  exclusive?: true;
  /** Of each connection that comes. */
  buffers?: Buffers | undefined;
}

export interface Listening {
  port: number;
  /** Accepts nobody any more; open connections stay. */
  stop(): void;
}

export interface Engine {
  readonly name: "portable" | "native";
  /**
   * Calls `came` with each connection, paused; those that `room` does not take are closed.
   * Rejects when the address cannot be bound.
   */
  listen(at: ListenAt, onClient: (client: Peer) => void): Promise<Listening>;
  /** Opens a connection, which is answered paused, now or later. An error bears Node's `code`. */
  connect(to: Dial, done: (opened: Peer | Error) => void): void;
  relay(options: RelayOptions): Relay;
}

/**
 * What the kernel holds for two peers together; null where it cannot be told of one of them. One that
 * is kept waiting itself is left out.
 */
export function queuedForBoth(one: Peer | null, other: Peer | null): number | null {
  const first = one === null ? 0 : one.queued();
  const second = other === null ? 0 : other.queued();
  return first === null || second === null ? null : first + second;
}

/** One direction of bytes, as far as it tells who is slow. */
export interface Direction {
  /** Bytes wait for the quota. */
  readonly waits: boolean;
  /** Bytes wait for a peer that does not take them. */
  readonly stalled: boolean;
}

/**
 * Whether a peer is the one to blame that bytes lie here: not while its own bytes wait for the quota,
 * since who is blocked in writing need not read meanwhile.
 */
export function isStalled(up: Direction, down: Direction): boolean {
  return (up.stalled && !down.waits) || (down.stalled && !up.waits);
}

/** Codes of a send that failed because the other side hung up. */
const hangUps = new Set(["EPIPE", "ECONNRESET"]);

/** Whether bytes that came before such a failure may still lie in the kernel. */
export function isHangUp(error: Error): boolean {
  return hangUps.has((error as NodeJS.ErrnoException).code ?? "");
}

/**
 * Whether the end of what came after a failed send is no end: the kernel tells of the reset once, by
 * the send. With EPIPE the other side had said before that it was done.
 */
export function hidesReset(error: Error | null): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === "ECONNRESET";
}

/** What was sent before a reset has so long to arrive. */
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

/** Connections that the kernel holds for us until they are accepted. */
export const backlog = 4_096;
