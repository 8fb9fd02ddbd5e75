/** The ledger postings of an order: the goods granted and the money that pays for them. */
import { endOfLot } from "@turnpike/rules/lots.ts";
import { postWithNext } from "../../ledger/post.ts";
import type { Line } from "../../ledger/post.ts";
import { taxBucket } from "../tax/sale-tax.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Order } from "./store.ts";

/** Lines that move an asset from the operator to the customer; none without an asset. */
export function customerLines(
  accountId: string,
  {
    asset,
    amount,
    operatorBucket,
    ...lots
  }: { asset: string | null; amount: number; operatorBucket: string } & Pick<
    Line,
    "expiresAt" | "lotsOf"
  >,
): Line[] {
  if (amount === 0 || asset === null) return [];
  return [
    { owner: accountId, asset: asset as Line["asset"], bucket: "main", amount, ...lots },
    { owner: null, asset: asset as Line["asset"], bucket: operatorBucket, amount: -amount },
  ];
}

/** Lines that move money between two of the operator's own buckets. */
export function operatorLines(cents: number, { from, to }: { from: string; to: string }): Line[] {
  if (cents === 0) return [];
  return [
    { owner: null, asset: "wallet", bucket: from, amount: -cents },
    { owner: null, asset: "wallet", bucket: to, amount: cents },
  ];
}

/** The key of the entry that grants an order. */
const keyOf = ({ id }: Order) => `order:${id}`;

/**
 * Grants an order's goods and books its price, from the wallet or as money that a provider
 * received. What comes next in the transaction, or its commit, throws Refusal insufficientBalance.
 */
export async function postOrder(tx: Tx, order: Order, at: number): Promise<void> {
  const price = priceLines(order, { cents: order.amountCents, taxCents: order.taxCents });
  const expiresAt = endOfLot(at, order.validDays);
  const granted = {
    asset: order.asset,
    amount: order.granted,
    operatorBucket: "stock",
    ...(expiresAt && { expiresAt }),
  };
  await postWithNext(tx, {
    key: keyOf(order),
    kind: order.method === "coupon" ? "gift" : "order",
    ref: order.orderNo,
    at,
    lines: [...price, ...customerLines(order.accountId, granted)],
  });
}

/** Lines that move `cents` of a price, with the tax in it, from the payer; back if negative. */
function priceLines(
  { method, accountId, taxCountry }: Order,
  { cents, taxCents }: { cents: number; taxCents: number },
): Line[] {
  const price =
    method === "wallet"
      ? customerLines(accountId, { asset: "wallet", amount: -cents, operatorBucket: "sales" })
      : operatorLines(cents, { from: "payments", to: "sales" });
  return [...price, ...operatorLines(taxCents, { from: "sales", to: taxBucket(taxCountry) })];
}

/** Lines that take `left` of the grant back and pay `cents` to the wallet or the outside payer. */
export function refundLines(
  order: Order,
  { left, cents, taxCents }: { left: number; cents: number; taxCents: number },
): Line[] {
  return [
    ...priceLines(order, { cents: -cents, taxCents: -taxCents }),
    ...customerLines(order.accountId, {
      asset: order.asset,
      amount: -left,
      operatorBucket: "stock",
      lotsOf: keyOf(order),
    }),
  ];
}
