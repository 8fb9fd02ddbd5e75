/** How long a connection may lie still before it is ended. */

export interface IdleTimeouts {
  /** Nothing moves and nothing waits to be moved. */
  idleMs: number;
  /** The same where room is short and the account holds more than its part of it. */
  idleShortMs: number;
  /** One side is done, from the other nothing comes. */
  halfClosedMs: number;
  /** Bytes wait for a peer that takes none of them, though it took many before. */
  stalledMs: number;
  /** The same of a peer that has hardly taken any. */
  neverReadMs: number;
}
export const defaultIdleTimeouts: IdleTimeouts = {
  idleMs: 600_000,
  idleShortMs: 120_000,
  halfClosedMs: 120_000,
  stalledMs: 60_000,
  // Gone after 11 s, with time for the sweep and for a last word (spec/quality#g14).
  neverReadMs: 7_000,
};
/** What the kernel's own buffers can hold: less says nothing about whether a peer reads. */
const buffersBytes = 16 * 1024 * 1024;
/** Nobody is asked what waits before it was quiet for so long. */
const askAfterMs = 1_000;
/** What could not be seen for longer than this is no proof of anything. */
const blindMs = 3_000;
/**
 * A peer that reads is seen to take something again and again. The kernel's buffers take some now
 * and then as well, when others that were stuck leave them room: that is rare.
 */
const signsOfLife = 2;

export interface ConnectionActivity {
  /** A number that grows with each byte that the kernel takes. */
  moved: number;
  halfClosed: boolean;
  /** Bytes wait in this process for a peer that does not take them, nor waits for its turn. */
  stalled: boolean;
  /** Bytes that the kernel has taken and such peers have not; null where it cannot be told. */
  queued: () => number | null;
  /** Room is short, and the account holds more than its part of it. */
  short: boolean;
}

export class IdleTracker {
  #timeouts: IdleTimeouts;
  #moved = -1;
  /** When something moved last. */
  #since = 0;
  /** What the kernel held when it told last; null before. */
  #queued: number | null = null;
  /** When it told last. */
  #toldAt = Number.NEGATIVE_INFINITY;
  /** Since when bytes wait for a peer that shows no life; null while none do. */
  #stalledAt: number | null = null;
  #signs = 0;
  /** When it showed life last. */
  #aliveAt = 0;

  constructor(limits: IdleTimeouts) {
    this.#timeouts = limits;
  }

  /** Answers why to end it, or null. */
  judge(now: number, seen: ConnectionActivity): "idle" | "stalled" | null {
    if (seen.moved !== this.#moved) {
      this.#moved = seen.moved;
      this.#since = now;
      this.#queued = null;
      this.#lives(now);
    }
    const quietMs = now - this.#since;
    const { idleMs, idleShortMs, halfClosedMs, stalledMs, neverReadMs } = this.#timeouts;
    if (this.#isWaited(now, seen)) {
      this.#stalledAt ??= Math.max(this.#since, this.#aliveAt);
      const hardly = now - this.#toldAt <= blindMs && seen.moved < buffersBytes;
      const never = hardly && now - this.#stalledAt > neverReadMs;
      const lifelessMs = now - Math.max(this.#since, this.#aliveAt);
      return never || lifelessMs > stalledMs ? "stalled" : null;
    }
    const maxQuietMs = seen.halfClosed ? halfClosedMs : idleMs;
    return quietMs > (seen.short ? Math.min(maxQuietMs, idleShortMs) : maxQuietMs) ? "idle" : null;
  }

  /** How long nothing has moved, as of the last `judge`. */
  quietMs(now: number): number {
    return now - this.#since;
  }

  /** Whether bytes wait for a peer. Where none do and none move, none will later. */
  #isWaited(now: number, { stalled, queued }: ConnectionActivity): boolean {
    if (now - this.#since < Math.min(askAfterMs, this.#timeouts.neverReadMs)) return false;
    if (this.#queued === 0) return false;
    const bytes = queued();
    // A kernel that holds nothing would take what waits here: one that says so cannot tell.
    if (bytes === null || (stalled && bytes === 0)) return stalled;
    if (now - Math.max(this.#toldAt, this.#since) > blindMs) this.#stalledAt = now;
    if (this.#queued !== null && bytes < this.#queued) this.#lives(now);
    this.#queued = bytes;
    this.#toldAt = now;
    if (bytes === 0) this.#stalledAt = null;
    return bytes > 0;
  }

  #lives(now: number): void {
    if (this.#stalledAt === null) return;
    this.#signs += 1;
    if (this.#signs < signsOfLife) return;
    this.#stalledAt = null;
    this.#aliveAt = now;
    this.#signs = 0;
  }
}
