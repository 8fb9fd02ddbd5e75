/** Gives an account a coupon. */
import type { Tx } from "../db/database.ts";
import type { Services } from "../services.ts";
import { insertCoupon } from "./store.ts";

export type Gift =
  | { kind: "discount"; percent: number; minCents: number }
  | { kind: "gift"; sku: string; amount: number };

const DAY_MS = 86_400_000;

/** Answers the coupon's id. It may be used for `days` from now. */
export async function grantCoupon(
  { world }: Services,
  tx: Tx,
  { accountId, days, gift }: { accountId: string; days: number; gift: Gift },
): Promise<string> {
  const id = world.id();
  const isGift = gift.kind === "gift";
  await insertCoupon(tx, {
    id,
    accountId,
    kind: gift.kind,
    percent: isGift ? null : gift.percent,
    minCents: isGift ? null : gift.minCents,
    giftSku: isGift ? gift.sku : null,
    giftAmount: isGift ? gift.amount : null,
    now: new Date(world.now()),
    expiresAt: world.now() + days * DAY_MS,
  });
  return id;
}
