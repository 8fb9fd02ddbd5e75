/** The price list (spec/money#prices). */
import { productName, productUnit } from "@turnpike/locales/shop.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { productsOnSale } from "./store.ts";

export function productCalls({ db, world }: Services): Pick<Handlers, "priceList"> {
  return {
    async priceList(_question, caller) {
      const products = await productsOnSale(db, world.now());
      return {
        products: products.map(({ grant: _grant, ...product }) => ({
          ...product,
          name: productName(caller.lang, product.sku),
          unit: productUnit(caller.lang, product.kind),
        })),
      };
    },
  };
}
