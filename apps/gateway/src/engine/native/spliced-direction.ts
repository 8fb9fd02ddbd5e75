/** One direction of a spliced tunnel: what it holds, how much it may move, whether it is done. */
import type { Direction, ByteQuota } from "../engine.ts";
import * as kernel from "./kernel.ts";
import { type NativePeer, type Shared, scratchBytes } from "./peer.ts";
import { type Pipe, type Pipes, pipeBytes } from "./pipes.ts";
import type { SplicedRelay } from "./spliced-relay.ts";

/** The first move is limited to this; the limit grows each time it is used up. */
const minMove = 64 * 1024;
/** With more ready tunnels than this, each moves at most `crowdedMove` per turn. */
const crowd = 64;
const crowdedMove = 128 * 1024;

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
  #options: DirectionOptions;
  /** Bytes taken from the quota and not moved yet: in the pipe, or the first of `#kept`. */
  #held = 0;
  #pipe: Pipe | null = null;
  /** Bytes outside a pipe: early or copied ones. */
  #kept: Uint8Array | null = null;
  #waiting = false;
  #stopped = false;
  #most = minMove;
  #goOn: (() => void) | null = null;

  constructor(options: DirectionOptions) {
    this.#options = options;
  }

  /** Whether more may be read from the source now. */
  get reads(): boolean {
    return (
      !this.#stopped && !this.ended && !this.#waiting && this.#held === 0 && this.#kept === null
    );
  }

  /** Whether bytes wait for the quota. */
  get waits(): boolean {
    return this.#waiting;
  }

  /** Whether bytes wait for a peer that does not read. */
  get stalled(): boolean {
    return this.#held > 0;
  }

  begin(early: Uint8Array): void {
    if (early.length > 0) {
      this.#kept = early;
      this.drain();
    }
    // A source that has already ended is not read again.
    if (this.#options.from.ended) this.#end();
  }

  /** Moves what the source has, once. */
  pump(): void {
    const { loop } = this.#options.shared;
    const most = loop.crowd > crowd ? Math.min(this.#most, crowdedMove) : this.#most;
    const taken = this.#take(most);
    if (taken === 0) return;
    this.#pipe ??= this.#options.pipes.take();
    if (this.#pipe === null) return this.#copy(taken);
    const { shared, from, quota } = this.#options;
    const came = shared.kernel.splice(from.fd, this.#pipe.to, taken);
    this.#held = came > 0 ? came : 0;
    if (came < taken) quota.giveBack(taken - this.#held);
    if (came > 0) {
      this.#fit(came, taken);
      this.drain();
    } else this.#nothingCame(came);
  }

  /** Sends the bytes held so far. */
  drain(): void {
    if (this.#held === 0 && this.#kept === null) return;
    const { to } = this.#options;
    if (to.unsent() > 0 && !to.flush()) return;
    while (!this.#stopped && this.#hasMore()) {
      const sent = this.#kept === null ? this.#spliceOut() : this.#sendKept(this.#kept);
      if (sent <= 0) {
        this.#notTaken(sent);
        return;
      }
      this.#held -= sent;
      this.moved += sent;
      this.#options.quota.moved(sent);
    }
    if (this.#stopped || this.#waiting) return;
    this.#givePipe();
    if (this.ended) this.#end();
  }

  /** Stops moving bytes and returns those that were taken but not moved to the quota. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    const { quota, pipes } = this.#options;
    if (this.#goOn) quota.cancelWait(this.#goOn);
    if (this.#held > 0) quota.giveBack(this.#held);
    if (this.#pipe && this.#kept === null && this.#held > 0) pipes.close(this.#pipe);
    else if (this.#pipe) pipes.give(this.#pipe);
    this.#pipe = null;
    this.#held = 0;
    this.#kept = null;
  }

  /** Whether bytes are held that may be moved; takes quota for those in `#kept`. */
  #hasMore(): boolean {
    if (this.#held > 0) return true;
    if (this.#kept === null) return false;
    this.#held = this.#take(this.#kept.length);
    return this.#held > 0;
  }

  #take(bytes: number): number {
    const taken = this.#options.quota.take(bytes);
    if (taken > 0) return taken;
    this.#waiting = true;
    this.#goOn ??= () => this.#mayMove();
    this.#options.quota.wait(this.#goOn);
    return 0;
  }

  #mayMove(): void {
    if (this.#stopped) return;
    this.#waiting = false;
    this.drain();
    this.#options.relay.goOn();
  }

  #spliceOut(): number {
    const { shared, to } = this.#options;
    return this.#pipe === null ? 0 : shared.kernel.splice(this.#pipe.from, to.fd, this.#held);
  }

  #sendKept(kept: Uint8Array): number {
    const { shared, to } = this.#options;
    const sent = shared.kernel.send(to.fd, kept, this.#held, kernel.noSignal);
    if (sent > 0) this.#kept = sent < kept.length ? kept.subarray(sent) : null;
    return sent;
  }

  #notTaken(result: number): void {
    const { shared, to, relay } = this.#options;
    const errno = result < 0 ? shared.kernel.errno() : kernel.eagain;
    if (errno !== kernel.eagain) relay.hungUp(to, kernel.systemError(errno, "splice"));
  }

  #nothingCame(result: number): void {
    const { shared, from, relay } = this.#options;
    this.#givePipe();
    const reset = result === 0 ? relay.hiddenReset(from) : null;
    if (reset !== null) return relay.broken(from, reset);
    if (result === 0) {
      this.ended = true;
      from.ended = true;
      this.#end();
      return;
    }
    const errno = shared.kernel.errno();
    if (errno !== kernel.eagain) relay.broken(from, kernel.systemError(errno, "splice"));
  }

  /** Copies through memory because no pipe is available. */
  #copy(taken: number): void {
    const { shared, from, quota } = this.#options;
    const most = Math.min(taken, scratchBytes);
    const came = shared.kernel.recv(from.fd, shared.scratch, most, 0);
    this.#held = came > 0 ? came : 0;
    if (this.#held < taken) quota.giveBack(taken - this.#held);
    if (came <= 0) return this.#nothingCame(came);
    this.#kept = shared.scratch.subarray(0, came);
    this.drain();
    // The scratch buffer is reused, so what is left needs memory of its own.
    if (this.#kept !== null) this.#kept = Buffer.from(this.#kept);
  }

  #end(): void {
    this.ended = true;
    if (this.#held > 0 || this.#kept !== null || this.done) return;
    this.done = true;
    const { shared, to, relay } = this.#options;
    // If both directions are done, the close that follows says the same.
    if (to.fd >= 0 && !relay.done) shared.kernel.shutdown(to.fd, kernel.shutWrite);
  }

  #givePipe(): void {
    if (this.#pipe) this.#options.pipes.give(this.#pipe);
    this.#pipe = null;
  }

  #fit(came: number, taken: number): void {
    if (came === this.#most) this.#most = Math.min(this.#most * 2, pipeBytes);
    else if (came * 8 < taken && this.#most > minMove) this.#most /= 2;
  }
}
