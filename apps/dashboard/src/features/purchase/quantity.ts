/** A typed quantity of something that is sold. */
export interface QuantityRange {
  min: number;
  max: number;
  step?: number;
  /** What is free; undefined if unknown. */
  stock?: number | undefined;
}
/** Missing: nothing typed. Outside: not a whole number in range. Stock: more than is free. */
export type QuantityError = "missing" | "outside" | "step" | "stock";
export interface Quantity {
  /** Null if it is not in range. */
  quantity: number | null;
  why: QuantityError | null;
}

/** Parses a typed quantity; what is no number counts as missing. */
export function readQuantity(typed: number | string, range: QuantityRange): Quantity {
  const { min, max, step = 1, stock } = range;
  const text = String(typed).trim();
  const quantity = text === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(quantity)) return { quantity: null, why: "missing" };
  const whole = Number.isInteger(quantity) && quantity > 0 && quantity <= max;
  if (whole && quantity % step !== 0) return { quantity: null, why: "step" };
  if (!whole || quantity < min) return { quantity: null, why: "outside" };
  return { quantity, why: stock !== undefined && quantity > stock ? "stock" : null };
}
