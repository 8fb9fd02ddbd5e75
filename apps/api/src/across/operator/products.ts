/** `products …`: the catalogue (spec/money#products). */
import type { ConsoleCalls, ConsoleResponse } from "@turnpike/contract/console/calls.ts";
import { fileKindOf, type ProductKind } from "@turnpike/rules/product.ts";
import { callCommand } from "./call-command.ts";
import { type Command, readField } from "./command.ts";
import { table } from "./table.ts";

type Product = ConsoleResponse<ConsoleCalls["productSwitch"]>["product"];

/** A product with the words of its file. */
const fileOf = ({ kind, minQty: min, maxQty: max, stepQty: step, ...product }: Product) => ({
  ...product,
  kind: fileKindOf(kind as ProductKind),
  min,
  max,
  step,
});

const list = callCommand({
  call: "productList",
  name: "products list",
  args: "",
  help: "List all products, on sale or not, as their files describe them",
  show: ({ items }) => {
    const lines = items.map((row) => ({
      ...row,
      kind: fileKindOf(row.kind as ProductKind),
      name: row.name["en"] ?? "",
      quantities: `${row.minQty}-${row.maxQty}`,
      tiers: row.tiers.length,
    }));
    const text = table(lines, {
      none: "There are no products.",
      columns: ["sku", "kind", "name", "days", "region", "quantities", "tiers", "sort", "onSale"],
    });
    return { text, json: items.map(fileOf) };
  },
});

const add = callCommand({
  call: "productAdd",
  name: "products add",
  args: "FILE",
  help: "Add a product from a JSON file and put it on sale; -: from standard input",
  fields: async ({ args: [file = ""] }) => ({ file: await readField(file) }),
  show: ({ product }) => ({ text: `${product.sku} is on sale.`, json: fileOf(product) }),
});

const set = callCommand({
  call: "productSet",
  name: "products set",
  args: "SKU FILE",
  help: "Change the fields of a product that a JSON file has; what was sold keeps its price",
  words: ["sku"],
  fields: async ({ args: [, file = ""] }) => ({ file: await readField(file) }),
  show: ({ product }) => ({ text: `${product.sku} is changed.`, json: fileOf(product) }),
});

const saleCommand = (onSale: boolean, help: string) =>
  callCommand({
    call: "productSwitch",
    name: onSale ? "products on" : "products off",
    args: "SKU",
    help,
    words: ["sku"],
    fields: () => ({ onSale }),
    show: ({ product }, { sku }) => ({
      text: `${sku} is ${onSale ? "on" : "off"} sale.`,
      json: fileOf(product),
    }),
  });

const remove = callCommand({
  call: "productRemove",
  name: "products remove",
  args: "SKU",
  help: "Remove a product that was never sold",
  words: ["sku"],
  show: (_response, { sku }) => ({ text: `${sku} is removed.`, json: { sku } }),
});

export const productCommands: Command[] = [
  list,
  add,
  set,
  saleCommand(true, "Put a product on sale"),
  saleCommand(false, "Take a product off sale; what customers have bought keeps working"),
  remove,
];
