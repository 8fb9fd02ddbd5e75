/**
 * Idle timeouts: how long an open tunnel or forwarded request may be idle or stalled before it is
 * closed. Clients between two requests: `keepAliveTimeoutMs` (start/assemble.ts); clients that have
 * not sent a whole head: listen/.
 */

export interface IdleTimeouts {
  /** Idle: nothing moves and nothing waits to be moved. */
  idleMs: number;
  /** The same where connections are short and the account holds more than its share. */
  idleShortMs: number;
  /** Half-closed: one side is done, the other sends nothing. */
  halfClosedMs: number;
  /** Stalled: bytes wait for a peer that reads none of them, though it read many before. */
  stalledMs: number;
  /** The same for a peer that has hardly read any. */
  neverReadMs: number;
}
export const defaultIdleTimeouts: IdleTimeouts = {
  idleMs: 600_000,
  idleShortMs: 120_000,
  halfClosedMs: 120_000,
  stalledMs: 60_000,
  // Closed after 11 s, with time for the sweep and for an answer (spec/quality#g14).
  neverReadMs: 7_000,
};
/** What the kernel's own buffers can hold: less says nothing about whether a peer reads. */
const buffersBytes = 16 * 1024 * 1024;
/** The kernel's queues are not looked at before it was quiet for this long. */
const askAfterMs = 1_000;
/** Observations further apart than this prove nothing. */
const blindMs = 3_000;
/**
 * A peer that reads is seen to take something again and again. The kernel's buffers take some now
 * and then as well, when other stalled connections free them: that is rare.
 */
const signsOfLife = 2;

export interface ConnectionActivity {
  /** A number that grows with each byte that the kernel takes. */
  moved: number;
  halfClosed: boolean;
  /** Bytes wait in this process for a peer that does not take them, and does not wait for its turn. */
  stalled: boolean;
  /** Bytes that the kernel has taken and such peers have not; null where it cannot be told. */
  queued: () => number | null;
  /** Connections are short, and the account holds more than its share. */
  short: boolean;
}

export class IdleTracker {
  #timeouts: IdleTimeouts;
  #moved = -1;
  /** When something moved last. */
  #since = 0;
  /** What the kernel queued at the last look; null before. */
  #queued: number | null = null;
  /** When the kernel's queues were read last. */
  #toldAt = Number.NEGATIVE_INFINITY;
  /** Since when bytes wait for a peer that reads nothing; null while none do. */
  #stalledAt: number | null = null;
  #signs = 0;
  /** When the peer was seen reading last. */
  #aliveAt = 0;

  constructor(limits: IdleTimeouts) {
    this.#timeouts = limits;
  }

  /** Returns why to close the connection, or null. */
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

  /** Whether bytes wait for a peer. While nothing moves, none can begin to. */
  #isWaited(now: number, { stalled, queued }: ConnectionActivity): boolean {
    if (now - this.#since < Math.min(askAfterMs, this.#timeouts.neverReadMs)) return false;
    if (this.#queued === 0) return false;
    const bytes = queued();
    // A kernel with empty queues would take what waits here, so its answer cannot be true.
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
