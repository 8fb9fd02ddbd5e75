/** Handlers for products. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { lockPrices } from "../../commerce/product/store/prices.ts";
import { allProducts, type ShopProduct } from "../../commerce/product/store/products.ts";
import { soldByPrice } from "../../commerce/order/store/sales.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { perform } from "../operator/acts/act.ts";
import { addProduct, removeProduct, setProduct } from "../operator/acts/products.ts";
import { switchSale } from "../operator/acts/shop.ts";
import { serialized } from "../operator/read/paging.ts";
import { consoleProduct, productOf } from "../operator/read/products.ts";
import type { ConsoleHandlers } from "./caller.ts";
import { versionOf } from "./stale.ts";
import { parseFile } from "../operator/read/parse-file.ts";

/** Of what its form shows: on sale or not is a switch of its own. */
const productVersion = (product: ShopProduct) =>
  versionOf({ ...consoleProduct(product), onSale: undefined });

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
    async productList() {
      const all = await allProducts(db, world.now());
      const items = all.map((one) => ({ ...consoleProduct(one), version: productVersion(one) }));
      return { items };
    },

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

    async productSet({ sku, file, seen, reason }, { actor }) {
      const input = { sku, file: parseFile(file) };
      const check = async (tx: Tx) => {
        if (seen === undefined) return;
        await lockPrices(tx, sku);
        if (seen !== productVersion(await productOf(services, tx, sku)))
          throw new Refusal("changedMeanwhile", { field: "seen" });
      };
      const product = await perform(services, setProduct, { actor, input, reason, check });
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
