/**
 * How many bytes and questions a node's machine may send in a second, over all connections of its
 * workers. A node above its share is not disconnected: its sockets are read later, so that it waits
 * and the other nodes and customers do not.
 */
import type { Identity } from "./link.ts";

/** A busy worker sends about 1 MB and some hundred questions a second. */
const defaultBytesPerSecond = 8 * 1024 * 1024;
const questionsPerSecond = 4_000;
/** A reconnect after an outage sends what has waited, at most these many seconds' share at once. */
const burstSeconds = 4;
/** The most seconds that a node's sockets are left unread. */
const maxDebtSeconds = 2;
/** A node that was paused for longer than this within a minute is reported. */
const lastingMs = 15_000;
const windowMs = 60_000;

interface Share {
  /** Seconds of the rate that are left; negative while the node is above it. */
  bytes: number;
  questions: number;
  refilledAt: number;
  windowFrom: number;
  pausedMs: number;
  reported: boolean;
}

export interface NodeRatesOptions {
  /** Called at most once a minute for a node that stays above its share. */
  onLasting: (node: Identity) => void;
  bytesPerSecond?: number;
  /** A monotonic clock, milliseconds. */
  now?: () => number;
}

export class NodeRates {
  #options: NodeRatesOptions;
  #now: () => number;
  #bytesPerSecond: number;
  #shares = new Map<string, Share>();

  constructor(options: NodeRatesOptions) {
    this.#options = options;
    this.#bytesPerSecond = options.bytesPerSecond ?? defaultBytesPerSecond;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Counts a question of a node; returns for how many milliseconds its socket must not be read. */
  take(node: Identity, bytes: number): number {
    const now = this.#now();
    const share = this.#shareOf(node.nodeId, now);
    share.bytes = Math.max(-maxDebtSeconds, share.bytes - bytes / this.#bytesPerSecond);
    share.questions = Math.max(-maxDebtSeconds, share.questions - 1 / questionsPerSecond);
    const debtSeconds = -Math.min(share.bytes, share.questions);
    if (debtSeconds <= 0) return 0;
    const pauseMs = Math.ceil(debtSeconds * 1_000);
    this.#countPause(node, share, now);
    return pauseMs;
  }

  #shareOf(id: string, now: number): Share {
    const known = this.#shares.get(id);
    if (known === undefined) {
      const full = { bytes: burstSeconds, questions: burstSeconds, refilledAt: now };
      const share = { ...full, windowFrom: now, pausedMs: 0, reported: false };
      this.#shares.set(id, share);
      return share;
    }
    const seconds = (now - known.refilledAt) / 1_000;
    // While it is in debt it is paused, whichever of its sockets caused that.
    if (Math.min(known.bytes, known.questions) < 0) {
      const debtMs = -Math.min(known.bytes, known.questions) * 1_000;
      known.pausedMs += Math.min(debtMs, now - known.refilledAt);
    }
    known.bytes = Math.min(burstSeconds, known.bytes + seconds);
    known.questions = Math.min(burstSeconds, known.questions + seconds);
    known.refilledAt = now;
    return known;
  }

  #countPause(node: Identity, share: Share, now: number): void {
    if (now - share.windowFrom >= windowMs)
      Object.assign(share, { windowFrom: now, pausedMs: 0, reported: false });
    if (share.pausedMs < lastingMs || share.reported) return;
    share.reported = true;
    this.#options.onLasting(node);
  }
}
