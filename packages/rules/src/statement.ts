/** The statement of an account: what its ledger's assets are counted in, and its months. */

/** How amounts of an asset are written: money as dollars, the others as they are. */
export type LedgerUnit = "usd" | "bytes" | "pieces";

const money = ["wallet", "profit"];

export function ledgerUnit(asset: string): LedgerUnit {
  if (money.includes(asset)) return "usd";
  return asset === "traffic" ? "bytes" : "pieces";
}

/** Cents as programs read dollars, in every language alike: -1050 → "-10.50". */
export function decimalDollars(cents: number): string {
  const size = Math.abs(cents);
  const fraction = String(size % 100).padStart(2, "0");
  return `${cents < 0 ? "-" : ""}${Math.floor(size / 100)}.${fraction}`;
}

/**
 * A month, YYYY-MM, as the instants (ms) of its first moment and of the next month's, in UTC;
 * null where it is none, or has not begun.
 */
export function monthBounds(month: string, now: number): { from: number; to: number } | null {
  const [, year, number] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (year === undefined || number === undefined) return null;
  const from = Date.UTC(Number(year), Number(number) - 1, 1);
  const to = Date.UTC(Number(year), Number(number), 1);
  return from <= now ? { from, to } : null;
}
