/** The regions that unlimited plans are sold for (spec/unlimited#ordering). */
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { UnlimitedRegionShown } from "@turnpike/contract/unlimited.ts";
import { regionName } from "@turnpike/locales/shop.ts";
import { tierOf } from "@turnpike/rules/pricing.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import type { UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import type { Db } from "../../platform/db/database.ts";
import { countryNames } from "../../platform/geo/country-names.ts";
import { allProducts, type StoredProduct } from "../../commerce/order/products.ts";
import type { Services } from "../../platform/services.ts";
import { stockByRegion } from "./capacity.ts";

type UnitMicros = UnlimitedRegionShown["unitMicros"];

/** What a unit costs by days where the least is bought; null where a period is not on sale. */
function pricesOf(products: StoredProduct[]): UnitMicros | null {
  const of = (days: number) => {
    const product = products.find((one) => one.days === days);
    return product && tierOf(product.minQty, product.tiers)?.unitMicros;
  };
  const [week, month, quarter] = [of(7), of(30), of(90)];
  if (week === undefined || month === undefined || quarter === undefined) return null;
  return { 7: week, 30: month, 90: quarter };
}

/** Prices of the regions that a kind is sold for: those whose periods are all on sale. */
export async function openPrices(
  db: Db,
  kind: UnlimitedKind,
): Promise<Map<UnlimitedRegion, UnitMicros>> {
  const products = (await allProducts(db)).filter((product) => product.kind === kind);
  const open = new Map<UnlimitedRegion, UnitMicros>();
  for (const [region, own] of Map.groupBy(products, (product) => product.region)) {
    const prices = pricesOf(own);
    if (prices) open.set(region as UnlimitedRegion, prices);
  }
  return open;
}

/** The regions that a kind is sold for, with what is left there, in the order of regions. */
export async function presentRegions(
  services: Services,
  db: Db,
  kind: UnlimitedKind,
  lang: Lang,
): Promise<UnlimitedRegionShown[]> {
  const { env } = services;
  const prices = await openPrices(db, kind);
  const countryName = countryNames(lang);
  return (await stockByRegion(services, db, kind)).flatMap(({ region, stock, countries }) => {
    const unitMicros = prices.get(region);
    if (!unitMicros) return [];
    return {
      region,
      name: regionName(lang, region),
      host: env.GATEWAY_PUBLIC_HOST ?? env.HOST,
      stock,
      unitMicros,
      countries: countries.map(({ country: code, exits }) => ({
        code,
        name: countryName(code),
        exits,
      })),
    };
  });
}
