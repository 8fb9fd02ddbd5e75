/** The tax within or on top of an amount, and its share of a refund (spec/tax#amounts). */
import { type Cents, divideHalfUp, percentOf, safeInteger } from "../money.ts";

/** Whether prices are named without the tax (`net`) or with it (`gross`). */
export const priceKinds = ["net", "gross"] as const;
export type PriceKind = (typeof priceKinds)[number];

/** `netCents + taxCents = totalCents`. */
export interface TaxedAmount {
  netCents: Cents;
  taxCents: Cents;
  totalCents: Cents;
}

/**
 * Splits a sale's price, once for the whole sale, rounded half up to the cent. `gross`: the tax is
 * within the price, so the total does not depend on the rate. `net`: the tax comes on top.
 */
export function taxed(cents: Cents, ratePercent: number, prices: PriceKind): TaxedAmount {
  if (prices === "net") {
    const taxCents = percentOf(cents, ratePercent);
    return { netCents: cents, taxCents, totalCents: safeInteger(cents + taxCents) };
  }
  const basisPoints = BigInt(safeInteger(Math.round(ratePercent * 100)));
  const part = divideHalfUp(BigInt(safeInteger(cents)) * basisPoints, 10_000n + basisPoints);
  const taxCents = safeInteger(part);
  return { netCents: cents - taxCents, taxCents, totalCents: cents };
}

/**
 * The tax of a payment's money that has gone to a wallet so far: as it was named for the requested
 * amount (`amountCents`, with `taxCents` in it), and within all other money at the same rate. Of an
 * order's payment no amount is meant for the wallet: 0.
 */
export function walletTax(
  named: { amountCents: Cents; taxCents: Cents; ratePercent: number },
  walletCents: Cents,
): Cents {
  const { amountCents, taxCents, ratePercent } = named;
  const within = (cents: Cents) => taxed(cents, ratePercent, "gross").taxCents;
  if (walletCents < amountCents) return within(walletCents);
  return taxCents + within(walletCents - amountCents);
}

/**
 * The tax within a further refund of `cents` of a sale: in proportion, on cumulative amounts, so
 * that all parts of a refund together give back exactly the sale's tax. `refundedTaxCents` is what
 * earlier refunds gave back; without it, as much as they should have.
 */
export function taxBack(
  sale: {
    totalCents: Cents;
    taxCents: Cents;
    refundedCents: Cents;
    refundedTaxCents?: Cents | undefined;
  },
  cents: Cents,
): Cents {
  const upTo = (refunded: Cents) =>
    sale.totalCents <= 0
      ? 0n
      : divideHalfUp(
          BigInt(safeInteger(sale.taxCents)) *
            BigInt(safeInteger(Math.min(refunded, sale.totalCents))),
          BigInt(safeInteger(sale.totalCents)),
        );
  const before = sale.refundedTaxCents ?? safeInteger(upTo(sale.refundedCents));
  const due = safeInteger(upTo(sale.refundedCents + cents)) - before;
  return Math.min(cents, Math.max(0, due));
}
