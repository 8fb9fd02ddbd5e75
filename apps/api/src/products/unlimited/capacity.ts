/** What of unlimited plans is left in each region. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { isInRegion, type UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import { stockOf } from "@turnpike/rules/unlimited-stock.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { unlimitedByCountry } from "../../inventory/exit/store/exits.ts";
import type { Services } from "../../platform/services.ts";
import { regionRows } from "./store/regions.ts";
import { countFreeNumbers, lockNumbers } from "../../inventory/listening-port/store/numbers.ts";
import { unlimitedPortRange } from "./store/port-range.ts";

export interface RegionStock {
  region: UnlimitedRegion;
  /** Ports, or Mbps, that can be ordered now. */
  stock: number;
  /** Countries in it that have exits now. */
  countries: { country: string; exits: number }[];
}

/** What is left of a kind in all regions, in their order. */
export async function stockByRegion(
  services: Services,
  db: Db,
  kind: UnlimitedKind,
): Promise<RegionStock[]> {
  const freeNumbers = await countFreeNumbers(services, db, unlimitedPortRange);
  const everywhere = await unlimitedByCountry(db);
  const regions = await regionRows(db);
  return regions.map(({ region, ...row }) => {
    const countries = everywhere.filter(({ country }) => isInRegion(country, region));
    const [most, sold] =
      kind === "port" ? [row.mostPorts, row.soldPorts] : [row.mostMbps, row.soldMbps];
    const exits = countries.reduce((sum, country) => sum + country.exits, 0);
    return { region, stock: stockOf({ kind, most, sold, freeNumbers, exits }), countries };
  });
}

export interface CapacityRequest {
  kind: UnlimitedKind;
  region: UnlimitedRegion;
  /** Ports, or Mbps. */
  quantity: number;
}

/**
 * Nobody else sells unlimited plans, moves them or gives them numbers until the transaction ends.
 * Taken before anything is posted to the ledger: whoever holds this may wait for a wallet.
 */
export function lockCapacity(tx: Tx): Promise<void> {
  return lockNumbers(tx, unlimitedPortRange);
}

/** Whether so much can be had there now; others may be about to take it (`takeCapacity`). */
export async function hasCapacity(
  services: Services,
  db: Db,
  { kind, region, quantity }: CapacityRequest,
): Promise<boolean> {
  const stocks = await stockByRegion(services, db, kind);
  return (stocks.find((one) => one.region === region)?.stock ?? 0) >= quantity;
}

/** As `hasCapacity`, and nobody else takes it until the transaction ends. */
export async function takeCapacity(
  services: Services,
  tx: Tx,
  wanted: CapacityRequest,
): Promise<boolean> {
  await lockCapacity(tx);
  return hasCapacity(services, tx, wanted);
}

/** Why an order is refused that asks for more than the stock. */
export const soldOut = () => new Refusal("insufficientCapacity", { short: "stock" });
