/** Caches expensive figures by UTC day; past days are computed once, or rarely. */
import { dayMs } from "@turnpike/rules/statistics.ts";

/** How long after its end a day may still get data; until then it is computed again. */
const lateMs = 2 * dayMs;
const recountMs = 300_000;

interface CachedDay<T> {
  value: T;
  /** Valid until this instant, milliseconds since 1970. */
  until: number;
}

/** Formats a day, such as `2026-03-01`. */
export const textOfDay = (day: number) => new Date(day).toISOString().slice(0, 10);

/** A cache for one figure, per API process. */
export class DayCache<T> {
  #days = new Map<number, CachedDay<T>>();

  /**
   * Returns the figures of all days from that of `from` to that of `now`. `count` computes one day
   * at a time, from its start to before its end; if it fails, cached days remain.
   */
  async read(
    { from, now }: { from: number; now: number },
    count: (from: Date, to: Date) => Promise<T>,
  ): Promise<Map<string, T>> {
    const first = Math.floor(from / dayMs) * dayMs;
    for (const day of this.#days.keys()) if (day < first) this.#days.delete(day);
    const figures = new Map<string, T>();
    for (let day = first; day <= now; day += dayMs) {
      const cached = this.#days.get(day);
      const isFresh = cached !== undefined && cached.until > now;
      const value = isFresh ? cached.value : await count(new Date(day), new Date(day + dayMs));
      const end = day + dayMs;
      const until = end + lateMs <= now ? Number.POSITIVE_INFINITY : now + recountMs;
      if (!isFresh && end <= now) this.#days.set(day, { value, until });
      figures.set(textOfDay(day), value);
    }
    return figures;
  }
}
