/**
 * A tunnel whose bytes stay in the kernel: spliced from one socket into a pipe, and from the pipe
 * into the other socket. If no pipe is available, they are copied.
 *
 *     client ─ splice ─▶ pipe ─ splice ─▶ target        and the same way back
 */
import {
  type Relay,
  type RelayOptions,
  isMaskedReset,
  isHangup,
  isStalled,
  resetWhenSent,
} from "../engine.ts";
import { SplicedDirection } from "./spliced-direction.ts";
import { failed, hungUp, readable, writable } from "./loop.ts";
import type { NativePeer } from "./peer.ts";
import type { Shared } from "./scratch.ts";
import type { Pipes } from "./pipes.ts";

export interface SplicedRelayOptions extends RelayOptions {
  client: NativePeer;
  target: NativePeer;
}

const ignore = () => {};
const holdAll = () => false;

/** The relay hears of the peer's events from now on: who did before need not stay in memory. */
function takeOver(peer: NativePeer, relay: SplicedRelay): void {
  peer.relay = relay;
  peer.receive = holdAll;
  peer.onEnd = ignore;
  peer.onClose = ignore;
}

export class SplicedRelay implements Relay {
  #shared: Shared;
  #client: NativePeer;
  #target: NativePeer;
  #up: SplicedDirection;
  #down: SplicedDirection;
  #ended: ((error: Error | null) => void) | null;
  /** Set once the target accepts no more bytes; what it sent before is still relayed. */
  #targetWriteError: Error | null = null;

  constructor(shared: Shared, pipes: Pipes, options: SplicedRelayOptions) {
    const { client, target, up, down, early } = options;
    this.#shared = shared;
    this.#client = client;
    this.#target = target;
    this.#ended = options.ended;
    this.#up = new SplicedDirection({
      shared,
      pipes,
      from: client,
      to: target,
      quota: up,
      relay: this,
    });
    this.#down = new SplicedDirection({
      shared,
      pipes,
      from: target,
      to: client,
      quota: down,
      relay: this,
    });
    takeOver(client, this);
    takeOver(target, this);
    // The answer to its request found that the client has left: nobody will say so again.
    if (client.closed || target.closed) this.#finish(null);
    else {
      this.#up.begin(early.fromClient);
      this.#down.begin(early.fromTarget);
      this.#settle();
    }
  }

  get moved(): number {
    return this.#up.moved + this.#down.moved;
  }

  get stalled(): boolean {
    return isStalled(this.#up, this.#down);
  }

  get halfClosed(): boolean {
    return this.#up.ended || this.#down.ended;
  }

  /** Whether both directions are done. */
  get done(): boolean {
    return (this.#up.done || this.#targetWriteError !== null) && this.#down.done;
  }

  sample(): void {
    // Nothing to do: each splice is counted at once.
  }

  queued(): number {
    const client = this.#up.waitsForQuota ? 0 : this.#client.queued();
    return client + (this.#down.waitsForQuota ? 0 : this.#target.queued());
  }

  rest(): void {
    // Nothing to free: an idle tunnel holds no buffers.
  }

  stop(reset = false): void {
    if (reset && this.#ended !== null) {
      this.#client.reset();
      this.#target.reset();
    }
    this.#finish(null);
  }

  /** Handles a peer's events; returns false, as Node's loop need not run. */
  ready(peer: NativePeer, events: number): boolean {
    const into = peer === this.#client ? this.#up : this.#down;
    const out = peer === this.#client ? this.#down : this.#up;
    if (events & (writable | failed | hungUp) && (peer.unsent() === 0 || peer.flush())) out.drain();
    if (this.#ended !== null && events & (readable | failed | hungUp)) {
      if (into.reads) into.pump();
      else if (events & failed) this.#checkPendingError(peer);
    }
    this.#settle();
    return false;
  }

  /** Called when a direction can continue because it got quota. */
  goOn(): void {
    this.#settle();
  }

  /** A peer's connection broke: the other one is reset. */
  handleError(peer: NativePeer, error: Error | null): void {
    if (this.#ended === null) return;
    if (peer === this.#client) this.#target.reset();
    this.#finish(error, peer === this.#target);
  }

  /** A peer accepts no more bytes. What a target sent before it hung up is still relayed. */
  handleWriteError(peer: NativePeer, error: Error): void {
    const reads = peer === this.#target && peer.fd >= 0 && !this.#down.ended && isHangup(error);
    if (!reads) return this.handleError(peer, error);
    this.#targetWriteError ??= error;
    this.#up.stop();
  }

  /** The reset behind an apparent end of this peer's bytes; null if it is a real end. */
  maskedReset(peer: NativePeer): Error | null {
    return peer === this.#target && isMaskedReset(this.#targetWriteError)
      ? this.#targetWriteError
      : null;
  }

  /** Makes the loop watch for what this peer can do now. */
  arm(peer: NativePeer): void {
    const into = peer === this.#client ? this.#up : this.#down;
    const out = peer === this.#client ? this.#down : this.#up;
    const waits = out.stalled || peer.unsent() > 0;
    const unlikely = into.ended ? readable : 0;
    peer.arm((into.reads ? readable : 0) | (waits ? writable : 0), unlikely);
  }

  #checkPendingError(peer: NativePeer): void {
    const error = peer.pendingError();
    if (error) this.handleWriteError(peer, error);
  }

  #settle(): void {
    if (this.#ended === null) return;
    if (this.done) return this.#finish(this.#targetWriteError, this.#targetWriteError !== null);
    this.arm(this.#client);
    this.arm(this.#target);
  }

  /** With `resets` the client is reset once it has received what was sent to it. */
  #finish(error: Error | null, resets = false): void {
    const ended = this.#ended;
    if (ended === null) return;
    this.#ended = null;
    this.#up.stop();
    this.#down.stop();
    const client = this.#client;
    if (resets && !client.closed) {
      client.relay = null;
      client.pause();
      resetWhenSent(client, () => client.queued() === 0);
    } else client.destroy();
    this.#target.destroy();
    this.#shared.loop.later(() => ended(error));
  }
}
