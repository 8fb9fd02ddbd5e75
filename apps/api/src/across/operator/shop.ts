/** `prices …`, `news …` and `coupon grant`. */
import { readFile } from "node:fs/promises";
import type { ConsoleCalls, ConsoleResponse } from "@turnpike/contract/console/calls.ts";
import { type Lang, langs } from "@turnpike/contract/refusals.ts";
import type { NewsText } from "../../identity/account/store/news.ts";
import { plainMoney, plainUnitPrice } from "@turnpike/locales/money.ts";
import { productsOnSale, type StoredProduct } from "../../commerce/product/store/products.ts";
import { setPrice, setPriceLater } from "./acts/prices.ts";
import { callCommand } from "./call-command.ts";
import {
  performFromCli,
  type CommandInput,
  type Command,
  UsageError,
  wholeNumber,
} from "./command.ts";
import { type PricedQuantity, presentScheduled, previewPrice } from "./read/price-preview.ts";
import { table } from "./table.ts";

const productLine = ({ sku, tiers }: StoredProduct) =>
  `${sku.padEnd(26)} ${tiers.map((tier) => `${tier.fromQty}+ ${plainUnitPrice(tier.unitMicros)}`).join(", ")}`;

const pricesList: Command = {
  name: "prices list",
  args: "[--group NAME]",
  help: "List all products with their price tiers, or those that a group of customers sees",
  run: async (input) => {
    const { services } = input;
    const group = groupOf(input) ?? undefined;
    const buyer = { now: services.world.now(), accountId: null, group };
    const products = await productsOnSale(services.db, buyer);
    return { ok: true, text: products.map(productLine).join("\n"), json: products };
  },
};

type Change = ConsoleResponse<ConsoleCalls["priceCancel"]>["cancelled"];

/** A scheduled price change, as JSON and as a table row. */
const presentChange = (change: Change) => {
  const { unitMicros } = change;
  return { ...change, price: unitMicros === null ? "removed" : plainUnitPrice(unitMicros) };
};

/** Parses `--at`; null without it. @throws UsageError */
function readInstant({ options: { at } }: CommandInput): number | null {
  if (at === undefined) return null;
  const ms = typeof at === "string" ? Date.parse(at) : Number.NaN;
  if (Number.isNaN(ms) || !/T.*(Z|[+-]\d\d:?\d\d)$/i.test(String(at)))
    throw new UsageError("--at must be an instant with its zone, such as 2027-01-01T00:00:00Z");
  return ms;
}

/** Prices of orders before and after a change, as `--preview` prints them. */
async function previewResult(services: CommandInput["services"], given: GivenPrice) {
  const json = await previewPrice(services, given);
  const line = (quantity: string, { beforeCents, afterCents }: PricedQuantity) => ({
    quantity,
    before: plainMoney(beforeCents),
    after: plainMoney(afterCents),
  });
  const rows = json.items.map((each) => line(String(each.quantity), each));
  const usual = json.typical;
  if (usual) rows.push(line(`${usual.quantity} (median of ${usual.orders} orders)`, usual));
  const columns: (keyof (typeof rows)[number])[] = ["quantity", "before", "after"];
  return { ok: true, text: table(rows, { none: "No order has a price.", columns }), json };
}

type GivenPrice = Parameters<typeof previewPrice>[1];

/** The group whose prices are meant; null: the list's. */
const groupOf = ({ options: { group } }: CommandInput): string | null =>
  typeof group === "string" ? group : null;

/** Sets or removes a price tier, at once or from an instant on, or only previews it. */
async function changePrice(input: CommandInput, price: Omit<GivenPrice, "from" | "group">) {
  const { services, options } = input;
  const given = { ...price, group: groupOf(input) };
  const from = readInstant(input);
  if (options.preview === true) return previewResult(services, { ...given, from });
  if (from === null) {
    const after = await performFromCli(services, setPrice, given);
    return { ok: true, text: productLine(after), json: after };
  }
  const set = await performFromCli(services, setPriceLater, { ...given, from });
  const json = presentChange(presentScheduled(set));
  return {
    ok: true,
    text: `${json.sku} from ${json.fromQty}: ${json.price} at ${json.from}`,
    json,
  };
}

const pricesSet: Command = {
  name: "prices set",
  args: "SKU FROMQTY UNITMICROS [--group NAME] [--at INSTANT] [--preview]",
  help: "Set the price of one unit from a quantity on, in millionths of the currency, now or from an instant on",
  run: async (input) => {
    const [sku = "", from, price] = input.args;
    const fromQty = wholeNumber(from, "FROMQTY");
    return changePrice(input, { sku, fromQty, unitMicros: wholeNumber(price, "UNITMICROS", 0) });
  },
};

const pricesRemove: Command = {
  name: "prices remove",
  args: "SKU FROMQTY [--group NAME] [--at INSTANT] [--preview]",
  help: "Remove the price from a quantity on; the tier below counts then",
  run: async (input) => {
    const [sku = "", from] = input.args;
    return changePrice(input, { sku, fromQty: wholeNumber(from, "FROMQTY"), unitMicros: null });
  },
};

const pricesScheduled = callCommand({
  call: "priceSchedule",
  name: "prices scheduled",
  args: "",
  help: "List scheduled price changes",
  show: ({ items }) => {
    const json = items.map(presentChange);
    const text = table(json, {
      none: "No change is scheduled.",
      columns: ["id", "sku", "group", "fromQty", "price", "from", "createdBy"],
    });
    return { text, json };
  },
});

const pricesCancel = callCommand({
  call: "priceCancel",
  name: "prices cancel",
  args: "ID",
  help: "Cancel a scheduled price change",
  words: ["id"],
  show: ({ cancelled }) => ({ text: "Cancelled.", json: presentChange(cancelled) }),
});

/** Reads a JSON file of texts: `{"de": {"title": "…", "body": "…"}}`. @throws UsageError */
async function translationsOf(file: unknown): Promise<NewsText[]> {
  if (file === undefined) return [];
  const wrong = new UsageError(
    `--translations must be a JSON file, such as {"de": {"title": "…", "body": "…"}}`,
  );
  const read: unknown = JSON.parse(await readFile(String(file), "utf8"));
  if (typeof read !== "object" || read === null) throw wrong;
  return Object.entries(read).map(([name, text]: [string, Partial<NewsText> | null]) => {
    const lang = languageOf(name);
    if (lang === null || !text?.title?.trim() || !text.body?.trim()) throw wrong;
    return { lang, title: text.title.trim(), body: text.body.trim() };
  });
}

/** @throws UsageError */
function languageOf(name: unknown): Lang | null {
  if (name === undefined || name === null) return null;
  const lang = langs.find((one) => one === (name === "zh-tw" ? "zh" : name));
  if (!lang) throw new UsageError(`a language must be one of ${langs.join(", ")}`);
  return lang;
}

const newsAdd = callCommand({
  call: "newsAdd",
  name: "news add",
  args: "--title T --body B [--lang L | --translations FILE]",
  help: "Publish an announcement on the home page, in one language or in all; a JSON file holds texts for further languages",
  fields: async ({ options: { lang, translations } }) => ({
    lang: languageOf(lang) ?? undefined,
    translations: await translationsOf(translations),
  }),
  show: ({ news }) => ({ text: `Announced: ${news.title}`, json: news }),
});

const newsRemove = callCommand({
  call: "newsRemove",
  name: "news remove",
  args: "ID",
  help: "Take an announcement down",
  words: ["id"],
  show: (_response, { id }) => ({ text: "Removed.", json: { id } }),
});

const couponGrant = callCommand({
  call: "couponGrant",
  name: "coupon grant",
  args: "EMAIL --kind discount|gift --days N [--percent N --min-cents N | --sku SKU --amount N]",
  help: "Give an account a coupon",
  words: ["accounts"],
  show: ({ couponIds: [id] }, { accounts: [email], days, ...given }) => {
    const { kind, percent, minCents = 0, sku, amount } = given;
    const gift = kind === "discount" ? { kind, percent, minCents } : { kind, sku, amount };
    const text = `Granted a ${kind} coupon to ${email} for ${days} days.`;
    return { text, json: { id, email, days, ...gift } };
  },
});

export const shopCommands: Command[] = [
  pricesList,
  pricesSet,
  pricesRemove,
  pricesScheduled,
  pricesCancel,
  newsAdd,
  newsRemove,
  couponGrant,
];
