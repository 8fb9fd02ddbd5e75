/** The catalogue: products and what was sold of them (spec/console#shop, spec/money#products). */
import { z } from "zod";
import { at, cents, flag, requiredText } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { reason, seen, version } from "./fields.ts";

const access = "shop.read";
export const sku = requiredText(40).describe("The product's SKU.");

const texts = z.record(z.string(), z.string());
const tier = z.object({
  fromQty: z.int().describe("The smallest quantity of the tier."),
  unitMicros: z.int().describe("The price of one unit, in millionths of the currency."),
});

export const product = z
  .object({
    sku: z.string().describe("The SKU."),
    kind: z.string().describe("Its kind."),
    name: texts.describe("The name by language."),
    description: texts.nullable().describe("The description by language; null without one."),
    badge: texts.nullable().describe("The badge by language; null without one."),
    unit: z.string().describe("The unit of the quantity."),
    pool: z.string().nullable().describe("The pool of its traffic; null for other kinds."),
    validDays: z.int().nullable().describe("The days its traffic lasts; null: forever."),
    sort: z.int().describe("Its place in the shop, lowest first."),
    trial: z.boolean().describe("True if it costs nothing, once for each person."),
    enterprise: z.boolean().describe("True for enterprise products."),
    days: z.int().nullable().describe("The term; null if it has none."),
    region: z.string().nullable().describe("The region; null if it has none."),
    minQty: z.int().describe("The smallest quantity."),
    maxQty: z.int().describe("The largest quantity."),
    stepQty: z.int().describe("Quantities are multiples of it."),
    onSale: z.boolean().describe("True if it can be ordered."),
    tiers: z.array(tier).describe("Its prices."),
  })
  .meta({ id: "ConsoleProduct" });

export const productList = consoleCall({
  path: "/console/v1/productList",
  access,
  summary: "Lists all products with their prices, on sale or not.",
  response: {
    items: z
      .array(product.extend({ version }).meta({ id: "ListedProduct" }))
      .describe("The products, in the shop's order."),
  },
});

export const productSwitch = consoleAct({
  path: "/console/v1/productSwitch",
  access: "shop.write",
  summary: "Puts a product on sale, or takes it off; products already bought are not affected.",
  request: { sku, onSale: flag().describe("1 to put it on sale, 0 to take it off."), reason },
  response: { product: product.describe("The product.") },
  refusals: ["unknownSku"],
});

const file = requiredText(50_000).describe(
  "The product as JSON (docs/spec/money.md#products); a change has only the fields to change.",
);
const written = { product: product.describe("The product.") };

export const productAdd = consoleAct({
  path: "/console/v1/productAdd",
  access: "shop.write",
  summary: "Adds a product and puts it on sale.",
  request: { file, reason },
  response: written,
  refusals: ["badField", "actRefused"],
});

export const productSet = consoleAct({
  path: "/console/v1/productSet",
  access: "shop.write",
  summary: "Changes fields of a product; what was sold keeps its price.",
  request: { sku, file, seen, reason },
  response: written,
  refusals: ["unknownSku", "badField", "actRefused", "changedMeanwhile"],
});

export const productRemove = consoleAct({
  path: "/console/v1/productRemove",
  access: "shop.write",
  summary: "Removes a product that was never sold.",
  request: { sku, reason },
  refusals: ["unknownSku", "actRefused"],
});

export const productSales = consoleCall({
  path: "/console/v1/productSales",
  access,
  summary: "Returns what was sold of a product at each unit price, the newest price first.",
  request: { sku },
  response: {
    items: z
      .array(
        z.object({
          unitMicros: z
            .int()
            .nullable()
            .describe("The unit price; null for orders from before it was kept."),
          orders: z.int().describe("The number of paid orders."),
          units: z.int().describe("The number of units."),
          cents: cents.describe("The sum that they paid."),
          firstAt: at.describe("The time of the first of them."),
          lastAt: at.describe("The time of the last of them."),
        }),
      )
      .describe("At most 50 prices, of the newest 20,000 paid orders."),
  },
});

export const consoleProductCalls = {
  productList,
  productSwitch,
  productAdd,
  productSet,
  productRemove,
  productSales,
};
