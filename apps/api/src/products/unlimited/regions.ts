/** Presents the regions where unlimited plans are sold (spec/unlimited#ordering). */
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { UnlimitedRegionShown } from "@turnpike/contract/unlimited.ts";
import { regionName } from "@turnpike/locales/shop.ts";
import { regionPrices } from "../../commerce/product/find.ts";
import { productsOnSale } from "../../commerce/product/store/products.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import type { Db } from "../../platform/db/database.ts";
import { countryNames } from "../../platform/geo/country-names.ts";
import { ownHost } from "../../inventory/node/fleet.ts";
import type { Services } from "../../platform/services.ts";
import { stockByRegion } from "./capacity.ts";

/** The regions where a kind is sold, with remaining capacity, in display order. */
export async function presentRegions(
  services: Services,
  db: Db,
  kind: UnlimitedKind,
  { lang, accountId }: { lang: Lang; accountId: string },
): Promise<UnlimitedRegionShown[]> {
  const { env, world } = services;
  const products = await productsOnSale(db, { now: world.now(), accountId });
  const prices = regionPrices(products, kind);
  const countryName = countryNames(lang);
  return (await stockByRegion(services, db, kind)).flatMap(
    ({ region, stock, countries, nodes }) => {
      const unitMicros = prices.get(region);
      if (!unitMicros) return [];
      return {
        region,
        name: regionName(lang, region),
        host: nodes[0]?.host ?? ownHost(env),
        stock,
        unitMicros,
        countries: countries.map(({ country: code, exits }) => ({
          code,
          name: countryName(code),
          exits,
        })),
      };
    },
  );
}
