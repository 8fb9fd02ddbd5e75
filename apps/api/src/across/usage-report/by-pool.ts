/**
 * Usage by pool. It is kept by sub-account, which are ten thousand rows a day: only the sub-accounts
 * of the smaller pools are read, and the largest pool has what they leave.
 */
import type { Db } from "../../platform/db/database.ts";
import { poolsOf } from "../../products/sub-account/store/lists.ts";
import { plus } from "../../products/usage/store/columns.ts";
import { type KeySums, stepsOfScopes, type StepSums } from "../../products/usage/store/read.ts";
import { type MeasuredUsage, summed } from "./measured.ts";

type Step = KeySums & StepSums;

/** The traffic of each step, by the pool of its sub-account. */
export async function stepsByPool(db: Db, measured: MeasuredUsage): Promise<Step[]> {
  const { filter, byProduct } = measured;
  // Sub-accounts' usage by place is not kept as long as the account's.
  const isByPlace = filter.country !== null || filter.domain !== null;
  const [largest, ...others] = await poolsOf(db, filter, { idsOfLargest: isByPlace });
  if (largest === undefined) return [];
  const isRead = isByPlace && others.length > 0;
  const read = await Promise.all(
    (isRead ? [largest, ...others] : others).map(async ({ pool, ids }) => {
      const steps = await stepsOfScopes(db, filter, { ...measured, scopes: ids });
      return steps.map((step): Step => ({ ...step, key: pool }));
    }),
  );
  if (isRead) return read.flat();
  const ofOthers = Map.groupBy(read.flat(), ({ at }) => at);
  const left = byProduct
    .filter(({ key }) => key === "traffic")
    .map(({ at, key: _product, ...sums }): Step => {
      return { at, key: largest.pool, ...plus(sums, summed(ofOthers.get(at) ?? []), -1) };
    });
  return [...left, ...read.flat()];
}
