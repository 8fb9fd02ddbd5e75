/**
 * Money is in whole cents, only unit prices are in millionths of the currency (spec/api#values). No
 * floats: all functions take and return safe integers and throw a RangeError otherwise.
 */
declare const unit: unique symbol;
/** Whole US cents. */
export type Cents = number & { readonly [unit]?: "cents" };
/** Millionths of a US dollar. */
export type Micros = number & { readonly [unit]?: "micros" };

export const MICROS_PER_CENT = 10_000n;

/** Returns the number if it is a safe integer; throws a RangeError otherwise. */
export function safeInteger(value: number | bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`not a safe integer: ${value}`);
  return number;
}

/** `dividend / divisor` rounded to the nearest integer, half away from zero (spec/api#values). */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  if (divisor <= 0n) throw new RangeError("the divisor has to be above zero");
  const size = dividend < 0n ? -dividend : dividend;
  const rounded = (2n * size + divisor) / (2n * divisor);
  return dividend < 0n ? -rounded : rounded;
}

/** Returns the price of `quantity` at `unitMicros` each, rounded once, half up, to the cent. */
export function priceCents(quantity: number, unitMicros: Micros): Cents {
  const micros = BigInt(safeInteger(quantity)) * BigInt(safeInteger(unitMicros));
  return safeInteger(divideHalfUp(micros, MICROS_PER_CENT));
}

/** Returns the unit price if `quantity` cost this much, rounded to a millionth of the currency. */
export function unitPriceMicros(cents: Cents, quantity: number): Micros {
  const micros = BigInt(safeInteger(cents)) * MICROS_PER_CENT;
  return safeInteger(divideHalfUp(micros, BigInt(safeInteger(quantity))));
}

/** `percent` of an amount, rounded half up to the cent; considers hundredths of a percent. */
export function percentOf(cents: Cents, percent: number): Cents {
  const basisPoints = BigInt(safeInteger(Math.round(percent * 100)));
  return safeInteger(divideHalfUp(BigInt(safeInteger(cents)) * basisPoints, 10_000n));
}

/** `part / whole` of an amount, rounded down, such as the unused part of something sold. */
export function shareOf(amount: number, share: { part: number; whole: number }): number {
  if (share.whole <= 0) return 0;
  const part = BigInt(safeInteger(Math.min(Math.max(share.part, 0), share.whole)));
  return safeInteger((BigInt(safeInteger(amount)) * part) / BigInt(safeInteger(share.whole)));
}
