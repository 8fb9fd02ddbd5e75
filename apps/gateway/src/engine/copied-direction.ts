/**
 * One direction, by copying: bytes are taken from the quota, sent, and counted once sent.
 *
 *     push(chunk) ─▶ quota.take ─▶ peer.send ─▶ quota.commit     (spec/gateway#billing)
 *
 * Backpressure: a chunk that is not sent yet is kept, and its sender is not read from meanwhile.
 */
import type { Direction, Peer, ByteQuota } from "./engine.ts";
import { young } from "../lib/young.ts";

export class CopiedDirection implements Direction {
  /** Called once a chunk for which `push` returned false was sent: its memory is free. */
  onFree: () => void = () => {};
  /** Bytes sent so far, to detect idle connections. */
  sentBytes = 0;
  #to: Peer;
  #quota: ByteQuota;
  /** The part of the current chunk that was not passed to the peer yet. */
  #rest: Uint8Array | null = null;
  /** Bytes passed to the peer that are neither counted nor given back to the quota yet. */
  #uncounted = 0;
  #sending = false;
  #ending = false;
  #stopped = false;
  #continue = () => this.#goOn();

  constructor(to: Peer, quota: ByteQuota) {
    this.#to = to;
    this.#quota = quota;
    to.onSent = young(() => this.#sent());
  }

  /** True while a chunk is being sent: call `push` again only after `onFree`. */
  get busy(): boolean {
    return this.#rest !== null || this.#sending;
  }

  /** Whether bytes wait for the quota. */
  get waitsForQuota(): boolean {
    return this.#rest !== null && !this.#sending;
  }

  /** Whether bytes wait for a peer that does not read. */
  get stalled(): boolean {
    return this.#sending;
  }

  /**
   * Sends a chunk. True: it was sent and its memory is free. False: leave it untouched until
   * `onFree`, which may never come: if the quota stays empty, the connection is cut.
   */
  push(chunk: Uint8Array): boolean {
    if (this.#stopped) return false;
    if (chunk.length === 0) return true;
    this.#rest = chunk;
    this.#work();
    return !this.busy && !this.#stopped;
  }

  /** Half-closes the peer once the current chunk is sent. */
  end(): void {
    this.#ending = true;
    if (!this.busy && !this.#stopped) this.#to.end();
  }

  /** Counts what the kernel took and gives the rest back, before or after the peer is destroyed. */
  stop(): void {
    if (this.#stopped) return;
    this.sample();
    this.#stopped = true;
    this.#quota.cancelWait(this.#continue);
    if (this.#uncounted > 0) this.#quota.refund(this.#uncounted);
    this.#uncounted = 0;
  }

  /** Counts what the kernel has accepted so far of a chunk that is being sent. */
  sample(): void {
    if (this.#uncounted === 0) return;
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
    this.sentBytes += bytes;
    this.#uncounted -= bytes;
    this.#quota.commit(bytes);
  }
}
