/** Account statements: amounts for programs, and the months. */

/** Formats cents for programs, the same in every language: -1050 → "-10.50". */
export function decimalMoney(cents: number): string {
  const size = Math.abs(cents);
  const fraction = String(size % 100).padStart(2, "0");
  return `${cents < 0 ? "-" : ""}${Math.floor(size / 100)}.${fraction}`;
}

/**
 * Returns the start of a month (YYYY-MM) and of the next one in UTC, as ms; null if it is invalid
 * or has not begun.
 */
export function monthBounds(month: string, now: number): { from: number; to: number } | null {
  const [, year, number] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (year === undefined || number === undefined) return null;
  const from = Date.UTC(Number(year), Number(number) - 1, 1);
  const to = Date.UTC(Number(year), Number(number), 1);
  return from <= now ? { from, to } : null;
}
