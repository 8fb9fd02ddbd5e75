/** Handlers for products. */
import { allProducts } from "../../commerce/product/store/products.ts";
import { soldByPrice } from "../../commerce/order/store/sales.ts";
import type { Services } from "../../platform/services.ts";
import { perform } from "../operator/acts/act.ts";
import { addProduct, removeProduct, setProduct } from "../operator/acts/products.ts";
import { switchSale } from "../operator/acts/shop.ts";
import { serialized } from "../operator/read/paging.ts";
import { consoleProduct, productOf } from "../operator/read/products.ts";
import type { ConsoleHandlers } from "./caller.ts";
import { parseFile } from "../operator/read/parse-file.ts";

type Names =
  | "productList"
  | "productSwitch"
  | "productAdd"
  | "productSet"
  | "productRemove"
  | "productSales";

export function productHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  const { db, world } = services;
  return {
    productList: async () => ({ items: (await allProducts(db, world.now())).map(consoleProduct) }),

    async productSwitch({ sku, onSale, reason }, { actor }) {
      const input = { sku, onSale };
      const product = await perform(services, switchSale, { actor, input, reason });
      return { product: consoleProduct(product) };
    },

    async productAdd({ file, reason }, { actor }) {
      const input = { file: parseFile(file) };
      const product = await perform(services, addProduct, { actor, input, reason });
      return { product: consoleProduct(product) };
    },

    async productSet({ sku, file, reason }, { actor }) {
      const input = { sku, file: parseFile(file) };
      const product = await perform(services, setProduct, { actor, input, reason });
      return { product: consoleProduct(product) };
    },

    async productRemove({ sku, reason }, { actor }) {
      await perform(services, removeProduct, { actor, input: { sku }, reason });
      return {};
    },

    async productSales({ sku }) {
      await productOf(services, db, sku);
      return { items: serialized(await soldByPrice(db, sku)) };
    },
  };
}
