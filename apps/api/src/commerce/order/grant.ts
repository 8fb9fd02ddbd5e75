/** The ledger postings of an order: the goods granted and the money that pays for them. */
import { post } from "../../ledger/post.ts";
import type { Line } from "../../ledger/post.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Order } from "./store.ts";

/** Lines that move an asset from the operator to the customer; none without an asset. */
export function customerLines(
  accountId: string,
  {
    asset,
    amount,
    operatorBucket,
  }: { asset: string | null; amount: number; operatorBucket: string },
): Line[] {
  if (amount === 0 || asset === null) return [];
  return [
    { owner: accountId, asset: asset as Line["asset"], bucket: "main", amount },
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

/**
 * Grants an order's goods and books its price, from the wallet or as money that a provider
 * received.
 * @throws Refusal insufficientBalance
 */
export async function postOrder(tx: Tx, order: Order, at: number): Promise<void> {
  const price =
    order.method === "wallet"
      ? customerLines(order.accountId, {
          asset: "wallet",
          amount: -order.amountCents,
          operatorBucket: "sales",
        })
      : operatorLines(order.amountCents, { from: "payments", to: "sales" });
  const granted = { asset: order.asset, amount: order.granted, operatorBucket: "stock" };
  await post(tx, {
    key: `order:${order.id}`,
    kind: order.method === "coupon" ? "gift" : "order",
    ref: order.orderNo,
    at,
    lines: [...price, ...customerLines(order.accountId, granted)],
  });
}

/** Lines that take `left` of the grant back and pay `cents` to the wallet or the outside payer. */
export function refundLines(
  order: Order,
  { left, cents }: { left: number; cents: number },
): Line[] {
  const price =
    order.method === "wallet"
      ? customerLines(order.accountId, { asset: "wallet", amount: cents, operatorBucket: "sales" })
      : operatorLines(cents, { from: "sales", to: "payments" });
  return [
    ...price,
    ...customerLines(order.accountId, {
      asset: order.asset,
      amount: -left,
      operatorBucket: "stock",
    }),
  ];
}
