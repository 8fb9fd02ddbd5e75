/** The regions that a plan may move to (spec/unlimited#calls). */
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { UnlimitedRegionShown } from "@turnpike/contract/unlimited.ts";
import { tierOf } from "@turnpike/rules/pricing.ts";
import { stockOf } from "@turnpike/rules/unlimited-stock.ts";
import type { UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import type { Db } from "../../platform/db/database.ts";
import { unlimitedExits } from "../../inventory/exit/store/exits.ts";
import { servingNodesNow } from "../../inventory/node/fleet.ts";
import { openPrices } from "../../commerce/product/find.ts";
import { allProducts } from "../../commerce/product/store.ts";
import type { Services } from "../../platform/services.ts";
import { regionOffer } from "./capacity.ts";
import { isOver } from "./edit.ts";
import { presentRegions } from "./regions.ts";
import { regionRows } from "./store/regions.ts";
import type { PlanRow } from "./store/plans.ts";

/** What a unit costs by days, where that is on sale. */
type Prices = Map<number | null, number | undefined>;

/** What a unit of a plan of this size costs in each region. */
async function pricesByRegion(
  db: Db,
  { kind, quantity }: PlanRow,
  now: number,
): Promise<Map<string, Prices>> {
  const products = (await allProducts(db, now)).filter((one) => one.kind === kind);
  return new Map(
    [...Map.groupBy(products, ({ region }) => region ?? "")].map(([region, sold]) => [
      region,
      new Map(sold.map(({ days, tiers }) => [days, tierOf(quantity, tiers)?.unitMicros])),
    ]),
  );
}

/**
 * Whether no period costs more there than here: who could move by one of them alone would renew
 * where that one is cheap. A period that is not on sale here has no price to compare.
 */
function isNoDearer(there: Prices, here: Prices): boolean {
  return [...here].every(
    ([days, price]) =>
      price === undefined || (there.get(days) ?? Number.POSITIVE_INFINITY) <= price,
  );
}

/**
 * Where a plan may be: its own region, and others that are sold, have enough left and cost not more
 * than its own by any period. It takes its port numbers along, so that none have to be free, but for
 * those of nodes that do not open the other region's ports.
 */
export async function openTo(
  services: Services,
  db: Db,
  plan: PlanRow,
): Promise<Set<UnlimitedRegion>> {
  const { kind, quantity } = plan;
  const now = services.world.now();
  const prices = await pricesByRegion(db, plan, now);
  const here: Prices = prices.get(plan.region) ?? new Map();
  const sold = await openPrices(db, kind, now);
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

/** They as they are shown; none to a plan whose time is over. */
export async function openRegions(
  services: Services,
  db: Db,
  plan: PlanRow,
  lang: Lang,
): Promise<UnlimitedRegionShown[]> {
  if (isOver(plan, services.world.now())) return [];
  const open = await openTo(services, db, plan);
  return (await presentRegions(services, db, plan.kind, lang)).filter(({ region }) =>
    open.has(region),
  );
}
