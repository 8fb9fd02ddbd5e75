/** Orders credits of a period, whatever the operator sells them as. */
import type { Tx } from "../../platform/db/database.ts";
import {
  type OrderRequest,
  type PlacedOrder,
  placeOrder,
} from "../../commerce/order/place-order.ts";
import type { Services } from "../../platform/services.ts";
import { creditSku, type Period } from "./credits.ts";

/** @throws Refusal unknownSku, badQuantity, insufficientBalance */
export async function orderCredits(
  services: Services,
  tx: Tx,
  { accountId, bought: quantity, ...period }: Period & { accountId: string; bought: number },
  how: Pick<OrderRequest, "method" | "renewal" | "receipt" | "quoteId">,
): Promise<PlacedOrder> {
  const { quoteId } = how;
  const sku = await creditSku(services, tx, { ...period, quantity, quoteId, accountId });
  return placeOrder(services, tx, accountId, { ...how, sku, quantity });
}
