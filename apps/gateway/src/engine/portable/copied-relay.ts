/**
 * A tunnel by copying: each direction reads into its source's buffer and ends independently.
 *
 *     client ─ up ──▶ CopiedDirection ─▶ target        FIN is passed on as FIN, a reset as a reset
 *     client ◀─ CopiedDirection ◀── down ─ target
 */
import { CopiedDirection } from "../copied-direction.ts";
import {
  type Relay,
  type RelayOptions,
  isStalled,
  type Peer,
  queuedForBoth,
  resetWhenSent,
} from "../engine.ts";
import { PortablePeer } from "./peer.ts";
import { young } from "../../lib/young.ts";

export class CopiedRelay implements Relay {
  #options: RelayOptions;
  #up: CopiedDirection;
  #down: CopiedDirection;
  #error: Error | null = null;
  #open = 2;

  constructor(options: RelayOptions) {
    const { client, target, up, down, early } = options;
    this.#options = options;
    this.#up = new CopiedDirection(target, up);
    this.#down = new CopiedDirection(client, down);
    join({ from: client, direction: this.#up, early: early.fromClient });
    join({ from: target, direction: this.#down, early: early.fromTarget });
    // What the target sent before it hung up is still relayed; after that, nothing reaches it.
    target.readAfterWriteError = true;
    target.onEnd = young(() => {
      this.#down.end();
      if (target.hasWriteError) target.destroy();
    });
    client.onClose = young((error) => this.#closed(error, target));
    target.onClose = young((error) => this.#closed(error, client));
  }

  get moved(): number {
    return this.#up.sentBytes + this.#down.sentBytes;
  }

  get stalled(): boolean {
    return isStalled(this.#up, this.#down);
  }

  get halfClosed(): boolean {
    return this.#options.client.ended || this.#options.target.ended;
  }

  sample(): void {
    this.#up.sample();
    this.#down.sample();
  }

  queued(): number | null {
    const { client, target } = this.#options;
    return queuedForBoth(
      this.#up.waitsForQuota ? null : client,
      this.#down.waitsForQuota ? null : target,
    );
  }

  rest(): void {
    const { client, target } = this.#options;
    if (client instanceof PortablePeer) client.shrink();
    if (target instanceof PortablePeer) target.shrink();
  }

  stop(reset = false): void {
    this.#up.stop();
    this.#down.stop();
    for (const peer of [this.#options.client, this.#options.target]) {
      if (reset) peer.reset();
      else peer.destroy();
    }
  }

  #closed(error: Error | null, other: Peer): void {
    this.#open -= 1;
    this.#error ??= error;
    if (this.#open === 0) {
      this.#up.stop();
      this.#down.stop();
      this.#options.ended(this.#error);
    } else if ((error ?? this.#options.target.hasWriteError) && !other.closed) {
      this.#up.stop();
      if (other === this.#options.client) return this.#resetClient();
      this.#down.stop();
      other.reset();
    }
  }

  /** Resets the client after the target's last bytes were sent; a reset discards what is queued. */
  #resetClient(): void {
    const { client } = this.#options;
    client.pause();
    resetWhenSent(client, () => !this.#down.busy && client.queued() === 0);
  }
}

/** Connects a peer's incoming bytes to the direction towards the other peer. */
function join({
  from,
  direction,
  early,
}: {
  from: Peer;
  direction: CopiedDirection;
  early: Uint8Array;
}): void {
  from.receive = young((chunk) => direction.push(chunk));
  from.onEnd = young(() => direction.end());
  direction.onFree = young(() => from.resume());
  const free = direction.push(early);
  if (from.ended) direction.end();
  else if (free) from.resume();
}
