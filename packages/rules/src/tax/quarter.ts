/** Quarters of a year in UTC, as tax returns name them: `2026Q4`. */

export interface QuarterSpan {
  from: Date;
  /** The first instant after it. */
  to: Date;
}

const QUARTER = /^(20\d\d)Q([1-4])$/;

/** The span of a quarter such as `2026Q4`; null if it is none. */
export function quarterSpan(quarter: string): QuarterSpan | null {
  const [, year, number] = QUARTER.exec(quarter) ?? [];
  if (year === undefined) return null;
  const first = (Number(number) - 1) * 3;
  return {
    from: new Date(Date.UTC(Number(year), first)),
    to: new Date(Date.UTC(Number(year), first + 3)),
  };
}

/** The quarter of a day, and those before it: `count` in all, the newest first. */
export function lastQuarters(day: Date, count: number): string[] {
  const newest = day.getUTCFullYear() * 4 + Math.floor(day.getUTCMonth() / 3);
  return Array.from({ length: count }, (_, back) => {
    const quarter = newest - back;
    return `${Math.floor(quarter / 4)}Q${(quarter % 4) + 1}`;
  });
}
