/** The remaining capacity for unlimited plans in each region. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { isInRegion, type UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import { stockOf } from "@turnpike/rules/unlimited-stock.ts";
import { nodesOfRegion } from "@turnpike/rules/node-placement.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { type CountryExits, unlimitedExits } from "../../inventory/exit/store/exits.ts";
import { type FleetNode, servingNodesNow } from "../../inventory/node/fleet.ts";
import type { Services } from "../../platform/services.ts";
import { regionRows } from "./store/regions.ts";
import { countFreeNumbers, lockNumbers } from "../../inventory/listening-port/store/numbers.ts";
import { unlimitedPortRange } from "./store/port-range.ts";

export interface RegionStock {
  region: UnlimitedRegion;
  /** Ports, or Mbps, that can be ordered now. */
  stock: number;
  /** The region's countries that have exits now. */
  countries: { country: string; exits: number }[];
  /** The nodes that open its ports, in display order; empty if the region is not offered. */
  nodes: FleetNode[];
}

/** What a region offers: the nodes with exits there, and the number of exits by country. */
export function regionOffer(
  { nodes, exits }: { nodes: readonly FleetNode[]; exits: readonly CountryExits[] },
  region: UnlimitedRegion,
): Pick<RegionStock, "nodes" | "countries"> {
  const regionExits = exits.filter(({ country }) => isInRegion(country, region));
  const serving = nodesOfRegion(nodes, region).filter((node) =>
    regionExits.some(({ nodeId }) => nodeId === null || nodeId === node.id),
  );
  const ids = new Set(serving.map(({ id }) => id));
  const usable = regionExits.filter(
    ({ nodeId }) => ids.size > 0 && (nodeId === null || ids.has(nodeId)),
  );
  const byCountry = [...Map.groupBy(usable, ({ country }) => country)];
  const countries = byCountry.map(([country, some]) => {
    return { country, exits: some.reduce((sum, one) => sum + one.exits, 0) };
  });
  return { nodes: serving, countries };
}

/** The remaining capacity of a kind in each region, in display order. */
export async function stockByRegion(
  services: Services,
  db: Db,
  kind: UnlimitedKind,
): Promise<RegionStock[]> {
  const fleet = await servingNodesNow(services, db);
  const ids = fleet.map(({ id }) => id);
  const free = await countFreeNumbers(services, db, unlimitedPortRange, ids);
  const offered = { nodes: fleet, exits: await unlimitedExits(db) };
  const regions = await regionRows(db);
  return regions.map(({ region, ...row }) => {
    const { nodes, countries } = regionOffer(offered, region);
    const [most, sold] =
      kind === "port" ? [row.mostPorts, row.soldPorts] : [row.mostMbps, row.soldMbps];
    const exits = countries.reduce((sum, country) => sum + country.exits, 0);
    const freeNumbers = nodes.reduce((sum, { id }) => sum + (free.get(id) ?? 0), 0);
    const stock = stockOf({ kind, most, sold, freeNumbers, exits });
    return { region, stock, countries, nodes };
  });
}

export interface CapacityRequest {
  kind: UnlimitedKind;
  region: UnlimitedRegion;
  /** Number of ports, or Mbps. */
  quantity: number;
}

/**
 * Prevents other transactions from selling, moving or numbering unlimited plans until this one
 * ends. Lock it before posting to the ledger, as a holder of this lock may wait for a wallet.
 */
export function lockCapacity(tx: Tx): Promise<void> {
  return lockNumbers(tx, unlimitedPortRange);
}

/** Whether a region has this capacity now; without `reserveCapacity` others may take it. */
export async function hasCapacity(
  services: Services,
  db: Db,
  { kind, region, quantity }: CapacityRequest,
): Promise<boolean> {
  const stocks = await stockByRegion(services, db, kind);
  return (stocks.find((one) => one.region === region)?.stock ?? 0) >= quantity;
}

/** As `hasCapacity`, but reserves the capacity until the transaction ends. */
export async function reserveCapacity(
  services: Services,
  tx: Tx,
  request: CapacityRequest,
): Promise<boolean> {
  await lockCapacity(tx);
  return hasCapacity(services, tx, request);
}

/** The refusal of an order that exceeds the capacity. */
export const soldOut = () => new Refusal("insufficientCapacity", { short: "stock" });
