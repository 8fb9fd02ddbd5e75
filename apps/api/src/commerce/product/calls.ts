/** The price list (spec/money#prices). */
import { productName, productUnit } from "@turnpike/locales/shop.ts";
import { textIn } from "@turnpike/rules/product.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { productsOnSale } from "./store/products.ts";

export function productCalls({ db, world }: Services): Pick<Handlers, "priceList"> {
  return {
    async priceList(_question, { lang, accountId }) {
      const products = await productsOnSale(db, { now: world.now(), accountId });
      return {
        products: products.map((product) => ({
          sku: product.sku,
          kind: product.kind,
          name: productName(lang, product),
          unit: productUnit(lang, product),
          description: textIn(product.descriptions, lang),
          badge: textIn(product.badges, lang),
          enterprise: product.enterprise,
          days: product.days,
          validDays: product.validDays,
          minQty: product.minQty,
          maxQty: product.maxQty,
          stepQty: product.stepQty,
          region: product.region,
          tiers: product.tiers,
        })),
      };
    },
  };
}
