/**
 * One direction of a spliced tunnel: what it holds, how much it may move, whether it is done. A full
 * pipe is its backpressure: its sender is not read from until its receiver has taken something.
 */
import type { Direction, ByteQuota } from "../engine.ts";
import * as kernel from "./kernel.ts";
import type { NativePeer } from "./peer.ts";
import { type Pipe, type Pipes, pipeBytes } from "./pipes.ts";
import { scratchBytes, type Shared } from "./scratch.ts";
import type { SplicedRelay } from "./spliced-relay.ts";
import { young } from "../../lib/young.ts";

/** The first move is limited to this; the limit grows each time it is used up. */
const minMove = 64 * 1024;
/** With more ready tunnels than this, each moves at most `crowdedMove` per turn. */
const crowdedBatch = 64;
const crowdedMove = 128 * 1024;

/**
 * The most bytes that a socket holds for a peer that has not proved that it reads, beyond what is on
 * its way. Otherwise a few hundred peers that read nothing fill the memory of all connections
 * (`net.ipv4.tcp_mem`), some 8 MB each, and slow other customers down (spec/quality#g14).
 */
export const unprovenUnsentBytes = 256 * 1024;
/** A peer has read if more than this was sent: several times what the kernel holds till then. */
const provenBytes = 4 * 1024 * 1024;

export interface DirectionOptions {
  shared: Shared;
  pipes: Pipes;
  from: NativePeer;
  to: NativePeer;
  quota: ByteQuota;
  relay: SplicedRelay;
}

export class SplicedDirection implements Direction {
  moved = 0;
  /** Whether the source has finished sending. */
  ended = false;
  /** Whether everything was delivered and the other side was told of the end. */
  done = false;
  #shared: Shared;
  #pipes: Pipes;
  #from: NativePeer;
  #to: NativePeer;
  #quota: ByteQuota;
  #relay: SplicedRelay;
  /** Bytes taken from the quota and not moved yet: in the pipe, or the first of `#buffered`. */
  #inFlight = 0;
  #pipe: Pipe | null = null;
  /** Bytes outside a pipe: early or copied ones. */
  #buffered: Uint8Array | null = null;
  #waiting = false;
  #stopped = false;
  #maxMove = minMove;
  #proven = false;
  #goOn: (() => void) | null = null;

  constructor({ shared, pipes, from, to, quota, relay }: DirectionOptions) {
    this.#shared = shared;
    this.#pipes = pipes;
    this.#from = from;
    this.#to = to;
    this.#quota = quota;
    this.#relay = relay;
  }

  /** Whether more may be read from the source now. */
  get reads(): boolean {
    return (
      !this.#stopped &&
      !this.ended &&
      !this.#waiting &&
      this.#inFlight === 0 &&
      this.#buffered === null
    );
  }

  /** Whether bytes wait for the quota. */
  get waitsForQuota(): boolean {
    return this.#waiting;
  }

  /** Whether bytes wait for a peer that does not read. */
  get stalled(): boolean {
    return this.#inFlight > 0;
  }

  begin(early: Uint8Array): void {
    if (early.length > 0) {
      this.#buffered = early;
      this.drain();
    }
    // A source that has already ended is not read again.
    if (this.#from.ended) this.#end();
  }

  /** Moves what the source has, once. */
  pump(): void {
    const { loop } = this.#shared;
    const most =
      loop.batchSize > crowdedBatch ? Math.min(this.#maxMove, crowdedMove) : this.#maxMove;
    const taken = this.#take(most);
    if (taken === 0) return;
    this.#pipe ??= this.#pipes.take();
    if (this.#pipe === null) return this.#copy(taken);
    const received = this.#shared.kernel.splice(this.#from.fd, this.#pipe.to, taken);
    this.#inFlight = received > 0 ? received : 0;
    if (received < taken) this.#quota.refund(taken - this.#inFlight);
    if (received > 0) {
      this.#adjustMaxMove(received, taken);
      this.drain();
    } else this.#onNothingRead(received);
  }

  /** Sends the bytes held so far. */
  drain(): void {
    if (this.#inFlight === 0 && this.#buffered === null) return;
    if (this.#to.unsent() > 0 && !this.#to.flush()) return;
    while (!this.#stopped && this.#hasMore()) {
      const sent = this.#buffered === null ? this.#spliceOut() : this.#sendBuffered(this.#buffered);
      if (sent <= 0) {
        this.#onNothingSent(sent);
        return;
      }
      this.#inFlight -= sent;
      this.moved += sent;
      this.#shared.loop.bulk.moved += sent;
      this.#quota.commit(sent);
      if (!this.#proven && this.moved > provenBytes) this.#removeUnsentLimit();
    }
    if (this.#stopped || this.#waiting) return;
    this.#releasePipe();
    if (this.ended) this.#end();
  }

  /** Stops moving bytes and returns those that were taken but not moved to the quota. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    if (this.#goOn) this.#quota.cancelWait(this.#goOn);
    if (this.#inFlight > 0) this.#quota.refund(this.#inFlight);
    if (this.#pipe && this.#buffered === null && this.#inFlight > 0) this.#pipes.close(this.#pipe);
    else if (this.#pipe) this.#pipes.release(this.#pipe);
    this.#pipe = null;
    this.#inFlight = 0;
    this.#buffered = null;
  }

  /** A large buffer saves work for a peer that reads. */
  #removeUnsentLimit(): void {
    this.#proven = true;
    this.#to.setOption(kernel.unsentLimit, -1);
  }

  /** Whether bytes are held that may be moved; takes quota for those in `#buffered`. */
  #hasMore(): boolean {
    if (this.#inFlight > 0) return true;
    if (this.#buffered === null) return false;
    this.#inFlight = this.#take(this.#buffered.length);
    return this.#inFlight > 0;
  }

  #take(bytes: number): number {
    const taken = this.#quota.take(bytes);
    if (taken > 0) return taken;
    this.#waiting = true;
    this.#goOn ??= young(() => this.#mayMove());
    this.#quota.wait(this.#goOn);
    return 0;
  }

  #mayMove(): void {
    if (this.#stopped) return;
    this.#waiting = false;
    this.drain();
    this.#relay.goOn();
  }

  #spliceOut(): number {
    return this.#pipe === null
      ? 0
      : this.#shared.kernel.splice(this.#pipe.from, this.#to.fd, this.#inFlight);
  }

  #sendBuffered(kept: Uint8Array): number {
    const sent = this.#shared.kernel.send(this.#to.fd, kept, this.#inFlight, kernel.noSignal);
    if (sent > 0) this.#buffered = sent < kept.length ? kept.subarray(sent) : null;
    return sent;
  }

  #onNothingSent(result: number): void {
    const errno = result < 0 ? this.#shared.kernel.errno() : kernel.eagain;
    if (errno !== kernel.eagain)
      this.#relay.handleWriteError(this.#to, kernel.systemError(errno, "splice"));
  }

  #onNothingRead(result: number): void {
    this.#releasePipe();
    const reset = result === 0 ? this.#relay.maskedReset(this.#from) : null;
    if (reset !== null) return this.#relay.handleError(this.#from, reset);
    if (result === 0) {
      this.ended = true;
      this.#from.ended = true;
      this.#end();
      return;
    }
    const errno = this.#shared.kernel.errno();
    if (errno !== kernel.eagain)
      this.#relay.handleError(this.#from, kernel.systemError(errno, "splice"));
  }

  /** Copies through memory because no pipe is available. */
  #copy(taken: number): void {
    const most = Math.min(taken, scratchBytes);
    const came = this.#shared.kernel.recv(this.#from.fd, this.#shared.scratch.buffer, most, 0);
    this.#inFlight = came > 0 ? came : 0;
    if (this.#inFlight < taken) this.#quota.refund(taken - this.#inFlight);
    if (came <= 0) return this.#onNothingRead(came);
    this.#buffered = this.#shared.scratch.buffer.subarray(0, came);
    this.drain();
    // The scratch buffer is reused, so what is left needs memory of its own.
    if (this.#buffered !== null) this.#buffered = Buffer.from(this.#buffered);
  }

  #end(): void {
    this.ended = true;
    if (this.#inFlight > 0 || this.#buffered !== null || this.done) return;
    this.done = true;
    // If both directions are done, the close that follows says the same.
    if (this.#to.fd >= 0 && !this.#relay.done)
      this.#shared.kernel.shutdown(this.#to.fd, kernel.shutWrite);
  }

  #releasePipe(): void {
    if (this.#pipe) this.#pipes.release(this.#pipe);
    this.#pipe = null;
  }

  #adjustMaxMove(came: number, taken: number): void {
    if (came === this.#maxMove) this.#maxMove = Math.min(this.#maxMove * 2, pipeBytes);
    else if (came * 8 < taken && this.#maxMove > minMove) this.#maxMove /= 2;
  }
}
