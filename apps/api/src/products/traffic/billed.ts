/** Decides which reported rows are billed by bytes; the only place that does. */
import type { Product } from "@turnpike/contract/data-plane.ts";

const billed: Record<Product, boolean> = {
  traffic: true,
  ip: false,
  static: false,
  short: false,
  port: false,
  bandwidth: false,
};

export const isKnownProduct = ({ product }: { product: string }) => Object.hasOwn(billed, product);

/**
 * Returns whether a product's bytes are billed, and so need a lease; those of all others are only
 * counted. @throws RangeError for an unknown product, which is neither
 */
export function isBilled({ product }: { product: Product }): boolean {
  if (!isKnownProduct({ product })) throw new RangeError("unknown product");
  return billed[product];
}
