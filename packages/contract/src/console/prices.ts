/** Prices, changed at once or scheduled (spec/money#prices). */
import { z } from "zod";
import { at, cents, instant, integer, optional, text } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { reason, rowId } from "./fields.ts";
import { product, sku } from "./shop.ts";

const access = "shop.read";
const micros = integer(0, 1_000_000_000_000);

const pricedOrder = {
  quantity: z.int().describe("How many units."),
  beforeCents: cents.describe("The order's price without the change."),
  afterCents: cents.describe("The order's price with it."),
};

const priceGiven = {
  sku,
  fromQty: integer(1, 1_000_000_000).describe("From this quantity on."),
  unitMicros: optional(micros).describe("The new price of a unit; absent: the tier is removed."),
  from: optional(instant()).describe("The instant from which it holds; absent: at once."),
};

export const pricePreview = consoleCall({
  path: "/console/v1/pricePreview",
  access,
  summary:
    "What orders cost with and without a change of a price, at the instant from which it holds.",
  question: priceGiven,
  answer: {
    items: z
      .array(z.object(pricedOrder))
      .describe("Some quantities: the bounds of all tiers, and between them."),
    typical: z
      .object({ ...pricedOrder, orders: z.int().describe("How many orders it is taken from.") })
      .nullable()
      .describe("The median order of the last 90 days; null without one."),
  },
  refusals: ["unknownSku", "actRefused"],
});

export const scheduledPrice = z
  .object({
    id: z.string().describe("The change's id."),
    sku: z.string().describe("The product's SKU."),
    fromQty: z.int().describe("From this quantity on."),
    unitMicros: z.int().nullable().describe("The price of a unit; null: the tier is removed."),
    from: at.describe("The instant from which it holds."),
    createdAt: at.describe("When it was scheduled."),
    createdBy: z.string().describe("Who scheduled it: an address of the staff, or `cli`."),
  })
  .meta({ id: "ScheduledPrice" });

export const priceSet = consoleAct({
  path: "/console/v1/priceSet",
  access: "shop.write",
  summary:
    "Sets the price of a unit from a quantity on, or removes a tier: at once, or from an instant on.",
  question: { ...priceGiven, reason },
  answer: {
    product: product.describe("The product with the prices of this instant."),
    scheduled: scheduledPrice.nullable().describe("The change that waits; null: it holds."),
  },
  refusals: ["unknownSku", "actRefused"],
});

export const priceSchedule = consoleCall({
  path: "/console/v1/priceSchedule",
  access,
  summary: "Changes of prices that wait for their instant, the next first.",
  question: { sku: optional(text(40)).describe("Only of this product.") },
  answer: { items: z.array(scheduledPrice).describe("All of them, 500 at most.") },
});

export const priceCancel = consoleAct({
  path: "/console/v1/priceCancel",
  access: "shop.write",
  summary: "Cancels a change of a price that waits for its instant.",
  question: { id: rowId, reason },
  answer: { cancelled: scheduledPrice.describe("The change.") },
  refusals: ["notFound", "actRefused"],
});

export const consolePriceCalls = { pricePreview, priceSet, priceSchedule, priceCancel };
