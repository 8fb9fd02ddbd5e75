/** `prices …`, `products …`, `news …` and `coupon grant`. */
import { langs } from "@turnpike/contract/refusals.ts";
import type { CouponBenefit } from "../../commerce/coupon/grant.ts";
import { allProducts, type StoredProduct } from "../../commerce/product/store.ts";
import { giveCoupons } from "./acts/coupon.ts";
import { announce, setPrice, switchSale, withdrawNews } from "./acts/shop.ts";
import { act, type CommandInput, type Command, UsageError, wholeNumber } from "./command.ts";

const dollarsOf = (unitMicros: number) => `$${(unitMicros / 1_000_000).toFixed(6)}`;
const written = ({ sku, tiers }: StoredProduct) =>
  `${sku.padEnd(26)} ${tiers.map((tier) => `${tier.fromQty}+ ${dollarsOf(tier.unitMicros)}`).join(", ")}`;

const pricesList: Command = {
  name: "prices list",
  args: "",
  help: "List all products with their price tiers",
  run: async ({ services }) => {
    const products = await allProducts(services.db);
    return { ok: true, text: products.map(written).join("\n"), json: products };
  },
};

const pricesSet: Command = {
  name: "prices set",
  args: "SKU FROMQTY UNITMICROS",
  help: "Set the price of one unit from a quantity on, in millionths of a dollar",
  run: async ({ services, args: [sku = "", from, price] }) => {
    const fromQty = wholeNumber(from, "FROMQTY");
    const unitMicros = wholeNumber(price, "UNITMICROS", 0);
    const after = await act(services, setPrice, { sku, fromQty, unitMicros });
    return { ok: true, text: written(after), json: after };
  },
};

const pricesRemove: Command = {
  name: "prices remove",
  args: "SKU FROMQTY",
  help: "Remove the price from a quantity on; the tier below counts then",
  run: async ({ services, args: [sku = "", from] }) => {
    const fromQty = wholeNumber(from, "FROMQTY");
    const after = await act(services, setPrice, { sku, fromQty, unitMicros: null });
    return { ok: true, text: written(after), json: after };
  },
};

const sells = (onSale: boolean): Command => ({
  name: onSale ? "products on" : "products off",
  args: "SKU",
  help: onSale ? "Put a product on sale" : "Take a product off sale; what was bought goes on",
  run: async ({ services, args: [sku = ""] }) => {
    const json = await act(services, switchSale, { sku, onSale });
    return { ok: true, text: `${sku} is ${onSale ? "on" : "off"} sale.`, json };
  },
});

const newsAdd: Command = {
  name: "news add",
  args: "--title T --body B [--lang L]",
  help: "Publish an announcement on the home page, in one language or in all",
  run: async ({ services, options: { title, body, lang = null } }) => {
    if (typeof title !== "string" || typeof body !== "string" || !title.trim() || !body.trim())
      throw new UsageError("--title and --body are required");
    const language = lang === "zh-tw" ? "zh" : lang;
    if (language !== null && !langs.some((one) => one === language))
      throw new UsageError(`--lang must be one of ${langs.join(", ")}`);
    const row = await act(services, announce, {
      lang: language === null ? null : String(language),
      title: title.trim(),
      body: body.trim(),
    });
    return { ok: true, text: `Announced: ${row.title}`, json: row };
  },
};

const newsRemove: Command = {
  name: "news remove",
  args: "ID",
  help: "Take an announcement down",
  run: async ({ services, args: [id = ""] }) => {
    await act(services, withdrawNews, { id });
    return { ok: true, text: "Removed.", json: { id } };
  },
};

function giftOf({ options }: CommandInput): CouponBenefit {
  const { kind, percent, sku, amount, "min-cents": minCents } = options;
  if (kind === "discount") {
    const share = wholeNumber(percent, "--percent");
    if (share > 100) throw new UsageError("--percent must be at most 100");
    return { kind, percent: share, minCents: wholeNumber(minCents ?? "0", "--min-cents", 0) };
  }
  if (kind !== "gift") throw new UsageError("--kind must be discount or gift");
  return { kind, sku: String(sku), amount: wholeNumber(amount, "--amount") };
}

const couponGrant: Command = {
  name: "coupon grant",
  args: "EMAIL --kind discount|gift --days N [--percent N --min-cents N | --sku SKU --amount N]",
  help: "Give an account a coupon",
  run: async (input) => {
    const { services, args, options } = input;
    const days = wholeNumber(options.days, "--days");
    const gift = giftOf(input);
    const fields = { accounts: [args[0] ?? ""], days, gift };
    const [id] = (await act(services, giveCoupons, fields)).couponIds;
    const text = `Granted a ${gift.kind} coupon to ${args[0]} for ${days} days.`;
    return { ok: true, text, json: { id, email: args[0], days, ...gift } };
  },
};

export const shopCommands: Command[] = [
  pricesList,
  pricesSet,
  pricesRemove,
  sells(true),
  sells(false),
  newsAdd,
  newsRemove,
  couponGrant,
];
