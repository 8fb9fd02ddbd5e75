/** The price list (spec/money#prices). */
import { productName, productUnit } from "@turnpike/locales/shop.ts";
import { textIn } from "@turnpike/rules/product.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { gateOf } from "../gate/gates.ts";
import { hasUsedTrial } from "../trial/use-trial.ts";
import { productsOnSale } from "./store/products.ts";

/** What the shop says of a product's gate. */
function shownGate(services: Services, sku: string) {
  const gate = gateOf(services, sku);
  return gate ? { overGb: gate.overGb } : null;
}

export function productCalls(services: Services): Pick<Handlers, "priceList"> {
  const { db, world } = services;
  return {
    async priceList(_question, { lang, accountId }) {
      const buyer = { now: world.now(), accountId };
      const all = await productsOnSale(db, buyer, { trials: true });
      const isOver = all.some(({ trial }) => trial) && (await hasUsedTrial(services, accountId));
      const products = isOver ? all.filter(({ trial }) => !trial) : all;
      return {
        products: products.map((product) => ({
          sku: product.sku,
          kind: product.kind,
          name: productName(lang, product),
          unit: productUnit(lang, product),
          description: textIn(product.descriptions, lang),
          badge: textIn(product.badges, lang),
          enterprise: product.enterprise,
          trial: product.trial,
          days: product.days,
          validDays: product.validDays,
          minQty: product.minQty,
          maxQty: product.maxQty,
          stepQty: product.stepQty,
          region: product.region,
          tiers: product.tiers,
          identity: shownGate(services, product.sku),
        })),
      };
    },
  };
}
