/**
 * Idle timeouts: how long an open tunnel or forwarded request may be idle or stalled before it is
 * closed. For clients between two requests see `keepAliveTimeoutMs` (start/assemble.ts), for
 * clients that have not sent a complete head see listen/.
 */

export interface IdleTimeouts {
  /** Idle: nothing moves and nothing is waiting to be moved. */
  idleMs: number;
  /** Like `idleMs`, but while connections are short and the account holds more than its share. */
  idleShortMs: number;
  /** Half-closed: one side has ended, the other sends nothing. */
  halfClosedMs: number;
  /** Stalled: bytes wait for a peer that reads none of them, though it read many before. */
  stalledMs: number;
  /** Like `stalledMs`, but for a peer that has hardly read any. */
  neverReadMs: number;
}
export const defaultIdleTimeouts: IdleTimeouts = {
  idleMs: 600_000,
  idleShortMs: 120_000,
  halfClosedMs: 120_000,
  stalledMs: 60_000,
  // Closed after 11 s at most, including the sweep and a response (spec/quality#g14).
  neverReadMs: 7_000,
};
/** The capacity of the kernel's buffers: fewer bytes do not prove that a peer reads. */
const buffersBytes = 16 * 1024 * 1024;
/** How long a connection must be quiet before the kernel's queues are checked. */
const queueCheckAfterMs = 1_000;
/** Observations further apart than this prove nothing. */
const maxGapMs = 3_000;
/**
 * A peer that reads will be seen taking bytes repeatedly. The kernel's buffers also take some now
 * and then, when other stalled connections free memory, but rarely.
 */
const signsOfLife = 2;

export interface ConnectionActivity {
  /** A number that grows with each byte that the kernel takes. */
  readonly moved: number;
  readonly halfClosed: boolean;
  /** Bytes wait here for a peer that does not read, and that is not waiting for its quota. */
  readonly stalled: boolean;
  /** Bytes in the kernel that such peers have not acknowledged; null if unknown. */
  queued(): number | null;
}

export class IdleTracker {
  #timeouts: IdleTimeouts;
  #moved = -1;
  /** When bytes last moved. */
  #since = 0;
  /** What the kernel had queued at the last check; null before the first. */
  #queued: number | null = null;
  /** When the kernel's queues were last read. */
  #queueReadAt = Number.NEGATIVE_INFINITY;
  /** Since when bytes have waited for a peer that reads nothing; null while none do. */
  #stalledAt: number | null = null;
  #signs = 0;
  /** When the peer was last seen reading. */
  #aliveAt = 0;

  constructor(limits: IdleTimeouts) {
    this.#timeouts = limits;
  }

  /**
   * Returns why the connection must be closed, or null. `short` says whether connections are short
   * and the account holds more than its share.
   */
  judge(now: number, activity: ConnectionActivity, short: boolean): "idle" | "stalled" | null {
    if (activity.moved !== this.#moved) {
      this.#moved = activity.moved;
      this.#since = now;
      this.#queued = null;
      this.#markAlive(now);
    }
    const quietMs = now - this.#since;
    const { idleMs, idleShortMs, halfClosedMs, stalledMs, neverReadMs } = this.#timeouts;
    if (this.#isPeerStalled(now, activity)) {
      this.#stalledAt ??= Math.max(this.#since, this.#aliveAt);
      const hardly = now - this.#queueReadAt <= maxGapMs && activity.moved < buffersBytes;
      const never = hardly && now - this.#stalledAt > neverReadMs;
      const lifelessMs = now - Math.max(this.#since, this.#aliveAt);
      return never || lifelessMs > stalledMs ? "stalled" : null;
    }
    const maxQuietMs = activity.halfClosed ? halfClosedMs : idleMs;
    return quietMs > (short ? Math.min(maxQuietMs, idleShortMs) : maxQuietMs) ? "idle" : null;
  }

  /** How long nothing has moved, as of the last `judge`. */
  quietMs(now: number): number {
    return now - this.#since;
  }

  /** Whether bytes wait for a peer. While nothing moves, no new ones can start to. */
  #isPeerStalled(now: number, activity: ConnectionActivity): boolean {
    if (now - this.#since < Math.min(queueCheckAfterMs, this.#timeouts.neverReadMs)) return false;
    if (this.#queued === 0) return false;
    const bytes = activity.queued();
    const { stalled } = activity;
    // If its queues were empty the kernel would accept the waiting bytes, so the answer is wrong.
    if (bytes === null || (stalled && bytes === 0)) return stalled;
    if (now - Math.max(this.#queueReadAt, this.#since) > maxGapMs) this.#stalledAt = now;
    if (this.#queued !== null && bytes < this.#queued) this.#markAlive(now);
    this.#queued = bytes;
    this.#queueReadAt = now;
    if (bytes === 0) this.#stalledAt = null;
    return bytes > 0;
  }

  #markAlive(now: number): void {
    if (this.#stalledAt === null) return;
    this.#signs += 1;
    if (this.#signs < signsOfLife) return;
    this.#stalledAt = null;
    this.#aliveAt = now;
    this.#signs = 0;
  }
}
