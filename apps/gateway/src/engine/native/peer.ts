/**
 * A connection with its own file descriptor. Only this object stores the descriptor: others read it
 * from here each time, and after `close` it is -1, so that nobody can use a descriptor that the
 * kernel has reassigned to another connection.
 */
import { placeKey } from "@turnpike/net/connection-pool.ts";
import { isMaskedReset, type IdleClient, isHangup, type Peer, type Receive } from "../engine.ts";
import * as kernel from "./kernel.ts";
import { failed, hungUp, once, readable, type Watched, writable } from "./loop.ts";
import { scratchBytes, type Shared } from "./scratch.ts";
import { copyOf, localAddressOf, pendingErrorOf, queuedBytes, setOption } from "./socket-calls.ts";
import type { SplicedRelay } from "./spliced-relay.ts";

const ignore = () => {};
const holdAll = () => false;

export class NativePeer implements Peer, Watched {
  receive: Receive = holdAll;
  onEnd: () => void = ignore;
  onClose: (error: Error | null) => void = ignore;
  onSent: () => void = ignore;
  readAfterWriteError = false;
  onWriteError: () => void = ignore;
  idle: IdleClient | null = null;
  [placeKey]: object | null = null;
  /** Called when the descriptor was closed. */
  onFreed: (peer: Peer) => void = ignore;
  fd: number;
  slot = -1;
  address: string;
  ended = false;
  received = 0;
  /** The relay that moves this peer's bytes once it is part of a tunnel. */
  relay: SplicedRelay | null = null;
  #shared: Shared;
  /** Limits chunks, which are then copied to memory of their own, as most of them are held. */
  #readMost: number | undefined;
  #paused = true;
  #held = false;
  /** Part of a tunnel that copies: the buffers of its held chunks are used again. */
  reuses = false;
  /** The buffer of the chunk that `receive` holds, if it is used again. */
  #kept: Buffer | null = null;
  /** The events that the peer needs. */
  #wanted = 0;
  /** The events that the loop watches for; possibly more, until one of the others occurs. */
  #watching = 0;
  /** Bytes that the kernel has not accepted yet; what `send` left over comes last. */
  #queue: Uint8Array[] | null = null;
  #sending = false;
  #neverSent = 0;
  #ending = false;
  #finSent = false;
  /** Why nothing more can be sent, while bytes received earlier are still read. */
  #writeError: Error | null = null;
  /** While the connection is being opened: called with the outcome. */
  #opening: ((error: Error | null) => void) | null = null;

  constructor(shared: Shared, fd: number, address: string, readMost?: number) {
    this.#shared = shared;
    this.fd = fd;
    this.address = address;
    this.#readMost = readMost;
  }

  get localAddress(): string {
    return this.fd < 0 ? "" : localAddressOf(this.#shared.kernel, this.fd);
  }

  get closed(): boolean {
    return this.fd < 0;
  }

  get hasWriteError(): boolean {
    return this.#writeError !== null;
  }

  /** Waits until the kernel has opened the connection or failed. */
  opening(done: (error: Error | null) => void): void {
    this.#opening = done;
    this.arm(writable);
  }

  resume(): void {
    this.#paused = false;
    this.#held = false;
    this.#kept = this.#shared.scratch.free(this.#kept);
    this.#arm();
  }

  pause(): void {
    this.#paused = true;
    this.#arm();
  }

  write(bytes: Uint8Array): void {
    if (this.fd < 0 || this.#ending) return;
    const sent = this.#queue === null ? this.#trySend(bytes) : 0;
    if (sent < bytes.length) this.#wait(bytes.subarray(sent));
  }

  send(bytes: Uint8Array): number {
    const mayTry = this.fd >= 0 && !this.#ending && this.#queue === null;
    const sent = mayTry ? this.#trySend(bytes) : 0;
    if (this.fd < 0) this.#neverSent = bytes.length - sent;
    if (sent === bytes.length || this.fd < 0 || this.#ending) return sent;
    this.#sending = true;
    this.#wait(bytes.subarray(sent));
    return sent;
  }

  unsent(): number {
    if (this.fd < 0) return this.#neverSent;
    return this.#queue?.reduce((sum, { length }) => sum + length, 0) ?? 0;
  }

  end(last?: Uint8Array): void {
    if (last) this.write(last);
    if (this.fd < 0 || this.#ending) return;
    this.#ending = true;
    if (this.#queue === null) this.#shutdown();
  }

  destroy(): void {
    this.#close(null);
  }

  reset(): void {
    if (this.fd < 0) return;
    this.setOption(kernel.linger, 1);
    this.#close(null);
  }

  ready(events: number): boolean {
    if (events & ~this.#wanted & this.#watching) this.#watch();
    if (this.relay !== null) return this.relay.ready(this, events);
    if (this.#opening !== null) this.#opened(this.#opening);
    else {
      if (events & writable) this.flush();
      if (this.fd >= 0 && events & (readable | failed | hungUp)) this.#read(events);
    }
    return true;
  }

  onReadyError(): void {
    this.#close(null);
  }

  /** Sends queued bytes; returns true once none are left. */
  flush(): boolean {
    while (this.#queue !== null) {
      const [first, ...rest] = this.#queue;
      const sent = first === undefined ? 0 : this.#trySend(first);
      if (this.fd < 0) return false;
      if (first !== undefined && sent < first.length) {
        this.#queue[0] = first.subarray(sent);
        return false;
      }
      this.#queue = rest.length > 0 ? rest : null;
    }
    if (this.#ending) this.#shutdown();
    else this.#arm();
    if (this.#sending) {
      this.#sending = false;
      this.onSent();
    }
    return true;
  }

  /**
   * Asks the loop for these events, and errors. Events that are `unlikely` stay watched until one
   * occurs: usually none does, which saves the system call.
   */
  arm(events: number, unlikely = 0): void {
    if (this.fd < 0) return;
    this.#wanted = events;
    const wanted = events | (this.#watching & unlikely);
    if (this.slot < 0 || (wanted === 0 ? once : wanted) !== this.#watching) this.#watch();
  }

  /** Returns and clears the kernel's pending error of this connection; null for none. */
  pendingError(): Error | null {
    return pendingErrorOf(this.#shared.kernel, this.fd);
  }

  queued(): number {
    return this.fd < 0 ? 0 : queuedBytes(this.#shared.kernel, this.fd);
  }

  setOption(option: readonly [number, number], to: number): void {
    setOption(this.#shared.kernel, this.fd, { option, to });
  }

  #opened(done: (error: Error | null) => void): void {
    this.#opening = null;
    done(this.pendingError());
  }

  #read(events: number): void {
    if (this.#paused || this.ended) {
      const error = events & failed ? this.pendingError() : null;
      if (error) this.#handleWriteError(error);
      return;
    }
    const { buffer } = this.#shared.scratch;
    const most = this.#readMost ?? scratchBytes;
    const bytes = this.#shared.kernel.recv(this.fd, buffer, most, 0);
    if (bytes > 0) return this.#received(buffer.subarray(0, bytes));
    if (bytes < 0) {
      const errno = this.#shared.kernel.errno();
      if (errno !== kernel.eagain) this.#close(kernel.systemError(errno, "recv"));
      return;
    }
    if (isMaskedReset(this.#writeError)) return this.#close(this.#writeError);
    this.ended = true;
    this.#arm();
    this.onEnd();
    if (this.#finSent) this.#close(null);
  }

  #received(bytes: Buffer): void {
    this.received += bytes.length;
    this.#held = true;
    const copies = this.#readMost !== undefined;
    // If `receive` called `resume`, the chunk is no longer needed.
    const free = this.receive(copies ? copyOf(bytes) : bytes) || !this.#held;
    if (free) return;
    this.#paused = true;
    if (!copies) this.#kept = this.#shared.scratch.keep(this.reuses);
    this.#arm();
  }

  /** Sends bytes; returns how many the kernel accepted. */
  #trySend(bytes: Uint8Array): number {
    if (this.#writeError !== null) return 0;
    const sent = this.#shared.kernel.send(this.fd, bytes, bytes.length, kernel.noSignal);
    if (sent >= 0) return sent;
    const errno = this.#shared.kernel.errno();
    if (errno !== kernel.eagain) this.#handleWriteError(kernel.systemError(errno, "send"));
    return 0;
  }

  /** Nothing more can be sent: closes, or first reads what was received earlier. */
  #handleWriteError(error: Error): void {
    if (!this.readAfterWriteError || this.ended || !isHangup(error)) return this.#close(error);
    if (this.#writeError !== null) return;
    this.#writeError = error;
    this.#arm();
    this.#shared.loop.later(() => {
      if (this.fd >= 0) this.onWriteError();
    });
  }

  #wait(bytes: Uint8Array): void {
    if (this.fd < 0) return;
    if (this.#queue === null) this.#queue = [bytes];
    else this.#queue.push(bytes);
    this.#arm();
  }

  #watch(): void {
    this.#watching = this.#wanted === 0 ? once : this.#wanted;
    if (this.slot < 0) this.#shared.loop.watch(this, this.#watching);
    else this.#shared.loop.change(this, this.#watching);
  }

  #arm(): void {
    if (this.relay !== null) return this.relay.arm(this);
    const writes = this.#queue === null || this.#writeError !== null ? 0 : writable;
    if (this.#paused && !this.ended) this.arm(writes, readable);
    else this.arm((this.ended ? 0 : readable) | writes);
  }

  #shutdown(): void {
    this.#finSent = true;
    this.#shared.kernel.shutdown(this.fd, kernel.shutWrite);
    if (this.ended) this.#close(null);
    else this.#arm();
  }

  #close(error: Error | null): void {
    if (this.fd < 0) return;
    const { loop } = this.#shared;
    this.#neverSent = this.unsent();
    loop.forget(this);
    this.#shared.kernel.close(this.fd);
    this.fd = -1;
    this.#kept = null; // Who holds the chunk may still be sending it.
    this.#queue = null;
    this.onFreed(this);
    if (this.relay !== null) return this.relay.handleError(this, error);
    loop.later(() => {
      const opening = this.#opening;
      this.#opening = null;
      if (opening) opening(error ?? new Error("closed"));
      else this.onClose(error);
    });
  }
}
