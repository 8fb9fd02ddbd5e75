/** Finds the module that delivers an order. */
import type { Tx } from "../../platform/db/database.ts";
import type { Fulfil } from "../../platform/module.ts";
import type { Services } from "../../platform/services.ts";
import type { Order } from "./store.ts";

/** Returns what delivers the order; the product locks what it needs until the transaction ends. */
export async function prepareDelivery(
  services: Services,
  tx: Tx,
  order: Order,
): ReturnType<Fulfil> {
  for (const fulfil of services.modules.fulfil) {
    const delivery = await fulfil(services, tx, order);
    if (delivery !== null) return delivery;
  }
  return null;
}
