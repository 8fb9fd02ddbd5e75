/** Gives an account a coupon and notifies its holder by mail. */
import { langTag } from "@turnpike/locales/shop.ts";
import type { Coupon } from "@turnpike/rules/coupon.ts";
import { addressesOf } from "../../identity/account/addresses.ts";
import type { Tx } from "../../platform/db/database.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import type { Services } from "../../platform/services.ts";
import { insertCoupon } from "./store.ts";
import { couponTitle, giftWords } from "./title.ts";

export type CouponBenefit =
  | { kind: "discount"; percent: number; minCents: number }
  | { kind: "gift"; sku: string; amount: number };

const DAY_MS = 86_400_000;

/** Grants a coupon that may be used for `days` from now; returns its id. */
export async function grantCoupon(
  services: Services,
  tx: Tx,
  { accountId, days, gift }: { accountId: string; days: number; gift: CouponBenefit },
): Promise<string> {
  const { world } = services;
  const id = world.id();
  const isGift = gift.kind === "gift";
  const coupon = {
    kind: gift.kind,
    percent: isGift ? null : gift.percent,
    minCents: isGift ? null : gift.minCents,
    giftSku: isGift ? gift.sku : null,
    giftAmount: isGift ? gift.amount : null,
    expiresAt: world.now() + days * DAY_MS,
    promoCode: null,
  };
  await insertCoupon(tx, { ...coupon, id, accountId, now: new Date(world.now()) });
  await mailGranted(services, tx, accountId, coupon);
  return id;
}

async function mailGranted(
  services: Services,
  tx: Tx,
  accountId: string,
  coupon: Omit<Coupon, "usedAt">,
): Promise<void> {
  const { email, lang } = await addressesOf(tx, accountId);
  const products = await giftWords(tx, [coupon]);
  const style = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  const date = new Intl.DateTimeFormat(langTag(lang), style).format(coupon.expiresAt);
  const values = {
    coupon: couponTitle(coupon, lang, products),
    date: `${date} UTC`,
    url: `${services.env.publicUrl}/cli/home`,
  };
  await queueMail(services, tx, { to: email, lang, mail: "couponGranted", values });
}
