/**
 * What L2's random sequences (testing.ts) do with an operator's own catalogue: pools of traffic, bytes
 * that end, promo codes, groups with prices of their own, sub-accounts and CDKeys of each pool.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { operateJson } from "../../across/operator/testing.ts";
import type { Customer, TestShop } from "../../identity/session/testing.ts";
import type { Story } from "./testing.ts";

const pools = ["residential", "mobile", "budget"] as const;
const lives = [null, 3, 40] as const;
const skuOf = (pool: string, days: number | null) => `l2-${pool}-${days ?? "ever"}`;
const ownSkus = pools.flatMap((pool) => lives.map((days) => skuOf(pool, days)));
/** What is bought: an operator's own products about as often as the shipped ones. */
const shippedSkus = ["traffic-standard", "ip-standard", "static-7", "short-1", "nothing"];
const skus = [...shippedSkus, ...shippedSkus, ...ownSkus];
const group = "vip";
const codes = ["L2-TEN", "L2-NEW", "L2-FEW", "L2-MOBILE", "L2-GIFT", "L2-NONE"] as const;

/** Makes the operator's catalogue: pools, products, a group with prices, promo codes. */
export async function makeCatalogue(shop: TestShop): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "turnpike-l2-"));
  const operate = async (...words: string[]) => {
    const { code, error } = await operateJson(shop.services, ...words);
    if (code !== 0) throw new Error(`${words.join(" ")}: ${error}`);
  };
  try {
    await operate("groups", "add", group);
    for (const pool of pools.slice(1)) await operate("pools", "add", pool, "--title", pool);
    for (const pool of pools)
      for (const validDays of lives) {
        const sku = skuOf(pool, validDays);
        const file = path.join(folder, `${sku}.json`);
        const tiers = [
          { fromQty: 1, unitMicros: 2_130_000 },
          { fromQty: 50, unitMicros: 1_990_000 },
        ];
        const limits = { unit: "GB", min: 1, max: 500, step: 1, tiers, sort: 900 };
        const name = { en: `Traffic of ${pool}` };
        writeFileSync(
          file,
          JSON.stringify({ sku, kind: "traffic", pool, name, validDays, ...limits }),
        );
        await operate("products", "add", file);
        await operate("prices", "set", sku, "1", "1770000", "--group", group);
      }
    const often = ["--per-account", "1000"];
    await operate("promo", "add", "L2-TEN", "--percent", "10", ...often);
    await operate("promo", "add", "L2-NEW", "--percent", "33", "--new-only");
    await operate("promo", "add", "L2-FEW", "--percent", "15", "--max", "3", ...often);
    await operate("promo", "add", "L2-MOBILE", "--percent", "100", "--skus", skuOf("mobile", 3));
    await operate("promo", "add", "L2-GIFT", "--gift", `${skuOf("budget", 40)}:2`, ...often);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Puts about every fourth customer into the group. */
export async function perhapsJoinGroup(
  { services }: TestShop,
  { upTo }: Story["roll"],
  { email }: Customer,
): Promise<void> {
  if (upTo(4) === 0) await operateJson(services, "account", "group", email, group);
}

/** Notes an answer's code; whether it was accepted. @throws Error if the product failed */
export function noted(story: Story, code: number): boolean {
  story.done.push(`${code}`);
  if (code >= 500) throw new Error(`the product failed with ${code}`);
  return code === 0;
}

const perhapsCode = ({ upTo, of }: Story["roll"]) => (upTo(4) === 0 ? of(codes) : undefined);

/** Empty if the account is closed. */
async function subAccounts(customer: Customer) {
  const { code, data } = await customer.ask("subUsers", { limit: 100 });
  return code === 0 ? data.items : [];
}

/** The product may refuse any of these commands; none may break an invariant. */
export const catalogueCommands: Record<string, (story: Story) => Promise<void>> = {
  async recharge(story) {
    const { who, roll, payments, shop } = story;
    const amountCents = 500 + roll.upTo(roll.of([9_000, 60_000, 300_000]) ?? 0);
    const asked = { amountCents, method: "card", promoCode: perhapsCode(roll) };
    const answer = await who.customer.ask("recharge", asked);
    if (!noted(story, answer.code)) return;
    payments.push({ ...answer.data, amountCents: answer.data.totalCents });
    if (roll.upTo(3) > 0) await shop.complete(answer.data.payUrl, "paid");
  },
  async buy(story) {
    const { who, roll, orders, payments } = story;
    const promoCode = perhapsCode(roll);
    const isGift = promoCode === "L2-GIFT";
    const chosen = {
      sku: roll.of(skus),
      quantity: 1 + roll.upTo(roll.of([10, 60, 400]) ?? 0),
      method: roll.of(["wallet", "wallet", "card", "crypto"]),
      couponId: roll.upTo(3) === 0 && !promoCode ? roll.of(who.coupons) : undefined,
    };
    const answer = await who.customer.ask("placeOrder", {
      ...(isGift ? { method: "coupon" } : chosen),
      promoCode,
      requestId: roll.upTo(4) === 0 ? `request-${roll.upTo(5)}` : undefined,
    });
    if (!noted(story, answer.code)) return;
    if (promoCode) story.done.push("promo code");
    const { order, paymentId, payUrl } = answer.data;
    orders.push(order.orderNo);
    if (order.sku.startsWith("l2-")) story.done.push("own product");
    const { amountCents } = order;
    if (paymentId && payUrl) payments.push({ paymentId, payUrl, amountCents });
  },
  async cdkeys(story) {
    const { who, roll, codes: made } = story;
    const kind = roll.of(["ip", "traffic"]);
    const amount = kind === "ip" ? 100 + roll.upTo(200) : 1 + roll.upTo(4);
    const pool = kind === "ip" ? undefined : roll.of(pools);
    const count = 1 + roll.upTo(3);
    const answer = await who.customer.ask("cdkeyMake", { kind, amount, count, pool });
    if (noted(story, answer.code)) made.push(...answer.data.items.map(({ code }) => code));
  },
  async useCdkey(story) {
    const { who, roll } = story;
    const code = roll.of(story.codes);
    if (!code) return;
    const answer = await who.customer.ask("cdkeyUse", { code });
    if (noted(story, answer.code)) story.done.push("redeemed");
  },
  async allot(story) {
    const { who, roll, seed } = story;
    story.made += 1;
    const account = `l2x${(seed >>> 0).toString(36)}x${story.made}`;
    const fields = { account, password: "secret01", trafficGb: roll.upTo(8), pool: roll.of(pools) };
    await who.customer.ask("addSubUser", fields);
  },
  async reallot({ who, roll }) {
    const id = roll.of(await subAccounts(who.customer))?.id;
    if (id) await who.customer.ask("upSubUser", { id, trafficGb: roll.upTo(12) });
  },
  async remove({ who, roll }) {
    const ids = roll.of(await subAccounts(who.customer))?.id;
    if (ids) await who.customer.ask("delSubUser", { ids });
  },
};
