/** `prices …`, `news add`, `coupon grant`: what is sold and said. */
import { langs } from "@turnpike/contract/refusals.ts";
import { grantCoupon, type CouponBenefit } from "../../commerce/coupon/grant.ts";
import { transaction } from "../../platform/db/database.ts";
import { allProducts, productBySku, type StoredProduct } from "../../commerce/product/store.ts";
import {
  accountOf,
  type Asked,
  type Command,
  refuseClosed,
  Usage,
  wholeNumber,
} from "./command.ts";

const dollarsOf = (unitMicros: number) => `$${(unitMicros / 1_000_000).toFixed(6)}`;
const written = ({ sku, tiers }: StoredProduct) =>
  `${sku.padEnd(26)} ${tiers.map((tier) => `${tier.fromQty}+ ${dollarsOf(tier.unitMicros)}`).join(", ")}`;

async function product({ db }: Asked["services"], sku = ""): Promise<StoredProduct> {
  const found = await productBySku(db, sku);
  if (!found) throw new Error(`nothing is sold as ${sku}`);
  return found;
}

const pricesList: Command = {
  name: "prices list",
  args: "",
  help: "everything that is sold, with its price tiers",
  run: async ({ services }) => {
    const products = await allProducts(services.db);
    return { ok: true, text: products.map(written).join("\n"), json: products };
  },
};

const pricesSet: Command = {
  name: "prices set",
  args: "SKU FROMQTY UNITMICROS",
  help: "the price of one unit from a quantity on, in millionths of a dollar",
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
  help: "an announcement on the home page, in one language or in all",
  run: async ({ services, options: { title, body, lang = null } }) => {
    if (typeof title !== "string" || typeof body !== "string" || !title.trim() || !body.trim())
      throw new Usage("--title and --body are needed");
    const language = lang === "zh-tw" ? "zh" : lang;
    if (language !== null && !langs.some((one) => one === language))
      throw new Usage(`--lang is one of ${langs.join(", ")}`);
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

async function giftOf({ services, options }: Asked): Promise<CouponBenefit> {
  const { kind, percent, sku, amount, "min-cents": minCents } = options;
  if (kind === "discount") {
    const share = wholeNumber(percent, "--percent");
    if (share > 100) throw new Usage("--percent is at most 100");
    return { kind, percent: share, minCents: wholeNumber(minCents ?? "0", "--min-cents", 0) };
  }
  if (kind !== "gift") throw new Usage("--kind is discount or gift");
  const given = await product(services, String(sku));
  if (!given.grant) throw new Error(`${given.sku} is sold by region and cannot be given`);
  return { kind, sku: given.sku, amount: wholeNumber(amount, "--amount") };
}

const couponGrant: Command = {
  name: "coupon grant",
  args: "EMAIL --kind discount|gift --days N [--percent N --min-cents N | --sku SKU --amount N]",
  help: "gives an account a coupon",
  run: async (asked) => {
    const { services, args, options } = asked;
    const days = wholeNumber(options.days, "--days");
    const gift = await giftOf(asked);
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
