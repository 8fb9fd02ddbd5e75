/** Price groups with their own prices (spec/money#prices-for-some). */
import { priceGroups, type StoredGroup } from "../../../commerce/product/store/groups.ts";
import { groupTiers } from "../../../commerce/product/store/prices.ts";
import type { Db } from "../../../platform/db/database.ts";

export interface ListedGroup extends Omit<StoredGroup, "createdAt"> {
  createdAt: string;
  prices: GroupPrice[];
}
export interface GroupPrice {
  sku: string;
  fromQty: number;
  unitMicros: number;
}

/** The prices that a group has of its own, by SKU and quantity. */
export async function groupPrices(db: Db, group: string, now: number): Promise<GroupPrice[]> {
  const tiers = await groupTiers(db, { group, now });
  return [...tiers].flatMap(([sku, own]) => own.map((tier) => ({ sku, ...tier })));
}

/** All groups by name, or one of them. */
export async function listGroups(
  db: Db,
  { now, name = null }: { now: number; name?: string | null },
): Promise<ListedGroup[]> {
  const listed: ListedGroup[] = [];
  for (const group of await priceGroups(db, name))
    listed.push({
      ...group,
      createdAt: group.createdAt.toISOString(),
      prices: await groupPrices(db, group.name, now),
    });
  return listed;
}
