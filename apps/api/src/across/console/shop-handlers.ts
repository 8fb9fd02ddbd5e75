/** Handlers for prices, promotions, coupons, news and blocked targets. */
import type { ConsoleResponse, ConsoleCalls } from "@turnpike/contract/console/calls.ts";
import { interpolate } from "@turnpike/locales/interpolate.ts";
import { shopSentences } from "@turnpike/locales/shop.ts";
import { scheduledPrices } from "../../commerce/product/store/prices.ts";
import { listPromotions } from "../../commerce/promotion/store.ts";
import { allNews, type StoredNews } from "../../identity/account/store/news.ts";
import { ActRefused } from "../../platform/act-refused.ts";
import { brandOf } from "../../platform/brand/brand.ts";
import type { Services } from "../../platform/services.ts";
import { accountOf } from "../operator/acts/account-of.ts";
import { perform } from "../operator/acts/act.ts";
import { cancelScheduled, setPrice, setPriceLater } from "../operator/acts/prices.ts";
import * as shop from "../operator/acts/shop.ts";
import { block, unblock } from "../operator/acts/targets.ts";
import { serialized } from "../operator/read/paging.ts";
import { listCoupons } from "../operator/read/payouts.ts";
import { presentScheduled, previewPrice } from "../operator/read/price-preview.ts";
import { consoleProduct, productOf } from "../operator/read/products.ts";
import { blockedTargets } from "../operator/read/targets.ts";
import type { ConsoleHandlers } from "./caller.ts";

type Names =
  | "pricePreview"
  | "priceSet"
  | "priceSchedule"
  | "priceCancel"
  | "promotionList"
  | "promotionAdd"
  | "promotionSwitch"
  | "couponList"
  | "newsList"
  | "newsAdd"
  | "newsRemove"
  | "targetList"
  | "targetBlock"
  | "targetUnblock";

type NewsItem = ConsoleResponse<ConsoleCalls["newsAdd"]>["news"];

/** News items that ship with the product are shown in English. */
function presentNews(
  services: Services,
  { id, at, lang, key, title, body, translations }: StoredNews,
): NewsItem {
  const own: Record<string, { title: string; body: string }> = shopSentences("en").news;
  const shipped = key === null ? undefined : own[key];
  const heading = interpolate(shipped?.title ?? "", { brand: brandOf(services).name });
  return {
    id,
    at: at.toISOString(),
    lang,
    key,
    translations,
    title: key === null ? (title ?? "") : heading,
    body: key === null ? (body ?? "") : (shipped?.body ?? ""),
  };
}

const msOf = (instant: string | undefined) => (instant === undefined ? null : Date.parse(instant));

function priceHandlers(services: Services) {
  const { db, world } = services;
  return {
    pricePreview: ({ unitMicros = null, group = null, from, ...given }) =>
      previewPrice(services, { ...given, unitMicros, group, from: msOf(from) }),

    async priceSet({ unitMicros = null, group = null, from, reason, ...given }, { actor }) {
      const instant = msOf(from);
      const input = { ...given, unitMicros, group };
      if (instant === null) {
        const product = await perform(services, setPrice, { actor, input, reason });
        return { product: consoleProduct(product), scheduled: null };
      }
      const later = { ...input, from: instant };
      const change = await perform(services, setPriceLater, { actor, input: later, reason });
      const product = consoleProduct(await productOf(services, db, given.sku, group ?? undefined));
      return { product, scheduled: presentScheduled(change) };
    },

    priceSchedule: async ({ sku }) => {
      const waiting = await scheduledPrices(db, { now: world.now(), ...(sku ? { sku } : {}) });
      return { items: waiting.map(presentScheduled) };
    },

    async priceCancel({ id, reason }, { actor }) {
      const change = await perform(services, cancelScheduled, { actor, input: { id }, reason });
      return { cancelled: presentScheduled(change) };
    },

    promotionList: async () => ({ items: serialized(await listPromotions(db)) }),

    async promotionAdd({ reason, startsAt, endsAt, ...given }, { actor }) {
      const input = { ...given, startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
      const promotion = await perform(services, shop.addBonus, { actor, input, reason });
      return { promotion: serialized(promotion) };
    },

    async promotionSwitch({ id, enabled, startsAt, endsAt, reason }, { actor }) {
      const input = {
        which: { id },
        enabled,
        ...(startsAt === undefined ? {} : { startsAt: new Date(startsAt) }),
        ...(endsAt === undefined ? {} : { endsAt: new Date(endsAt) }),
      };
      const [promotion] = await perform(services, shop.switchBonus, { actor, input, reason });
      if (!promotion) throw new ActRefused("no such promotion", { reason: "notFound" });
      return { promotion: serialized(promotion) };
    },
  } satisfies Partial<ConsoleHandlers>;
}

export function shopHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  const { db, world } = services;
  const idOf = async (account: string | undefined) =>
    account === undefined ? undefined : (await accountOf(services, account)).id;
  return {
    ...priceHandlers(services),

    async couponList({ account, ...query }) {
      const now = new Date(world.now());
      return serialized(await listCoupons(db, { ...query, now, accountId: await idOf(account) }));
    },

    newsList: async () => ({
      items: (await allNews(db)).map((item) => presentNews(services, item)),
    }),

    async newsAdd({ lang = null, translations = [], ...given }, { actor }) {
      const input = { ...given, lang, translations };
      return {
        news: presentNews(services, await perform(services, shop.announce, { actor, input })),
      };
    },

    newsRemove: ({ id, reason }, { actor }) =>
      perform(services, shop.withdrawNews, { actor, input: { id }, reason }),

    targetList: async ({ account }) => ({
      items: await blockedTargets(db, (await idOf(account)) ?? null),
    }),

    targetBlock: ({ pattern, account = null, reason }, { actor }) =>
      perform(services, block, { actor, input: { pattern, account }, reason }),

    targetUnblock: ({ pattern, account = null, reason }, { actor }) =>
      perform(services, unblock, { actor, input: { pattern, account }, reason }),
  };
}
