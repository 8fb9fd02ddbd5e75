import { bytesPerMs, type Flow, RateLimiter, turnIntervalMs } from "../meter/rate-limiter.ts";

/** One direction of a limiter, with a manual clock. */
export class RateLimiterBench {
  now = 0;
  mbps: number;
  wakes = 0;
  readonly limiter: RateLimiter;
  #served: Flow[] = [];

  constructor(mbps: number) {
    this.mbps = mbps;
    this.limiter = new RateLimiter({
      rate: () => bytesPerMs(this.mbps),
      now: () => this.now,
      wake: () => {
        this.wakes += 1;
      },
    });
  }

  get rate(): number {
    return bytesPerMs(this.mbps);
  }

  /** Advances the clock and gives a turn; returns whether another one is needed. */
  turn(afterMs = turnIntervalMs): boolean {
    this.now += afterMs;
    const more = this.limiter.turn(this.#served);
    for (const flow of this.#served.splice(0)) {
      flow.onTurn?.();
    }
    return more;
  }
}
