/**
 * What a peer sends. Bytes go straight to the socket's `_write`, one write at a time, and the end
 * to its `_final`; a stream's own queue, ticks and events would cost more than the system calls.
 *
 *     write, send ─▶ socket._write ─▶ done at once, or later ─▶ what waited meanwhile ─▶ end
 */
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { handleOf } from "./handle.ts";

export interface Sender {
  /** Whether the other side has finished sending. */
  readonly ended: boolean;
  /** The socket took a write, or refused it. */
  wrote(): void;
  /** The bytes that `send` left over were sent. */
  sent(): void;
  /** Whether the socket stays open after a failed write, for what can still be read. */
  survives(error: Error): boolean;
}

export class Outgoing {
  /** Why nothing more can be sent, on a socket that stays open. */
  error: Error | null = null;
  /** Half-closed, which the stream does not know: once the other side ends, it has to be closed. */
  finished = false;
  #socket: Socket;
  #sender: Sender;
  /** The size of the write that the socket has not finished; 0 for none. */
  #writing = 0;
  /** What waits for that write. */
  #waiting: Uint8Array[] | null = null;
  #waitingBytes = 0;
  /** `send` left bytes over. */
  #sending = false;
  #ending = false;
  #written = (error?: Error | null) => this.#onWritten(error);

  constructor(socket: Socket, sender: Sender) {
    this.#socket = socket;
    this.#sender = sender;
  }

  write(bytes: Uint8Array): void {
    if (bytes.length === 0 || !this.#isOpen()) return;
    if (this.#writing === 0) return this.#start(bytes);
    (this.#waiting ??= []).push(bytes);
    this.#waitingBytes += bytes.length;
  }

  /** As `Peer.send`. */
  send(bytes: Uint8Array): number {
    if (!this.#isOpen()) return 0;
    this.write(bytes);
    if (this.#writing === 0) return bytes.length;
    if (!this.#isOpen()) return 0;
    this.#sending = true;
    // Never all before `sent`, even if the kernel has it: the next send waits for that.
    return bytes.length - Math.max(1, Math.min(this.unsent(), bytes.length));
  }

  unsent(): number {
    // Nobody can tell any more how much of a write that was broken off went out.
    if (this.#socket.destroyed) return Number.POSITIVE_INFINITY;
    const queued = this.error === null ? handleOf(this.#socket)?.writeQueueSize : undefined;
    return Math.min(this.#writing, queued ?? this.#writing) + this.#waitingBytes;
  }

  /** Half-closes once everything is sent. */
  end(last?: Uint8Array): void {
    if (last) this.write(last);
    if (!this.#isOpen()) return;
    this.#ending = true;
    if (this.#writing === 0) this.#finish();
  }

  #isOpen(): boolean {
    return !this.#socket.destroyed && !this.#ending && this.error === null;
  }

  #start(bytes: Uint8Array): void {
    this.#writing = bytes.length;
    this.#socket._write(bytes, "buffer" as BufferEncoding, this.#written);
  }

  #onWritten(error?: Error | null): void {
    this.#sender.wrote();
    if (this.#socket.destroyed) return;
    if (error) {
      if (this.#sender.survives(error)) this.error = error;
      else this.#socket.destroy(error);
      return;
    }
    this.#writing = 0;
    if (this.#waiting !== null) return this.#startWaiting(this.#waiting);
    if (this.#ending) this.#finish();
    if (!this.#sending) return;
    this.#sending = false;
    this.#sender.sent();
  }

  #startWaiting(waiting: Uint8Array[]): void {
    this.#waiting = null;
    this.#waitingBytes = 0;
    const [first] = waiting;
    this.#start(first !== undefined && waiting.length === 1 ? first : Buffer.concat(waiting));
  }

  /** Once the other side has ended too, closing a socket sends the same as half-closing it. */
  #finish(): void {
    const socket = this.#socket;
    if (socket instanceof TLSSocket) return void socket.end();
    if (this.#sender.ended) return void socket.destroy();
    this.finished = true;
    socket._final((error) => {
      if (error) socket.destroy(error);
    });
  }
}
