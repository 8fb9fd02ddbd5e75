/** The regions that a plan may move to (spec/unlimited#calls). */
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { UnlimitedRegionShown } from "@turnpike/contract/unlimited.ts";
import { tierOf } from "@turnpike/rules/pricing.ts";
import { stockOf } from "@turnpike/rules/unlimited-stock.ts";
import type { UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import type { Db } from "../../platform/db/database.ts";
import { unlimitedExits } from "../../inventory/exit/store/exits.ts";
import { servingNodesNow } from "../../inventory/node/fleet.ts";
import { offerOf, regionPrices } from "../../commerce/product/find.ts";
import { productsOnSale, type StoredProduct } from "../../commerce/product/store/products.ts";
import type { Services } from "../../platform/services.ts";
import { regionOffer } from "./capacity.ts";
import { hasEnded } from "./edit.ts";
import { presentRegions } from "./regions.ts";
import { regionRows } from "./store/regions.ts";
import type { PlanRow } from "./store/plans.ts";

/** The unit price by days; undefined if not on sale. */
type Prices = Map<number | null, number | undefined>;

/** The unit price in each region for a plan of this size. */
function pricesByRegion(
  products: readonly StoredProduct[],
  { kind, quantity }: PlanRow,
): Map<string, Prices> {
  const sold = products.filter((one) => one.kind === kind);
  const priceOf = (region: string, days: number | null) => {
    const product = offerOf(sold, { kind, region, days: days ?? 0, quantity });
    return product && tierOf(quantity, product.tiers)?.unitMicros;
  };
  return new Map(
    [...Map.groupBy(sold, ({ region }) => region ?? "")].map(([region, own]) => [
      region,
      new Map(own.map(({ days }) => [days, priceOf(region, days)])),
    ]),
  );
}

/**
 * Whether no period costs more there than here. If one cheaper period were enough, customers would
 * move to renew wherever their period is cheap. Periods not on sale here are not compared.
 */
function isNoDearer(there: Prices, here: Prices): boolean {
  return [...here].every(
    ([days, price]) =>
      price === undefined || (there.get(days) ?? Number.POSITIVE_INFINITY) <= price,
  );
}

/**
 * The regions a plan may move to: its own, and others on sale that have enough capacity and cost no
 * more for any period. The plan keeps its port numbers, so none need to be free, except for ports
 * whose nodes do not serve the other region.
 */
export async function movableRegions(
  services: Services,
  db: Db,
  plan: PlanRow,
): Promise<Set<UnlimitedRegion>> {
  const { kind, quantity } = plan;
  const now = services.world.now();
  const products = await productsOnSale(db, { now, accountId: plan.account_id });
  const prices = pricesByRegion(products, plan);
  const here: Prices = prices.get(plan.region) ?? new Map();
  const sold = regionPrices(products, kind);
  const nodes = await servingNodesNow(services, db);
  const offered = { nodes, exits: await unlimitedExits(db) };
  const open = (await regionRows(db)).filter(({ region, ...row }) => {
    if (region === plan.region) return true;
    if (!sold.has(region) || !isNoDearer(prices.get(region) ?? new Map(), here)) return false;
    const there = regionOffer(offered, region).countries.length;
    const [most, taken] =
      kind === "port" ? [row.mostPorts, row.soldPorts] : [row.mostMbps, row.soldMbps];
    return stockOf({ kind, most, sold: taken, exits: there, freeNumbers: quantity }) >= quantity;
  });
  return new Set(open.map(({ region }) => region));
}

/** Presents the regions a plan may move to; none if the plan has ended. */
export async function presentMovableRegions(
  services: Services,
  db: Db,
  plan: PlanRow,
  lang: Lang,
): Promise<UnlimitedRegionShown[]> {
  if (hasEnded(plan, services.world.now())) return [];
  const open = await movableRegions(services, db, plan);
  const viewer = { lang, accountId: plan.account_id };
  return (await presentRegions(services, db, plan.kind, viewer)).filter(({ region }) =>
    open.has(region),
  );
}
