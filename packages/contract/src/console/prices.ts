/** Prices, changed at once or scheduled (spec/money#prices). */
import { z } from "zod";
import { at, cents, instant, integer, optional, text } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { reason, rowId } from "./fields.ts";
import { product, sku } from "./products.ts";

const access = "shop.read";
const micros = integer(0, 1_000_000_000_000);

const pricedOrder = {
  quantity: z.int().describe("The number of units."),
  beforeCents: cents.describe("The order's price without the change."),
  afterCents: cents.describe("The order's price with it."),
};

const priceGiven = {
  sku,
  fromQty: integer(1, 1_000_000_000).describe("The smallest quantity of the tier."),
  unitMicros: optional(micros).describe("The new price of a unit; absent to remove the tier."),
  from: optional(instant()).describe("The time the change takes effect; absent: at once."),
  group: optional(text(40)).describe("The group whose price it is; absent: the list price."),
};

export const pricePreview = consoleCall({
  path: "/console/v1/pricePreview",
  access,
  summary:
    "Returns the prices of orders with and without a change of a price, at the time it takes effect.",
  request: priceGiven,
  response: {
    items: z
      .array(z.object(pricedOrder))
      .describe("Sample quantities: the bounds of all tiers, and between them."),
    typical: z
      .object({
        ...pricedOrder,
        orders: z.int().describe("The number of orders that the median is taken from."),
      })
      .nullable()
      .describe("The median order of the last 90 days; null if there was none."),
  },
  refusals: ["unknownSku", "actRefused", "notFound"],
});

export const scheduledPrice = z
  .object({
    id: z.string().describe("The change's ID."),
    sku: z.string().describe("The product's SKU."),
    group: z.string().nullable().describe("The group whose price it is; null: the list price."),
    fromQty: z.int().describe("The smallest quantity of the tier."),
    unitMicros: z.int().nullable().describe("The price of a unit; null if the tier is removed."),
    from: at.describe("The time the change takes effect."),
    createdAt: at.describe("The time it was scheduled."),
    createdBy: z.string().describe("The author: a staff member's e-mail address, or `cli`."),
  })
  .meta({ id: "ScheduledPrice" });

export const priceSet = consoleAct({
  path: "/console/v1/priceSet",
  access: "shop.write",
  summary:
    "Sets the price of a unit from a quantity on, or removes a tier: at once, or at a given time.",
  request: { ...priceGiven, reason },
  response: {
    product: product.describe("The product with its present prices."),
    scheduled: scheduledPrice
      .nullable()
      .describe("The scheduled change; null if it took effect at once."),
  },
  refusals: ["unknownSku", "actRefused", "notFound"],
});

export const priceSchedule = consoleCall({
  path: "/console/v1/priceSchedule",
  access,
  summary: "Lists scheduled changes of prices, the next first.",
  request: { sku: optional(text(40)).describe("Only changes of this product.") },
  response: { items: z.array(scheduledPrice).describe("The changes; 500 at most.") },
});

export const priceCancel = consoleAct({
  path: "/console/v1/priceCancel",
  access: "shop.write",
  summary: "Cancels a scheduled change of a price.",
  request: { id: rowId, reason },
  response: { cancelled: scheduledPrice.describe("The change.") },
  refusals: ["notFound", "actRefused"],
});

export const consolePriceCalls = { pricePreview, priceSet, priceSchedule, priceCancel };
