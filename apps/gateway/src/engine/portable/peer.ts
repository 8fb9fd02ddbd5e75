/**
 * A Node socket that reads into a buffer of its own, which is small while idle and grows with
 * speed.
 *
 *     kernel ─▶ own buffer ─▶ receive(chunk) ─▶ true: buffer free · false: wait for resume()
 *
 * Stock `data` handlers allocate a new 64 kB buffer for each read. The buffer is never shared
 * between sockets, as Node asks for the next one right after each read.
 */
import { placeKey } from "@turnpike/net/connection-pool.ts";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { isMaskedReset, type IdleClient, isHangup, type Peer, type Receive } from "../engine.ts";
import { BufferPool } from "./buffers.ts";
import { handleOf } from "./handle.ts";
import { Outgoing, type Sender } from "./outgoing.ts";
import type { SendQueues } from "./send-queues.ts";

const pool = new BufferPool();
/** After this many consecutive reads that fill only a fraction of the buffer, it shrinks. */
const smallReads = 64;

/** State shared by all peers of an engine. */
export interface Shared {
  /** Called with what a peer's listener threw. */
  onError: (error: unknown) => void;
  /** Null if the kernel's queue sizes are unavailable. */
  queues: SendQueues | null;
}

const ignore = () => {};
const holdAll = () => false;

export class PortablePeer implements Peer, Sender {
  receive: Receive = holdAll;
  onEnd: () => void = ignore;
  onClose: (error: Error | null) => void = ignore;
  onSent: () => void = ignore;
  onWriteError: () => void = ignore;
  idle: IdleClient | null = null;
  [placeKey]: object | null = null;
  /** Called when the socket was closed. */
  onFreed: (peer: Peer) => void = ignore;
  ended = false;
  received = 0;
  readonly socket: Socket;
  #shared: Shared;
  /** Empty until it is known. */
  #address = "";
  /** Buffers of held chunks grow up to this size, so that one read fills a turn's portion. */
  #readMost: number;
  #size = 0;
  #buffer = pool.take(0);
  #small = 0;
  /** The buffer of the held chunk, if it is not the buffer of the next read. */
  #heldBuffer: { size: number; buffer: Buffer } | null = null;
  /** Not reading: initially, after `pause`, or because `receive` still holds the buffer. */
  #paused = true;
  /** `receive` returned false: the buffer is in use elsewhere. */
  #held = false;
  readAfterWriteError = false;
  #outgoing: Outgoing;
  /** How many readings of the kernel's queues had begun when bytes were last written. */
  #writtenAfter = 0;

  /**
   * `make` gets the `onread` option for Node's sockets and creates the socket paused and half-open.
   * What a listener throws closes this peer only. Buffers behind held chunks grow up to `readMost`.
   */
  constructor(
    shared: Shared,
    make: (onread: {
      buffer: () => Uint8Array;
      callback: (bytes: number, buffer: Uint8Array) => boolean;
    }) => Socket,
    readMost = 0,
  ) {
    this.#shared = shared;
    this.#readMost = readMost;
    this.socket = make({
      buffer: () => this.#buffer,
      callback: (bytes) => this.guard(() => this.#read(bytes)) ?? false,
    });
    this.#outgoing = new Outgoing(this.socket, this);
    this.socket.on("end", () => {
      const { error } = this.#outgoing;
      if (isMaskedReset(error)) return void this.socket.destroy(error as Error);
      this.ended = true;
      this.guard(() => this.onEnd());
      if (this.#outgoing.finished) this.socket.destroy();
    });
    // Errors are reported with `close`.
    this.socket.on("error", ignore);
    this.socket.on("close", () => {
      // The buffer may still be used for a write elsewhere: then it is not returned to the pool.
      pool.release(this.#size, this.#held && this.#heldBuffer === null ? null : this.#buffer);
      this.#buffer = nothing;
      this.onFreed(this);
      this.guard(() => this.onClose(this.socket.errored));
      this.#forget();
    });
  }

  get address(): string {
    this.#address ||= canonicalAddress(this.socket.remoteAddress ?? "") ?? "";
    return this.#address;
  }

  set address(address: string) {
    this.#address = address;
  }

  get localAddress(): string {
    return canonicalAddress(this.socket.localAddress ?? "") ?? "";
  }

  get closed(): boolean {
    return this.socket.destroyed;
  }

  get hasWriteError(): boolean {
    return this.#outgoing.error !== null;
  }

  resume(): void {
    this.#paused = false;
    this.#held = false;
    this.#free();
    this.socket.resume();
  }

  pause(): void {
    this.#paused = true;
    this.socket.pause();
  }

  write(bytes: Uint8Array): void {
    this.#outgoing.write(bytes);
  }

  send(bytes: Uint8Array): number {
    return this.#outgoing.send(bytes);
  }

  unsent(): number {
    return this.#outgoing.unsent();
  }

  queued(): number | null {
    const { socket } = this;
    if (socket.destroyed) return 0;
    const local = { address: socket.localAddress, port: socket.localPort };
    const remote = { address: socket.remoteAddress, port: socket.remotePort };
    return this.#shared.queues?.queuedBytes(local, remote, this.#writtenAfter) ?? null;
  }

  end(last?: Uint8Array): void {
    this.wrote();
    this.#outgoing.end(last);
  }

  destroy(): void {
    this.socket.destroy();
  }

  reset(): void {
    // TLS on the other side would not notice a reset.
    if (this.socket instanceof TLSSocket) this.socket.destroy();
    else this.socket.resetAndDestroy();
  }

  /** Leaves an idle socket only the smallest buffer. Call only between reads. */
  shrink(): void {
    const handle = handleOf(this.socket);
    if (this.#size === 0 || this.#paused || this.#held || !handle?.useUserBuffer) return;
    if (this.socket instanceof TLSSocket) return;
    this.#replace(0);
    handle.useUserBuffer(this.#buffer);
  }

  /** What Node's stream keeps alive until a full collection (`lib/young.ts`) must not keep more. */
  #forget(): void {
    this.receive = holdAll;
    this.onEnd = ignore;
    this.onClose = ignore;
    this.onSent = ignore;
    this.onWriteError = ignore;
    this.onFreed = ignore;
    this.idle = null;
  }

  #read(bytes: number): boolean {
    this.received += bytes;
    const buffer = this.#buffer;
    this.#held = true;
    // If `receive` called `resume`, the chunk is no longer needed.
    const free = this.receive(buffer.subarray(0, bytes)) || !this.#held;
    this.#held = !free;
    if (!free) {
      this.#paused = true;
      this.#growNextBuffer(bytes);
    } else if (this.#buffer === buffer) this.#fit(bytes);
    return !this.#paused;
  }

  /** If a held chunk filled its buffer, the next read gets a larger one. */
  #growNextBuffer(bytes: number): void {
    const size = pool.sizes[this.#size] ?? 0;
    if (bytes < size || size >= this.#readMost || this.#heldBuffer !== null) return;
    this.#heldBuffer = { size: this.#size, buffer: this.#buffer };
    this.#size += 1;
    this.#small = 0;
    this.#buffer = pool.take(this.#size);
  }

  /** Releases the buffer of a held chunk. */
  #free(): void {
    if (this.#heldBuffer !== null) pool.release(this.#heldBuffer.size, this.#heldBuffer.buffer);
    this.#heldBuffer = null;
  }

  /** The buffer is free now: Node asks for the next one when this read returns. */
  #fit(bytes: number): void {
    const size = pool.sizes[this.#size] ?? 0;
    if (bytes === size && pool.has(this.#size + 1)) this.#replace(this.#size + 1);
    else if (bytes * 8 > size) this.#small = 0;
    else if (this.#size > 0 && ++this.#small > smallReads) this.#replace(this.#size - 1);
  }

  #replace(size: number): void {
    pool.release(this.#size, this.#buffer);
    this.#size = size;
    this.#small = 0;
    this.#buffer = pool.take(size);
  }

  survives(error: Error): boolean {
    if (!this.readAfterWriteError || this.ended || !isHangup(error)) return false;
    process.nextTick(() => {
      if (!this.socket.destroyed) this.guard(() => this.onWriteError());
    });
    return true;
  }

  /** Readings of the kernel's queues that have already begun may miss these bytes. */
  wrote(): void {
    this.#writtenAfter = this.#shared.queues?.readingsBegun ?? 0;
  }

  sent(): void {
    this.guard(() => this.onSent());
  }

  /** Calls a listener; if it throws, closes this peer. */
  guard<T>(call: () => T): T | null {
    try {
      return call();
    } catch (error) {
      this.#shared.onError(error);
      this.socket.destroy();
      return null;
    }
  }
}
const nothing = Buffer.alloc(0);
