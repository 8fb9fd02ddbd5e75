/**
 * Decides which exits to measure next. Pure: `now` is passed in (a monotonic clock, milliseconds).
 *
 *     failing, once due ─────────────────────▶ ┐
 *     new ones ──────────────────────────────▶ │
 *     suspected, at most half of the places ─▶ ├─▶ taken, measured, done ─▶ queued again
 *     all others, evenly over the interval ──▶ ┘
 */

export interface LatencyPace {
  /** The interval between measurements of a working exit. */
  everyMs: number;
  /** The time until a failed or inconclusive measurement is repeated. */
  againMs: number;
  /** Failed connections trigger a measurement of an exit at most this often. */
  suspectMs: number;
}

export const defaultPace: LatencyPace = { everyMs: 300_000, againMs: 30_000, suspectMs: 5_000 };

/** At most this many missed measurements are made up for at once. */
const maxCredit = 50;
const secondMs = 1_000;
/** How many working exits are measured at once at rest. */
const fewAtOnce = 5;
/** The share of its interval, and the time, by which a failed exit may be measured late. */
const maxLate = { share: 0.05, ms: 1_000 };

export type LatencyOutcome = "well" | "failed" | "undecided";

interface MeasuredExit {
  failed: boolean;
  /** When it was last measured; -Infinity if never. */
  at: number;
}

export class LatencySchedule {
  #pace: LatencyPace;
  #known = new Map<string, MeasuredExit>();
  #suspects = new Set<string>();
  #fresh = new Set<string>();
  /** When failed exits are due; soonest first, since all wait equally long. */
  #waiting = new Map<string, number>();
  /** Working exits; the one measured longest ago comes first. */
  #steady = new Set<string>();
  /** How many suspected exits may be taken: limited, as any customer's traffic causes them. */
  #suspicion = 1;
  #credit = 0;
  #creditAt: number | null = null;

  constructor(pace: LatencyPace) {
    this.#pace = pace;
  }

  /** The number of exits whose last measurement failed. */
  get failing(): number {
    let failing = 0;
    for (const { failed } of this.#known.values()) failing += Number(failed);
    return failing;
  }

  hasFailed(id: string): boolean {
    return this.#known.get(id)?.failed ?? false;
  }

  /** Whether it was measured before and worked. */
  hasWorked(id: string): boolean {
    const known = this.#known.get(id);
    return known !== undefined && !known.failed && known.at > -Infinity;
  }

  /** Adds a new exit, or one that is now reached in a different way. */
  add(id: string): void {
    this.remove(id);
    this.#known.set(id, { failed: false, at: -Infinity });
    this.#fresh.add(id);
  }

  remove(id: string): void {
    this.#dequeue(id);
    this.#known.delete(id);
  }

  /** A customer's connection failed: the exit is measured soon, unless it just was. */
  suspect(id: string, now: number): void {
    const known = this.#known.get(id);
    if (known === undefined || known.failed || now - known.at < this.#pace.suspectMs) return;
    // An exit that is being measured is in no queue.
    if (this.#steady.delete(id)) this.#suspects.add(id);
  }

  /** Takes the exits to measure now, at most `maxFailing` failing ones; call `done` for each. */
  take(now: number, { most, maxFailing }: { most: number; maxFailing: number }): string[] {
    const taken: string[] = [];
    const take = (id: string) => {
      this.#dequeue(id);
      taken.push(id);
    };
    this.#addCredit(now);
    this.#suspicion = Math.min(this.#suspicion + most / 2, Math.max(1, most / 2));
    let failing = 0;
    for (const [id, due] of this.#waiting) {
      if (due > now || taken.length >= most || failing >= maxFailing) break;
      failing += 1;
      take(id);
    }
    for (const id of this.#fresh) {
      if (taken.length >= most) return taken;
      take(id);
    }
    for (const id of this.#suspects) {
      if (taken.length >= most || this.#suspicion < 1) break;
      this.#suspicion -= 1;
      take(id);
    }
    for (const id of this.#steady) {
      if (taken.length >= most || this.#credit < 1) break;
      this.#credit -= 1;
      take(id);
    }
    return taken;
  }

  /**
   * Whether more is due within a second than a check once a second should take. It may take a few at
   * once, and a failed exit a little late.
   */
  isBusy(now: number): boolean {
    const { everyMs, againMs } = this.#pace;
    const [first] = this.#waiting.values();
    const lateMs = Math.min(maxLate.ms, maxLate.share * againMs);
    if (first !== undefined && first + lateMs <= now + secondMs) return true;
    const areMany = this.#steady.size * secondMs > fewAtOnce * everyMs;
    return areMany || this.#fresh.size > 0 || this.#suspects.size > 0;
  }

  /** Records a result; ignored if the exit was removed or queued again in the meantime. */
  done(id: string, outcome: LatencyOutcome, now: number): void {
    const known = this.#known.get(id);
    if (known === undefined || this.#isQueued(id)) return;
    known.at = now;
    if (outcome !== "undecided") known.failed = outcome === "failed";
    if (outcome === "well") this.#steady.add(id);
    else this.#waiting.set(id, now + this.#pace.againMs);
  }

  #addCredit(now: number): void {
    const passed = now - (this.#creditAt ?? now);
    this.#creditAt = now;
    const earned = this.#credit + (this.#steady.size * passed) / this.#pace.everyMs;
    this.#credit = Math.min(earned, maxCredit);
  }

  #isQueued(id: string): boolean {
    return (
      this.#fresh.has(id) || this.#steady.has(id) || this.#waiting.has(id) || this.#suspects.has(id)
    );
  }

  #dequeue(id: string): void {
    this.#suspects.delete(id);
    this.#fresh.delete(id);
    this.#waiting.delete(id);
    this.#steady.delete(id);
  }
}
