/** Acts on products, promotions and news. */
import { type Lang, langs, Refusal } from "@turnpike/contract/refusals.ts";
import type { ShopProduct } from "../../../commerce/product/store/products.ts";
import { lockCatalogue, setProductOnSale } from "../../../commerce/product/store/write.ts";
import {
  addPromotion,
  countAhead,
  maxRunning,
  type StoredPromotion,
  updatePromotions,
} from "../../../commerce/promotion/store.ts";
import {
  insertNews,
  type NewsText,
  removeNews,
  type StoredNews,
} from "../../../identity/account/store/news.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import type { Services } from "../../../platform/services.ts";
import { productOf } from "../read/products.ts";
import { defineAct } from "./act.ts";

export const switchSale = defineAct<{ sku: string; onSale: boolean }, ShopProduct>({
  action: "product.switch",
  run: async (services, tx, { sku, onSale }) => {
    const before = await productOf(services, tx, sku);
    await setProductOnSale(tx, sku, onSale);
    const result = { ...before, onSale };
    return { result, subject: sku, before: { onSale: before.onSale }, after: { onSale } };
  },
});

/** More than that many would not count, without a word. @throws ActRefused */
async function refuseMoreBonuses({ world }: Services, tx: Tx, id: string): Promise<void> {
  await lockCatalogue(tx);
  if ((await countAhead(tx, new Date(world.now()), id)) >= maxRunning)
    throw new ActRefused(
      `${maxRunning} promotions run or will run, the most there can be: disable one`,
    );
}

type NewPromotion = Omit<StoredPromotion, "id" | "name" | "enabled"> & { title: string };

export const addBonus = defineAct<NewPromotion, StoredPromotion>({
  action: "promotion.add",
  run: async (services, tx, given) => {
    if (given.endsAt <= given.startsAt)
      throw new ActRefused("--ends must be after --starts", { reason: "badField" });
    const id = services.world.id();
    if (given.endsAt.getTime() > services.world.now()) await refuseMoreBonuses(services, tx, id);
    const result = await addPromotion(tx, { id, ...given });
    return { result, subject: result.name, after: result };
  },
});

interface Switch {
  which: { id: string } | { name: string };
  enabled: boolean;
  startsAt?: Date;
  endsAt?: Date;
}

export const switchBonus = defineAct<Switch, StoredPromotion[]>({
  action: "promotion.switch",
  run: async (services, tx, { which, ...change }) => {
    const named = "id" in which ? which.id : which.name;
    const isNone = "id" in which && !isUuid(which.id);
    if (change.enabled && "id" in which && !isNone) await refuseMoreBonuses(services, tx, which.id);
    const result = isNone ? [] : await updatePromotions(tx, { ...which, ...change });
    if (result.length === 0)
      throw new ActRefused(`no promotion named ${named}`, { reason: "notFound" });
    return { result, subject: result[0]?.name ?? named, after: change };
  },
});

interface Announcement {
  title: string;
  body: string;
  /** Language of the readers; null: all readers. */
  lang: Lang | null;
  /** Texts for single languages; only if the news is for all readers. */
  translations?: NewsText[];
}

/** Publishes news: in one language, the same text in all, or one text per language. */
export const announce = defineAct<Announcement, StoredNews>({
  action: "news.add",
  run: async ({ world }, tx, { title, body, lang, translations = [] }) => {
    const at = new Date(world.now());
    const id = world.id();
    if (translations.length === 0) {
      await insertNews(tx, { id, at, lang, title, body, bundle: null });
    } else if (lang !== null) {
      throw new ActRefused("news in one language has no translations", { reason: "badField" });
    }
    const texts = translations.length === 0 ? [] : textsOf({ title, body }, translations);
    for (const text of texts) await insertNews(tx, { id: world.id(), at, ...text, bundle: id });
    const result = { id, at, lang, key: null, title, body, translations: texts };
    const written = translations.map((one) => one.lang);
    return { result, subject: title, after: { id, lang, translations: written } };
  },
});

/** The text for each language: its own, or the common one. */
const textsOf = (all: Pick<NewsText, "title" | "body">, translations: NewsText[]): NewsText[] =>
  langs.map((lang) => translations.find((one) => one.lang === lang) ?? { lang, ...all });

export const withdrawNews = defineAct<{ id: string }, Record<string, never>>({
  action: "news.remove",
  run: async (_services, tx, { id }) => {
    const gone = await removeNews(tx, id);
    if (!gone) throw new Refusal("notFound", { field: "id" });
    return { result: {}, subject: gone.title ?? gone.key ?? id, before: { id, ...gone } };
  },
});
