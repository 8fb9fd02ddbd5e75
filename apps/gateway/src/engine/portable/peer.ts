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
import type { SendQueues } from "./send-queues.ts";
import { tolerateWriteErrors } from "./tolerate-write-errors.ts";

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

export class PortablePeer implements Peer {
  receive: Receive = () => false;
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
  /** The size of the last `send` until the kernel has accepted all of it. */
  #sending = 0;
  /** Outstanding write callbacks of sends that completed at once. */
  #skip = 0;
  /** Why nothing more can be sent, while bytes received earlier are still read. */
  #writeError: Error | null = null;
  #readAfterWriteError = false;
  #toleratesWriteErrors = false;
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
    this.socket.on("end", () => {
      if (isMaskedReset(this.#writeError))
        return void this.socket.destroy(this.#writeError as Error);
      this.ended = true;
      this.guard(() => this.onEnd());
    });
    // Errors are reported with `close`.
    this.socket.on("error", ignore);
    this.socket.on("close", () => {
      // The buffer may still be used for a write elsewhere: then it is not returned to the pool.
      pool.release(this.#size, this.#held && this.#heldBuffer === null ? null : this.#buffer);
      this.#buffer = nothing;
      this.onFreed(this);
      this.guard(() => this.onClose(this.socket.errored));
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
    return this.#writeError !== null;
  }

  get readAfterWriteError(): boolean {
    return this.#readAfterWriteError;
  }

  set readAfterWriteError(on: boolean) {
    this.#readAfterWriteError = on;
    if (!on || this.#toleratesWriteErrors) return;
    this.#toleratesWriteErrors = true;
    tolerateWriteErrors(this.socket, (error) => this.#handleWriteError(error));
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
    this.#noteWrite();
    this.socket.write(bytes);
  }

  send(bytes: Uint8Array): number {
    const { socket } = this;
    if (socket.destroyed || socket.writableEnded) return 0;
    this.#noteWrite();
    socket.write(bytes, this.#written);
    if (socket.errored) return 0;
    if (socket.writableLength === 0) {
      this.#skip += 1;
      return bytes.length;
    }
    this.#sending = bytes.length;
    // Never all before the callback, even if the kernel has it: the next send waits for that.
    return bytes.length - Math.max(1, Math.min(this.unsent(), bytes.length));
  }

  unsent(): number {
    const { socket } = this;
    // Other bytes are still to be written before it, so none of it was sent.
    const failed = socket.errored || this.#writeError !== null;
    if (failed || socket.writableLength !== this.#sending) return socket.writableLength;
    return handleOf(socket)?.writeQueueSize ?? socket.writableLength;
  }

  queued(): number | null {
    const { socket } = this;
    if (socket.destroyed) return 0;
    const local = { address: socket.localAddress, port: socket.localPort };
    const remote = { address: socket.remoteAddress, port: socket.remotePort };
    return this.#shared.queues?.queuedBytes(local, remote, this.#writtenAfter) ?? null;
  }

  end(last?: Uint8Array): void {
    this.#noteWrite();
    if (last) this.socket.end(last);
    else this.socket.end();
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

  /** Whether a failed write does not end the connection, as received bytes are read first. */
  #handleWriteError(error: Error): boolean {
    if (!this.#readAfterWriteError || this.ended || this.socket.destroyed || !isHangup(error))
      return false;
    if (this.#writeError !== null) return true;
    this.#writeError = error;
    process.nextTick(() => {
      if (!this.socket.destroyed) this.guard(() => this.onWriteError());
    });
    return true;
  }

  /** Bytes were written: readings that have already begun may miss them. */
  #noteWrite(): void {
    this.#writtenAfter = this.#shared.queues?.readingsBegun ?? 0;
  }

  #written = (error?: Error | null): void => {
    this.#noteWrite();
    if (this.#skip > 0) {
      this.#skip -= 1;
      return;
    }
    if (error) return;
    this.#sending = 0;
    this.guard(() => this.onSent());
  };

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
