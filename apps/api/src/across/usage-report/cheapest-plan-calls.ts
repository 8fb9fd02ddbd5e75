/** /v1/cheapestPlan (spec/money#the-cheapest-plan); the rules are in `rules/cheapest-plan.ts`. */
import { productName, productUnit } from "@turnpike/locales/shop.ts";
import {
  meanMbps,
  type ReplayedPlan,
  type ReplayedProduct,
  replayPlans,
} from "@turnpike/rules/cheapest-plan.ts";
import { dayMs } from "@turnpike/rules/statistics.ts";
import { isInRegion, isUnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import { productsOnSale, type StoredProduct } from "../../commerce/product/store/products.ts";
import type { Caller, Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { exitsByHour } from "../request-log/store/exits-by-hour.ts";
import { usageReport } from "./report.ts";

const replayedDays = 30;
/** The most countries considered; whoever used more needs the region `global`. */
const maxCountries = 100;
/** How many of the newest connections are considered to count addresses. */
const maxCountedConnections = 100_000;

export function cheapestPlanCalls(services: Services): Pick<Handlers, "cheapestPlan"> {
  return {
    async cheapestPlan(_question, caller) {
      const { report, hours, countries } = await usedHours(services, caller);
      const buyer = { now: services.world.now(), accountId: caller.accountId };
      const products = await productsOnSale(services.db, buyer);
      const onSale = products.filter(({ region }) => coversCountries(region, countries));
      return {
        from: report.from,
        to: report.to,
        bytes: report.totals.bytes,
        addresses: Math.max(0, ...hours.map(({ addresses }) => addresses)),
        busiestMbps:
          Math.round(Math.max(0, ...hours.map(({ bytes }) => meanMbps(bytes))) * 10) / 10,
        plans: replayPlans(hours, onSale satisfies ReplayedProduct[]).map(
          withNames(caller, products),
        ),
      };
    },
  };
}

/** All hours of the span, oldest first, and the countries of the exits used. */
async function usedHours(services: Services, caller: Caller) {
  const { statistics: read, world } = services;
  const now = world.now();
  const span = {
    from: new Date(now - replayedDays * dayMs).toISOString(),
    to: new Date(now).toISOString(),
  };
  const report = await usageReport(services, { ...span, grain: "hour", top: 1 }, caller);
  const countryQuery = { ...span, grain: "day", by: "country", top: maxCountries } as const;
  const byCountry = await usageReport(services, countryQuery, caller);
  const exits = await read((from) =>
    exitsByHour(from, {
      accountId: caller.accountId,
      from: new Date(report.from),
      to: new Date(report.to),
      limit: maxCountedConnections,
    }),
  );
  const hours = report.series.map(({ at, bytes }) => {
    return { bytes, addresses: exits.get(Date.parse(at)) ?? 0 };
  });
  // `(unknown)` is traffic from before places were recorded; `(other)` means too many countries.
  const countries = byCountry.top.map(({ key }) => key).filter((key) => key !== "(unknown)");
  return { report, hours, countries };
}

/** Whether a plan has exits in all the countries; plans without a region (null) always do. */
function coversCountries(region: string | null, countries: string[]): boolean {
  if (region === null) return true;
  return isUnlimitedRegion(region) && countries.every((country) => isInRegion(country, region));
}

const withNames =
  ({ lang }: Caller, products: readonly StoredProduct[]) =>
  (plan: ReplayedPlan) => {
    const product = products.find(({ sku }) => sku === plan.sku);
    const { names = null, unit = null, region = null, days = null, pool = null } = product ?? {};
    const words = { sku: plan.sku, kind: plan.kind, names, unit };
    return {
      ...plan,
      region,
      days,
      pool,
      name: productName(lang, words),
      unit: productUnit(lang, words),
    };
  };
