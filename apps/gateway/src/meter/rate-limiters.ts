/** The rate limiters of all active unlimited ports, and the timer for their turns. */
import { bytesPerMs, type Flow, RateLimiter, turnIntervalMs } from "./rate-limiter.ts";

/** After this long without use a port's bucket is as full as a new one. */
const expireMs = 1_000;

export interface RateLimitersOptions {
  /** The rate of a holder's port in Mbps, the same each way; null if it was deleted. */
  mbpsOf: (holderId: string) => number | null;
  /** The number of the holder's open connections. */
  open: (holderId: string) => number;
  /** Called with an error thrown by `onTurn`. */
  failed: (error: unknown) => void;
  /** A monotonic clock, milliseconds. */
  now?: () => number;
}

/** The rate limiters of one port, shared by all its connections. */
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
  /** The flows served in the current turn; empty between turns. */
  #served: Flow[] = [];

  constructor(options: RateLimitersOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** The number of ports that have rate limiters now. */
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

  /** `onTurn` is null if the flow was cut during this turn. */
  #call(flow: Flow): void {
    try {
      flow.onTurn?.();
    } catch (error) {
      this.#options.failed(error);
    }
  }

  /** Removes ports without connections once their buckets are as full as new ones. */
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
