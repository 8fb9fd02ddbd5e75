/**
 * Money is whole US cents, unit prices alone are millionths of a dollar (spec/api#values). No
 * floats: every function takes and gives safe integers and throws a RangeError otherwise.
 */
declare const unit: unique symbol;
/** Whole US cents. */
export type Cents = number & { readonly [unit]?: "cents" };
/** Millionths of a US dollar. */
export type Micros = number & { readonly [unit]?: "micros" };

export const MICROS_PER_CENT = 10_000n;

/** The number, if it is a safe integer; throws a RangeError otherwise. */
export function safeInteger(value: number | bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`not a safe integer: ${value}`);
  return number;
}

/** `dividend / divisor` rounded to the nearest whole, a half away from zero (spec/api#values). */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  if (divisor <= 0n) throw new RangeError("the divisor has to be above zero");
  const size = dividend < 0n ? -dividend : dividend;
  const rounded = (2n * size + divisor) / (2n * divisor);
  return dividend < 0n ? -rounded : rounded;
}

/** The price of `quantity` at `unitMicros` each, rounded half up to the cent once. */
export function priceCents(quantity: number, unitMicros: Micros): Cents {
  const micros = BigInt(safeInteger(quantity)) * BigInt(safeInteger(unitMicros));
  return safeInteger(divideHalfUp(micros, MICROS_PER_CENT));
}

/** What one of `quantity` cost, if they cost so much together: rounded to a millionth of a dollar. */
export function unitPriceMicros(cents: Cents, quantity: number): Micros {
  const micros = BigInt(safeInteger(cents)) * MICROS_PER_CENT;
  return safeInteger(divideHalfUp(micros, BigInt(safeInteger(quantity))));
}

/** `percent` of an amount, rounded half up to the cent; hundredths of a percent are kept. */
export function percentOf(cents: Cents, percent: number): Cents {
  const basisPoints = BigInt(safeInteger(Math.round(percent * 100)));
  return safeInteger(divideHalfUp(BigInt(safeInteger(cents)) * basisPoints, 10_000n));
}

/** `part / whole` of an amount, rounded down: what is left of something sold. */
export function shareOf(amount: number, share: { part: number; whole: number }): number {
  if (share.whole <= 0) return 0;
  const part = BigInt(safeInteger(Math.min(Math.max(share.part, 0), share.whole)));
  return safeInteger((BigInt(safeInteger(amount)) * part) / BigInt(safeInteger(share.whole)));
}

/** Dollars for people: 123456 → "$1,234.56", -5 → "-$0.05". */
export function dollars(cents: Cents): string {
  const size = Math.abs(safeInteger(cents));
  const whole = Math.floor(size / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ",");
  return `${cents < 0 ? "-" : ""}$${whole}.${String(size % 100).padStart(2, "0")}`;
}
