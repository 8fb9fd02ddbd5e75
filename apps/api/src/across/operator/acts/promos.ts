/** Acts on promo codes (spec/money#promo-codes). */
import { maxPromoUses, maxPromos, type Promo, readPromoCode } from "@turnpike/rules/promo.ts";
import {
  countPromos,
  findPromo,
  insertPromo,
  switchPromo,
} from "../../../commerce/coupon/store/promos.ts";
import { lockCatalogue } from "../../../commerce/product/store/write.ts";
import { ActRefused, FieldRefused } from "../../../platform/act-refused.ts";
import type { Tx } from "../../../platform/db/database.ts";
import type { Services } from "../../../platform/services.ts";
import { productOf } from "../read/products.ts";
import { type ListedPromo, listPromos } from "../read/promos.ts";
import { defineAct } from "./act.ts";
import { refuseGift } from "./gift.ts";

export type NewPromo = Omit<Promo, "kind" | "enabled">;

const refuse = (field: string, fault: string) => new FieldRefused({ column: null, field, fault });

/** @throws FieldRefused */
function readNew({ code: typed, ...given }: NewPromo): Promo {
  const code = readPromoCode(typed);
  if (code === null) throw refuse("code", "has 3 to 32 letters, digits or hyphens");
  const { percent, giftSku, giftAmount, skus, minCents, max, startsAt, endsAt } = given;
  const kind = percent === null ? "gift" : "discount";
  if (percent !== null && (percent < 1 || percent > 100)) throw refuse("percent", "is 1 to 100");
  if (percent !== null && giftSku !== null) throw refuse("gift", "either a percentage or a gift");
  if (kind === "gift" && (giftSku === null || giftAmount === null))
    throw refuse("percent", "a percentage or a gift is needed");
  if (kind === "gift" && skus !== null) throw refuse("skus", "only for a percentage");
  if (kind === "gift" && minCents !== null) throw refuse("minCents", "only for a percentage");
  if (max !== null && max > maxPromoUses) throw refuse("max", `is ${maxPromoUses} at most`);
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    throw refuse("to", "is before from");
  return { ...given, code, kind, enabled: true };
}

/** @throws ActRefused if a product that it names cannot be sold or given */
async function refuseProducts(services: Services, tx: Tx, { giftSku, giftAmount, skus }: Promo) {
  for (const sku of skus ?? []) await productOf(services, tx, sku);
  if (giftSku === null) return;
  refuseGift(await productOf(services, tx, giftSku), giftAmount ?? 0);
}

async function promoOf(tx: Tx, code: string): Promise<ListedPromo> {
  const [found] = await listPromos(tx, code);
  if (!found) throw new Error(`the promo code ${code} is gone`);
  return found;
}

export const addPromo = defineAct<NewPromo, ListedPromo>({
  action: "promo.add",
  run: async (services, tx, given, actor) => {
    const promo = readNew(given);
    const { code } = promo;
    // A product that it names cannot be removed at the same time.
    await lockCatalogue(tx);
    await refuseProducts(services, tx, promo);
    if (await findPromo(tx, code)) throw refuse("code", `${code} exists, on or off`);
    if ((await countPromos(tx)) >= maxPromos)
      throw new ActRefused(`there are ${maxPromos} promo codes, the most there can be`);
    const createdAt = new Date(services.world.now());
    await insertPromo(tx, { promo, createdAt, createdBy: actor.name });
    return { result: await promoOf(tx, code), subject: code, after: promo };
  },
});

export const setPromoEnabled = defineAct<{ code: string; enabled: boolean }, ListedPromo>({
  action: "promo.switch",
  run: async (_services, tx, { code: typed, enabled }) => {
    const code = readPromoCode(typed) ?? typed;
    const before = await findPromo(tx, code);
    if (!before || !(await switchPromo(tx, code, enabled)))
      throw new ActRefused(`no promo code is named ${typed}`, { reason: "notFound" });
    return {
      result: await promoOf(tx, code),
      subject: code,
      before: { enabled: before.enabled },
      after: { enabled },
    };
  },
});
