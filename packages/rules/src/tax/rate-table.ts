/** Tax rates by country and day. */

/** From the day `from` (YYYY-MM-DD, UTC) on, the country's rate in percent, with two decimals at most. */
export interface TaxRate {
  country: string;
  percent: number;
  from: string;
}

/** The country's rate on a day (YYYY-MM-DD): that of its latest row that has begun; null without one. */
export function rateOn(table: readonly TaxRate[], country: string, day: string): number | null {
  let found: TaxRate | null = null;
  for (const rate of table) {
    if (rate.country !== country || rate.from > day) continue;
    if (found === null || rate.from >= found.from) found = rate;
  }
  return found?.percent ?? null;
}
