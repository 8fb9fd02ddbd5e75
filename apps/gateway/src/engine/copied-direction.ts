/**
 * One direction, by copying: taken from the quota, handed to a peer, counted when the kernel has it.
 *
 *     push(chunk) ─▶ quota.take ─▶ peer.send ─▶ quota.moved      (spec/gateway#billing)
 */
import type { Direction, Peer, ByteQuota } from "./engine.ts";

export class CopiedDirection implements Direction {
  /** Called when a chunk for which `push` returned false has been handed over: its memory is free. */
  onFree: () => void = () => {};
  /** Bytes handed over so far, to detect idle connections. */
  handed = 0;
  #to: Peer;
  #quota: ByteQuota;
  /** The part of the present chunk that is not given to the peer yet. */
  #rest: Uint8Array | null = null;
  /** Given to the peer, and neither counted nor given back yet. */
  #uncounted = 0;
  #sending = false;
  #ending = false;
  #stopped = false;
  #continue = () => this.#goOn();

  constructor(to: Peer, quota: ByteQuota) {
    this.#to = to;
    this.#quota = quota;
    to.onSent = () => this.#sent();
  }

  /** True while a chunk is at hand: `push` only after `onFree`. */
  get busy(): boolean {
    return this.#rest !== null || this.#sending;
  }

  /** Bytes wait for the quota. */
  get waits(): boolean {
    return this.#rest !== null && !this.#sending;
  }

  /** Bytes wait for a peer that does not take them. */
  get stalled(): boolean {
    return this.#sending;
  }

  /**
   * Hands over a chunk. True: done, its memory is free. False: leave it untouched until `onFree`;
   * where the quota stays empty that may be never: then the connection is cut.
   */
  push(chunk: Uint8Array): boolean {
    if (this.#stopped) return false;
    if (chunk.length === 0) return true;
    this.#rest = chunk;
    this.#work();
    return !this.busy && !this.#stopped;
  }

  /** Half-closes the peer once the chunk at hand is through. */
  end(): void {
    this.#ending = true;
    if (!this.busy && !this.#stopped) this.#to.end();
  }

  /** Before the peer is destroyed, or after: counts what the kernel took, gives back the rest. */
  stop(): void {
    if (this.#stopped) return;
    this.sample();
    this.#stopped = true;
    this.#quota.cancelWait(this.#continue);
    if (this.#uncounted > 0) this.#quota.giveBack(this.#uncounted);
    this.#uncounted = 0;
  }

  /** Counts what the kernel took meanwhile of a chunk that is under way. */
  sample(): void {
    if (this.#uncounted === 0 || this.#to.closed) return;
    this.#count(this.#uncounted - Math.min(this.#to.unsent(), this.#uncounted));
  }

  #work(): void {
    while (this.#rest !== null && !this.#sending && !this.#stopped) {
      const rest = this.#rest;
      const taken = this.#quota.take(rest.length);
      if (taken === 0) {
        this.#quota.wait(this.#continue);
        return;
      }
      this.#rest = taken === rest.length ? null : rest.subarray(taken);
      this.#uncounted = taken;
      const sent = this.#to.send(taken === rest.length ? rest : rest.subarray(0, taken));
      this.#sending = sent < taken;
      this.#count(sent);
    }
  }

  #sent(): void {
    if (this.#stopped || !this.#sending) return;
    this.#sending = false;
    this.#count(this.#uncounted);
    this.#goOn();
  }

  #goOn(): void {
    this.#work();
    if (this.busy || this.#stopped) return;
    if (this.#ending) this.#to.end();
    this.onFree();
  }

  #count(bytes: number): void {
    if (bytes === 0) return;
    this.handed += bytes;
    this.#uncounted -= bytes;
    this.#quota.moved(bytes);
  }
}
