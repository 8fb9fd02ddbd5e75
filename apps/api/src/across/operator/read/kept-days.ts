/** Figures by UTC day that are expensive to count: days that are over are counted once, or seldom. */
import { dayMs } from "@turnpike/rules/statistics.ts";

/** What belongs to a day may still come so long after its end; until then it is counted again. */
const lateMs = 2 * dayMs;
const againMs = 300_000;

interface Kept<T> {
  value: T;
  /** Valid until then; milliseconds since 1970. */
  until: number;
}

/** A day as it is written, `2026-03-01`. */
export const textOfDay = (day: number) => new Date(day).toISOString().slice(0, 10);

/** One for each figure and API. */
export class KeptDays<T> {
  #days = new Map<number, Kept<T>>();

  /**
   * The figures of the days from that of `from` to that of `now`. `count` is asked for one day at a
   * time, from its begin and before its end: where that fails, what was counted before stays.
   */
  async read(
    { from, now }: { from: number; now: number },
    count: (from: Date, to: Date) => Promise<T>,
  ): Promise<Map<string, T>> {
    const first = Math.floor(from / dayMs) * dayMs;
    for (const day of this.#days.keys()) if (day < first) this.#days.delete(day);
    const figures = new Map<string, T>();
    for (let day = first; day <= now; day += dayMs) {
      const kept = this.#days.get(day);
      const isKept = kept !== undefined && kept.until > now;
      const value = isKept ? kept.value : await count(new Date(day), new Date(day + dayMs));
      const end = day + dayMs;
      const until = end + lateMs <= now ? Number.POSITIVE_INFINITY : now + againMs;
      if (!isKept && end <= now) this.#days.set(day, { value, until });
      figures.set(textOfDay(day), value);
    }
    return figures;
  }
}
