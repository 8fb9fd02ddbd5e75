/**
 * How many bytes and messages a node's machine may send in a second, over all connections of its
 * workers, and how long the hub's thread may read them: what is small but costs much counts as what it
 * costs. A node above its share is not disconnected: its sockets are read later, so that it waits and the
 * other nodes and customers do not.
 */
import type { Identity } from "./link.ts";

/** A busy worker sends about 1 MB and some hundred questions a second. */
const defaultBytesPerSecond = 8 * 1024 * 1024;
const messagesPerSecond = 4_000;
/** Milliseconds of a second for which the hub's thread may read and check a node's messages. */
const defaultBusyMsPerSecond = 350;
/** A reconnect after an outage sends what has waited, at most these many seconds' share at once. */
const burstSeconds = 4;
/** The hub's thread serves everybody: no burst stops it for long. */
const busyBurstSeconds = 0.3;
/** The most seconds that a node's sockets are left unread. */
const maxDebtSeconds = 2;
/** A node that was paused for longer than this within a minute is reported. */
const lastingMs = 15_000;
const windowMs = 60_000;

interface Share {
  /** Seconds of the rate that are left; negative while the node is above it. */
  bytes: number;
  messages: number;
  busy: number;
  refilledAt: number;
  windowFrom: number;
  pausedMs: number;
  reported: boolean;
}

export interface NodeRatesOptions {
  /** Called at most once a minute for a node that stays above its share. */
  onLasting: (node: Identity) => void;
  bytesPerSecond?: number;
  busyMsPerSecond?: number;
  /** A monotonic clock, milliseconds. */
  now?: () => number;
}

export class NodeRates {
  #options: NodeRatesOptions;
  #now: () => number;
  #bytesPerSecond: number;
  #busyMsPerSecond: number;
  #shares = new Map<string, Share>();

  constructor(options: NodeRatesOptions) {
    this.#options = options;
    this.#bytesPerSecond = options.bytesPerSecond ?? defaultBytesPerSecond;
    this.#busyMsPerSecond = options.busyMsPerSecond ?? defaultBusyMsPerSecond;
    this.#now = options.now ?? (() => performance.now());
  }

  /**
   * Counts what arrived of a node and took `ms` of CPU time to read; returns for how many milliseconds
   * its socket must not be read.
   */
  take(node: Identity, bytes: number, { ms = 0, messages = 1 } = {}): number {
    const now = this.#now();
    const share = this.#shareOf(node.nodeId, now);
    share.bytes = Math.max(-maxDebtSeconds, share.bytes - bytes / this.#bytesPerSecond);
    share.messages = Math.max(-maxDebtSeconds, share.messages - messages / messagesPerSecond);
    share.busy = Math.max(-maxDebtSeconds, share.busy - ms / this.#busyMsPerSecond);
    const debtSeconds = -leastOf(share);
    if (debtSeconds <= 0) return 0;
    const pauseMs = Math.ceil(debtSeconds * 1_000);
    this.#countPause(node, share, now);
    return pauseMs;
  }

  /**
   * For how many milliseconds none of a node's sockets may be read: it has kept the thread too long,
   * or is about to with many messages. Much in few messages costs little: only its own socket waits.
   */
  allPausedMs({ nodeId }: Identity): number {
    const share = this.#shareOf(nodeId, this.#now());
    return Math.max(0, Math.ceil(-Math.min(share.busy, share.messages) * 1_000));
  }

  #shareOf(id: string, now: number): Share {
    const known = this.#shares.get(id);
    if (known === undefined) {
      const full = { bytes: burstSeconds, messages: burstSeconds, busy: busyBurstSeconds };
      const share = { ...full, refilledAt: now, windowFrom: now, pausedMs: 0, reported: false };
      this.#shares.set(id, share);
      return share;
    }
    const seconds = (now - known.refilledAt) / 1_000;
    // While it is in debt it is paused, whichever of its sockets caused that.
    if (leastOf(known) < 0) {
      const debtMs = -leastOf(known) * 1_000;
      known.pausedMs += Math.min(debtMs, now - known.refilledAt);
    }
    known.bytes = Math.min(burstSeconds, known.bytes + seconds);
    known.messages = Math.min(burstSeconds, known.messages + seconds);
    known.busy = Math.min(busyBurstSeconds, known.busy + seconds);
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

const leastOf = ({ bytes, messages, busy }: Share) => Math.min(bytes, messages, busy);
