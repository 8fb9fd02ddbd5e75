/** Splits a usage report by one dimension. The parts of each step add up to its total. */
import { outcomes } from "@turnpike/contract/request-log.ts";
import {
  type Dimension,
  maxSeriesKeys,
  otherKey,
  productKey,
  unknownKey,
} from "@turnpike/rules/usage.ts";
import type { Db } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { isNothing, noSums, plus, type Sums } from "../../products/usage/store/columns.ts";
import {
  type KeySums,
  stepsOfKeys,
  stepsOfSubAccounts,
  type StepSums,
  topKeys,
  topSubAccounts,
} from "../../products/usage/store/read.ts";
import { stepsByPool } from "./by-pool.ts";
import { type MeasuredUsage, summed } from "./measured.ts";

/** Keys are stored values: a sub-account's id, or `country/city`. */
export interface Split {
  top: { key: string; sums: Sums }[];
  series: { at: number; key: string; sums: Sums }[];
}
interface SplitOptions {
  by: Dimension;
  top: number;
  now: number;
}

/** The steps by pool are read only for a split by pool. */
type WithPools = MeasuredUsage & { byPool: (KeySums & StepSums)[] };

/** One key more than is shown, and one each for unknown and other. */
const spare = 3;
export const unknownCity = `${unknownKey}/${unknownKey}`;

/** Returns the keys with most traffic, the rest as `(other)`, and steps of the first ten keys. */
export async function splitBy(
  db: Db,
  measured: MeasuredUsage,
  { by, top, now }: SplitOptions,
): Promise<Split> {
  const rest = summed(measured.rest.values());
  const byPool = by === "pool" ? await stepsByPool(db, measured) : [];
  const restAs = restKey(measured, by);
  const found = new Map<string, Sums>();
  for (const { key, ...sums } of await keysOf(db, { ...measured, byPool }, { by, top, now }))
    found.set(key, sums);
  if (!isNothing(rest)) found.set(restAs, plus(found.get(restAs) ?? noSums(), rest));
  found.delete(otherKey);
  const shown = [...found]
    .map(([key, sums]) => ({ key, sums }))
    .filter(({ sums }) => !isNothing(sums))
    .sort((one, other) => compareSums(other.sums, one.sums))
    .slice(0, top);
  const left = plus(measured.totals, summed(shown.map(({ sums }) => sums)), -1);
  const keys = shown.slice(0, maxSeriesKeys).map(({ key }) => key);
  return {
    top: isNothing(left) ? shown : [...shown, { key: otherKey, sums: left }],
    series: seriesOf(
      measured,
      keys,
      await stepsOf(db, { ...measured, byPool }, { by, keys }),
      restAs,
    ),
  };
}

const compareSums = (one: Sums, other: Sums) =>
  one.upBytes + one.downBytes - other.upBytes - other.downBytes ||
  one.requests - other.requests ||
  endedOf(one) - endedOf(other);

const endedOf = ({ ok, refused, cut, failed }: Sums) => ok + refused + cut + failed;

/** The key for traffic without a recorded place. */
function restKey({ filter }: MeasuredUsage, by: Dimension): string {
  if (by === "product") return "traffic";
  if (by === "outcome") return "ok";
  if (by === "city") return unknownCity;
  return by === "account" ? (filter.subAccountId ?? unknownKey) : unknownKey;
}

async function keysOf(
  db: Db,
  measured: WithPools,
  { by, top, now }: SplitOptions,
): Promise<KeySums[]> {
  const { filter, span } = measured;
  const limit = top + spare;
  if (by === "product") return sumsOf(measured.byProduct);
  if (by === "outcome") return outcomeKeys(summed(measured.byProduct));
  if (by === "city" && filter.domain !== null)
    return [{ key: unknownCity, ...summed(measured.byProduct) }];
  if (by !== "account" && by !== "pool") return topKeys(db, filter, { span, key: by, limit });
  const others = sumsOf(measured.byProduct).filter(({ key }) => key !== "traffic");
  return [
    ...(by === "pool"
      ? sumsOf(measured.byPool)
      : await topSubAccounts(db, filter, { span, now, limit })),
    ...others.map((each) => ({ ...each, key: productKey(each.key) })),
  ];
}

/** The sums of steps, by key. */
function sumsOf(steps: KeySums[]): KeySums[] {
  const byKey = Map.groupBy(steps, ({ key }) => key);
  return [...byKey].map(([key, all]) => ({ key, ...summed(all) }));
}

/** All bytes count as `ok`: they were delivered, however the connection ended. */
function outcomeKeys(sums: Sums): KeySums[] {
  return outcomes.map((key) => ({
    ...(key === "ok"
      ? { ...sums, refused: 0, cut: 0, failed: 0 }
      : { ...noSums(), [key]: sums[key] }),
    key,
  }));
}

async function stepsOf(
  db: Db,
  measured: WithPools,
  { by, keys }: { by: Dimension; keys: string[] },
): Promise<(KeySums & StepSums)[]> {
  const { filter, byProduct } = measured;
  if (by === "product") return byProduct;
  if (by === "outcome")
    return byProduct.flatMap((step) => outcomeKeys(step).map((each) => ({ ...each, at: step.at })));
  if (by === "city" && filter.domain !== null)
    return byProduct.map((step) => ({ ...step, key: unknownCity }));
  if (by !== "account" && by !== "pool")
    return stepsOfKeys(db, filter, { ...measured, keys, key: by });
  const others = byProduct.filter(({ key }) => key !== "traffic");
  return [
    ...(by === "pool"
      ? measured.byPool.filter(({ key }) => keys.includes(key))
      : await stepsOfSubAccounts(db, filter, { ...measured, keys: keys.filter(isUuid) })),
    ...others.map((step) => ({ ...step, key: productKey(step.key) })),
  ];
}

/** The parts of each step in the order of `keys`, then the remainder. */
function seriesOf(
  { steps, rest }: MeasuredUsage,
  keys: string[],
  found: (KeySums & StepSums)[],
  restAs: string,
): Split["series"] {
  const parts = new Map<string, Sums>();
  const nameOf = (at: number, key: string) => `${at} ${key}`;
  const add = (at: number, key: string, sums: Sums) => {
    const name = nameOf(at, key);
    parts.set(name, plus(parts.get(name) ?? noSums(), sums));
  };
  for (const { at, key, ...sums } of found) add(at, key, { ...noSums(), ...sums });
  for (const [at, sums] of rest) add(at, restAs, sums);
  const ats = [...steps.keys()].sort((one, other) => one - other);
  return ats.flatMap((at) => {
    const own = keys.map((key) => ({ at, key, sums: parts.get(nameOf(at, key)) ?? noSums() }));
    const left = plus(steps.get(at) ?? noSums(), summed(own.map(({ sums }) => sums)), -1);
    return [...own, { at, key: otherKey, sums: left }].filter(({ sums }) => !isNothing(sums));
  });
}
