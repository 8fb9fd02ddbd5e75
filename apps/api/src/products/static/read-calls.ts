/** Reads static IPs, their stock and prices (spec/static#short-term). */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { listPrice } from "@turnpike/rules/pricing.ts";
import { periodsOf } from "@turnpike/rules/product.ts";
import { staticStock } from "../../inventory/exit/store/static-stock.ts";
import { countriesNamed, countryNames } from "../../platform/geo/country-names.ts";
import type { Caller, Handlers } from "../../platform/http/handler.ts";
import { balances } from "../../ledger/balances.ts";
import { offerOf } from "../../commerce/product/find.ts";
import { productsOnSale, type StoredProduct } from "../../commerce/product/store/products.ts";
import { quotedTerms, taxedTotal } from "../../commerce/tax/tax-sale.ts";
import type { Services } from "../../platform/services.ts";
import { eventsOf, pageOfEvents } from "./store/events.ts";
import { countStatics, type ListFilter, pageOfStatics } from "./store/lists.ts";
import { presentStatics } from "./present.ts";
import { findStatics } from "./store/static-ips.ts";
import { usageDays } from "./store/usage.ts";

type Calls = Pick<
  Handlers,
  | "staticPrices"
  | "staticIndex"
  | "staticList"
  | "staticUseList"
  | "staticInfo"
  | "staticHistory"
  | "shortIndex"
  | "shortServers"
  | "shortUsed"
  | "shortHistory"
>;

/** Events in the details of one static IP, at most. */
const shownEvents = 100;

export function readCalls(services: Services): Calls {
  const long = readsOf(services, "static");
  const short = readsOf(services, "short");
  return {
    staticPrices: async (_question, { accountId }) => ({
      items: periodPrices("static", await long.products(accountId)),
    }),
    staticIndex: async (_question, { accountId }) => {
      const { static7, static30, static90 } = await balances(services.db, accountId);
      const credits = { 7: static7, 30: static30, 90: static90 };
      return { credits, ...(await long.counts(accountId)) };
    },
    staticList: long.stock,
    staticUseList: long.page,
    staticInfo: ({ id }, caller) => staticDetails(services, id, caller, long.products),
    staticHistory: long.history,
    shortIndex: async (_question, { accountId }) => {
      const { short1, short3, short7 } = await balances(services.db, accountId);
      const { autoRenew: _none, ...counts } = await short.counts(accountId);
      const prices = periodPrices("short", await short.products(accountId));
      return { credits: { 1: short1, 3: short3, 7: short7 }, ...counts, prices };
    },
    shortServers: short.stock,
    shortUsed: short.page,
    shortHistory: short.history,
  };
}

/** The read calls that both terms share. */
function readsOf(services: Services, term: StaticTerm) {
  const { db, world } = services;
  return {
    products: async (accountId: string) => {
      const products = await productsOnSale(db, { now: world.now(), accountId });
      return products.filter(({ kind }) => kind === term);
    },

    counts: (accountId: string) => countStatics(db, { accountId, term, now: world.now() }),

    stock: async (
      { country, city }: { country?: string | undefined; city?: string | undefined },
      { lang }: Caller,
    ) => {
      const name = countryNames(lang);
      const now = new Date(world.now());
      const free = await staticStock(db, { term, country, city, now });
      return { items: free.map((each) => ({ ...each, countryName: name(each.country) })) };
    },

    page: async (
      question: ListFilter & { sort?: string | undefined; page: number; limit: number },
      { accountId, lang }: Caller,
    ) => {
      const { page, limit, search } = question;
      const of = { accountId, term, now: world.now() };
      const searchedCountries = search === undefined ? [] : countriesNamed(lang, search);
      const offset = (page - 1) * limit;
      const { rows, total } = await pageOfStatics(db, of, {
        ...question,
        searchedCountries,
        offset,
      });
      return { items: await presentStatics(services, db, rows, lang), total, page, limit };
    },

    history: async ({ page, limit }: { page: number; limit: number }, { accountId }: Caller) => {
      const of = { accountId, term, offset: (page - 1) * limit, limit };
      return { ...(await pageOfEvents(db, of)), page, limit };
    },
  };
}

/** The prices of each period: of what sells one for the least. */
function periodPrices(kind: StaticTerm, sold: readonly StoredProduct[]) {
  return periodsOf[kind].flatMap((days) => {
    const offer = offerOf(sold, { kind, days, quantity: 1 });
    return offer ? [{ sku: offer.sku, days, tiers: offer.tiers }] : [];
  });
}

/** The details of one static IP: renewal prices, usage and history. */
async function staticDetails(
  services: Services,
  id: string,
  { accountId, lang }: Caller,
  products: (accountId: string) => Promise<StoredProduct[]>,
) {
  const { db, world } = services;
  const rows = await findStatics(db, { accountId, term: "static", ids: [id] });
  const [one] = await presentStatics(services, db, rows, lang);
  if (one === undefined) throw new Refusal("staticNotFound", { field: "id" });
  const creditBalances: Record<string, number> = await balances(db, accountId);
  const sold = await products(accountId);
  const sale = { accountId, what: "order", method: "wallet" } as const;
  const terms = await quotedTerms(services, sale, { lenient: true });
  const renewalPrices = periodsOf.static.flatMap((days) => {
    const product = offerOf(sold, { kind: "static", days, quantity: 1 });
    const price = product && listPrice(1, product);
    const credits = creditBalances[`static${days}`] ?? 0;
    return price?.ok ? [{ days, credits, walletCents: taxedTotal(price.listCents, terms) }] : [];
  });
  const usage = await usageDays(db, one.id, world.now());
  return { ...one, renewalPrices, usage, history: await eventsOf(db, one.id, shownEvents) };
}
