/** `products …`: the catalogue (spec/money#products). */
import { productName } from "@turnpike/locales/shop.ts";
import { allProducts } from "../../commerce/product/store/products.ts";
import { addProduct, removeProduct, setProduct } from "./acts/products.ts";
import { switchSale } from "./acts/shop.ts";
import { type Command, performFromCli, readText } from "./command.ts";
import { parseFile } from "./read/parse-file.ts";
import { presentProduct } from "./read/products.ts";
import { table } from "./table.ts";

const list: Command = {
  name: "products list",
  args: "",
  help: "List all products, on sale or not, as their files describe them",
  run: async ({ services }) => {
    const products = await allProducts(services.db, services.world.now());
    const json = products.map(presentProduct);
    const lines = json.map((row, at) => ({
      ...row,
      name: products[at] ? productName("en", products[at]) : "",
      quantities: `${row.min}-${row.max}`,
      tiers: row.tiers.length,
    }));
    const text = table(lines, {
      none: "There are no products.",
      columns: ["sku", "kind", "name", "days", "region", "quantities", "tiers", "sort", "onSale"],
    });
    return { ok: true, text, json };
  },
};

const add: Command = {
  name: "products add",
  args: "FILE",
  help: "Add a product from a JSON file and put it on sale; -: from standard input",
  run: async ({ services, args: [file = ""] }) => {
    const input = { file: parseFile(await readText(file)) };
    const json = presentProduct(await performFromCli(services, addProduct, input));
    return { ok: true, text: `${json.sku} is on sale.`, json };
  },
};

const set: Command = {
  name: "products set",
  args: "SKU FILE",
  help: "Change the fields of a product that a JSON file has; what was sold keeps its price",
  run: async ({ services, args: [sku = "", file = ""] }) => {
    const input = { sku, file: parseFile(await readText(file)) };
    const json = presentProduct(await performFromCli(services, setProduct, input));
    return { ok: true, text: `${json.sku} is changed.`, json };
  },
};

const saleCommand = (onSale: boolean): Command => ({
  name: onSale ? "products on" : "products off",
  args: "SKU",
  help: onSale
    ? "Put a product on sale"
    : "Take a product off sale; what customers have bought keeps working",
  run: async ({ services, args: [sku = ""] }) => {
    const json = presentProduct(await performFromCli(services, switchSale, { sku, onSale }));
    return { ok: true, text: `${sku} is ${onSale ? "on" : "off"} sale.`, json };
  },
});

const remove: Command = {
  name: "products remove",
  args: "SKU",
  help: "Remove a product that was never sold",
  run: async ({ services, args: [sku = ""] }) => {
    const json = await performFromCli(services, removeProduct, { sku });
    return { ok: true, text: `${sku} is removed.`, json };
  },
};

export const productCommands: Command[] = [
  list,
  add,
  set,
  saleCommand(true),
  saleCommand(false),
  remove,
];
