/**
 * A Node socket whose bytes arrive in a buffer that it owns, small while idle, growing with its
 * speed.
 *
 *     kernel ─▶ own buffer ─▶ receive(chunk) ─▶ true: buffer free · false: wait for resume()
 *
 * Stock `data` handlers make a fresh 64 kB buffer for each read. The buffer is never shared between
 * sockets: Node asks for the next one right after each read.
 */
import { placeKey } from "@turnpike/net/connection-pool.ts";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { hidesReset, type IdleClient, isHangUp, type Peer, type Receive } from "../engine.ts";
import { BufferPool } from "./buffers.ts";
import { handleOf } from "./handle.ts";
import type { SendQueues } from "./send-queues.ts";
import { tolerateWrites } from "./tolerate-writes.ts";

const pool = new BufferPool();
/** So many reads in a row that fill a fraction of the buffer make it smaller. */
const smallReads = 64;

/** What all peers of an engine share. */
export interface Shared {
  /** Hears what a peer's listener threw. */
  onError: (error: unknown) => void;
  /** Null where nothing tells what the kernel holds. */
  queues: SendQueues | null;
}

const ignore = () => {};

export class PortablePeer implements Peer {
  receive: Receive = () => false;
  onEnd: () => void = ignore;
  onClose: (error: Error | null) => void = ignore;
  onSent: () => void = ignore;
  onBroken: () => void = ignore;
  idle: IdleClient | null = null;
  [placeKey]: object | null = null;
  /** Called when the socket is closed. */
  onFreed: (peer: Peer) => void = ignore;
  ended = false;
  received = 0;
  readonly socket: Socket;
  #shared: Shared;
  /** Empty before it is known. */
  #address = "";
  /** Chunks that are held grow up to here: who waits for its turn takes a whole portion of it. */
  #readMost: number;
  #size = 0;
  #buffer = pool.take(0);
  #small = 0;
  /** What the held chunk lies in, when that is not the buffer of the next read. */
  #behind: { size: number; buffer: Buffer } | null = null;
  /** Not reading: at first, after `pause`, or because `receive` still holds the buffer. */
  #paused = true;
  /** `receive` answered false: the buffer is in use elsewhere. */
  #held = false;
  /** Of the last `send`, while the kernel has not taken all of it. */
  #sending = 0;
  /** Write callbacks still to come of sends that were done at once. */
  #skip = 0;
  /** Why nothing more can be sent, while what came before is still read. */
  #brokenBy: Error | null = null;
  #readsOut = false;
  #tolerates = false;
  /** How many readings of the kernel's queues had begun when it was last given something. */
  #givenAfter = 0;

  /**
   * `make` gets what Node's sockets take as `onread`; the socket is made paused, half-open. What a
   * listener throws ends this peer alone. Buffers behind held chunks grow up to `readMost` only.
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
      if (hidesReset(this.#brokenBy)) return void this.socket.destroy(this.#brokenBy as Error);
      this.ended = true;
      this.guard(() => this.onEnd());
    });
    // Told with its closing.
    this.socket.on("error", ignore);
    this.socket.on("close", () => {
      // What is still being written from it elsewhere keeps it alive; it is not given to others.
      pool.give(this.#size, this.#held && this.#behind === null ? null : this.#buffer);
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

  get broken(): boolean {
    return this.#brokenBy !== null;
  }

  get readsOut(): boolean {
    return this.#readsOut;
  }

  set readsOut(on: boolean) {
    this.#readsOut = on;
    if (!on || this.#tolerates) return;
    this.#tolerates = true;
    tolerateWrites(this.socket, (error) => this.#hungUp(error));
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
    this.#given();
    this.socket.write(bytes);
  }

  send(bytes: Uint8Array): number {
    const { socket } = this;
    if (socket.destroyed || socket.writableEnded) return 0;
    this.#given();
    socket.write(bytes, this.#written);
    if (socket.errored) return 0;
    if (socket.writableLength === 0) {
      this.#skip += 1;
      return bytes.length;
    }
    this.#sending = bytes.length;
    // Not all before its callback, even where the kernel has it all: the next send waits for that.
    return bytes.length - Math.max(1, Math.min(this.unsent(), bytes.length));
  }

  unsent(): number {
    const { socket } = this;
    // Something else is still to be written before it: then it is all here yet.
    const failed = socket.errored || this.#brokenBy !== null;
    if (failed || socket.writableLength !== this.#sending) return socket.writableLength;
    return handleOf(socket)?.writeQueueSize ?? socket.writableLength;
  }

  queued(): number | null {
    const { socket } = this;
    if (socket.destroyed) return 0;
    const local = { address: socket.localAddress, port: socket.localPort };
    const remote = { address: socket.remoteAddress, port: socket.remotePort };
    return this.#shared.queues?.held(local, remote, this.#givenAfter) ?? null;
  }

  end(last?: Uint8Array): void {
    this.#given();
    if (last) this.socket.end(last);
    else this.socket.end();
  }

  destroy(): void {
    this.socket.destroy();
  }

  reset(): void {
    // A reset would say nothing to the TLS of the other side.
    if (this.socket instanceof TLSSocket) this.socket.destroy();
    else this.socket.resetAndDestroy();
  }

  /** An idle socket keeps the smallest buffer alone. Only between reads. */
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
    // Who resumed meanwhile needs the chunk no more.
    const free = this.receive(buffer.subarray(0, bytes)) || !this.#held;
    this.#held = !free;
    if (!free) {
      this.#paused = true;
      this.#growBehind(bytes);
    } else if (this.#buffer === buffer) this.#fit(bytes);
    return !this.#paused;
  }

  /** A chunk that filled its buffer and is held still: the next read has a larger one. */
  #growBehind(bytes: number): void {
    const size = pool.sizes[this.#size] ?? 0;
    if (bytes < size || size >= this.#readMost || this.#behind !== null) return;
    this.#behind = { size: this.#size, buffer: this.#buffer };
    this.#size += 1;
    this.#small = 0;
    this.#buffer = pool.take(this.#size);
  }

  /** What was held is free. */
  #free(): void {
    if (this.#behind !== null) pool.give(this.#behind.size, this.#behind.buffer);
    this.#behind = null;
  }

  /** The buffer is free now: Node asks for the next one when this read returns. */
  #fit(bytes: number): void {
    const size = pool.sizes[this.#size] ?? 0;
    if (bytes === size && pool.has(this.#size + 1)) this.#replace(this.#size + 1);
    else if (bytes * 8 > size) this.#small = 0;
    else if (this.#size > 0 && ++this.#small > smallReads) this.#replace(this.#size - 1);
  }

  #replace(size: number): void {
    pool.give(this.#size, this.#buffer);
    this.#size = size;
    this.#small = 0;
    this.#buffer = pool.take(size);
  }

  /** Whether a failed write is no end yet: what came before is read first. */
  #hungUp(error: Error): boolean {
    if (!this.#readsOut || this.ended || this.socket.destroyed || !isHangUp(error)) return false;
    if (this.#brokenBy !== null) return true;
    this.#brokenBy = error;
    process.nextTick(() => {
      if (!this.socket.destroyed) this.guard(() => this.onBroken());
    });
    return true;
  }

  /** From now on the kernel has more than readings know that have begun. */
  #given(): void {
    this.#givenAfter = this.#shared.queues?.begun ?? 0;
  }

  #written = (error?: Error | null): void => {
    this.#given();
    if (this.#skip > 0) {
      this.#skip -= 1;
      return;
    }
    if (error) return;
    this.#sending = 0;
    this.guard(() => this.onSent());
  };

  /** Runs what others hang on to this peer. */
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
