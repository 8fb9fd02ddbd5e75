/** `prices …`, `news add` and `coupon grant`. */
import { langs } from "@turnpike/contract/refusals.ts";
import { grantCoupon, type CouponBenefit } from "../../commerce/coupon/grant.ts";
import { transaction } from "../../platform/db/database.ts";
import { allProducts, productBySku, type StoredProduct } from "../../commerce/product/store.ts";
import {
  accountOf,
  type CommandInput,
  type Command,
  refuseClosed,
  UsageError,
  wholeNumber,
} from "./command.ts";

const dollarsOf = (unitMicros: number) => `$${(unitMicros / 1_000_000).toFixed(6)}`;
const written = ({ sku, tiers }: StoredProduct) =>
  `${sku.padEnd(26)} ${tiers.map((tier) => `${tier.fromQty}+ ${dollarsOf(tier.unitMicros)}`).join(", ")}`;

async function product({ db }: CommandInput["services"], sku = ""): Promise<StoredProduct> {
  const found = await productBySku(db, sku);
  if (!found) throw new Error(`no product with the SKU ${sku}`);
  return found;
}

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
  run: async ({ services, args: [sku, from, price] }) => {
    const fromQty = wholeNumber(from, "FROMQTY");
    const unitMicros = wholeNumber(price, "UNITMICROS", 0);
    const before = await product(services, sku);
    await services.db
      .insertInto("price_tier")
      .values({ sku: before.sku, from_qty: fromQty, unit_micros: unitMicros })
      .onConflict((same) =>
        same.columns(["sku", "from_qty"]).doUpdateSet({ unit_micros: unitMicros }),
      )
      .execute();
    const after = await product(services, sku);
    return { ok: true, text: written(after), json: after };
  },
};

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
    const row = {
      id: services.world.id(),
      at: new Date(services.world.now()),
      lang: language === null ? null : String(language),
      title: title.trim(),
      body: body.trim(),
    };
    await services.db.insertInto("news").values(row).execute();
    return { ok: true, text: `Announced: ${row.title}`, json: row };
  },
};

async function giftOf({ services, options }: CommandInput): Promise<CouponBenefit> {
  const { kind, percent, sku, amount, "min-cents": minCents } = options;
  if (kind === "discount") {
    const share = wholeNumber(percent, "--percent");
    if (share > 100) throw new UsageError("--percent must be at most 100");
    return { kind, percent: share, minCents: wholeNumber(minCents ?? "0", "--min-cents", 0) };
  }
  if (kind !== "gift") throw new UsageError("--kind must be discount or gift");
  const given = await product(services, String(sku));
  if (!given.grant) throw new Error(`${given.sku} is sold by region and cannot be given as a gift`);
  return { kind, sku: given.sku, amount: wholeNumber(amount, "--amount") };
}

const couponGrant: Command = {
  name: "coupon grant",
  args: "EMAIL --kind discount|gift --days N [--percent N --min-cents N | --sku SKU --amount N]",
  help: "Give an account a coupon",
  run: async (input) => {
    const { services, args, options } = input;
    const days = wholeNumber(options.days, "--days");
    const gift = await giftOf(input);
    const { id: accountId } = await accountOf(services, args[0]);
    const id = await transaction(services.db, async (tx) => {
      await refuseClosed(tx, accountId);
      return grantCoupon(services, tx, { accountId, days, gift });
    });
    const text = `Granted a ${gift.kind} coupon to ${args[0]} for ${days} days.`;
    return { ok: true, text, json: { id, email: args[0], days, ...gift } };
  },
};

export const shopCommands: Command[] = [pricesList, pricesSet, newsAdd, couponGrant];
