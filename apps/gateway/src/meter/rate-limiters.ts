/** The rate limiters of all active unlimited ports, and the timer that gives turns. */
import { bytesPerMs, type Flow, RateLimiter, turnIntervalMs } from "./rate-limiter.ts";

/** A port that was quiet for this long has a bucket like a new one. */
const expireMs = 1_000;

export interface RateLimitersOptions {
  /** Mbps of a holder's port each way; null for one that was deleted. */
  mbpsOf: (holderId: string) => number | null;
  /** The number of its open connections. */
  open: (holderId: string) => number;
  /** Called with an error thrown by `onTurn`. */
  failed: (error: unknown) => void;
  /** A monotonic clock, milliseconds. */
  now?: () => number;
}

/** One port: all of its connections share it. */
export interface PortRateLimiter {
  readonly up: RateLimiter;
  readonly down: RateLimiter;
}

export class RateLimiters {
  #options: RateLimitersOptions;
  #now: () => number;
  #byHolder = new Map<string, PortRateLimiter>();
  #turning = new Set<RateLimiter>();
  #turnTimer: NodeJS.Timeout | null = null;
  #expireTimer: NodeJS.Timeout | null = null;
  /** Of the turn that is being given; empty between two. */
  #served: Flow[] = [];

  constructor(options: RateLimitersOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** How many ports are known now. */
  get size(): number {
    return this.#byHolder.size;
  }

  of(holderId: string): PortRateLimiter {
    let portLimiter = this.#byHolder.get(holderId);
    if (portLimiter !== undefined) return portLimiter;
    portLimiter = this.#make(holderId);
    this.#byHolder.set(holderId, portLimiter);
    this.#expireTimer ??= setInterval(() => this.#expireIdle(), expireMs).unref();
    return portLimiter;
  }

  #make(holderId: string): PortRateLimiter {
    let last = 0;
    const rate = () => {
      last = this.#options.mbpsOf(holderId) ?? last;
      return bytesPerMs(last);
    };
    const wake = (limiter: RateLimiter) => this.#wake(limiter);
    const options = { rate, now: this.#now, wake };
    return { up: new RateLimiter(options), down: new RateLimiter(options) };
  }

  #wake(limiter: RateLimiter): void {
    this.#turning.add(limiter);
    this.#turnTimer ??= setInterval(() => this.#turn(), turnIntervalMs).unref();
  }

  #turn(): void {
    const served = this.#served;
    for (const limiter of this.#turning) {
      if (!limiter.turn(served)) this.#turning.delete(limiter);
    }
    for (const flow of served) this.#call(flow);
    served.length = 0;
    if (this.#turning.size > 0 || this.#turnTimer === null) return;
    clearInterval(this.#turnTimer);
    this.#turnTimer = null;
  }

  /** A flow that was cut during this turn has no `onTurn` any more. */
  #call(flow: Flow): void {
    try {
      flow.onTurn?.();
    } catch (error) {
      this.#options.failed(error);
    }
  }

  /** A port without connections keeps its bucket until that is as full as a new one. */
  #expireIdle(): void {
    const before = this.#now() - expireMs;
    for (const [holderId, { up, down }] of this.#byHolder) {
      if (this.#options.open(holderId) > 0 || Math.max(up.usedAt, down.usedAt) > before) continue;
      this.#byHolder.delete(holderId);
    }
    if (this.#byHolder.size > 0 || this.#expireTimer === null) return;
    clearInterval(this.#expireTimer);
    this.#expireTimer = null;
  }
}
