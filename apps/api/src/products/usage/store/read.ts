/** Reads usage sums of one account: folded and recent rows together. */
import {
  type Grain,
  type SpanPiece,
  spanPieces,
  stepAfter,
  stepStart,
  type UsageSpan,
} from "@turnpike/rules/usage.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { resultConnects, resultSums, bucketColumnNames, type Sums } from "./columns.ts";
import type { Family } from "./fold.ts";
import { rowsOf, type Source, type UsageFilter } from "./rows.ts";

/** What sums are grouped by. A city's key includes its country, since cities share names. */
export type Key = "country" | "city" | "domain" | "product" | "reason";
const keyColumns: Record<Key, RawBuilder<unknown>> = {
  country: sql`country`,
  city: sql`country || '/' || key`,
  domain: sql`key`,
  product: sql`product`,
  reason: sql`key`,
};
/** The smallest breakdown that can answer a query. */
function familyFor({ country, domain }: UsageFilter, key?: Key): Family {
  if (key === "city" || key === "reason") return key;
  const byCountry = key === "country" || country !== null;
  if (key === "domain" || domain !== null) return byCountry ? "pair" : "domain";
  return byCountry ? "country" : "total";
}

export type KeySums = Sums & { key: string };
export type StepSums = Sums & { at: number };

/** The connect counts of a span, by bucket. */
export async function connectsOf(db: Db, filter: UsageFilter, span: UsageSpan): Promise<number[]> {
  const pieces = spanPieces(span);
  const rows = rowsOf({ ...wholeSource(filter), pieces, columns: bucketColumnNames });
  const { rows: found } = await sql<{ connects: (number | string)[] }>`
    select ${resultConnects} from ${rows}`.execute(db);
  return (found[0]?.connects ?? []).map(Number);
}

/** The sums of a span, by product. */
export async function sumsByProduct(
  db: Db,
  filter: UsageFilter,
  span: UsageSpan,
): Promise<KeySums[]> {
  const rows = rowsOf({ ...wholeSource(filter), pieces: spanPieces(span) });
  return sumsByKey(db, rows, { key: keyColumns.product, limit: null });
}

/** The sums by product of each step that has usage. */
export async function stepsByProduct(
  db: Db,
  filter: UsageFilter,
  { span, grain }: { span: UsageSpan; grain: Grain },
): Promise<(KeySums & StepSums)[]> {
  const rows = rowsOf({ ...wholeSource(filter), pieces: stepPieces(span, grain), grain });
  const { rows: steps } = await sql<KeySums & StepSums>`
    select ${millis}, product as key, ${resultSums} from ${rows}
    group by at, 2 order by at`.execute(db);
  return steps;
}

/** The keys with the most traffic; ties are broken by requests. */
export async function topKeys(
  db: Db,
  filter: UsageFilter,
  { span, key, limit }: { span: UsageSpan; key: Key; limit: number },
): Promise<KeySums[]> {
  const rows = rowsOf({
    ...wholeSource(filter),
    family: familyFor(filter, key),
    pieces: spanPieces(span),
  });
  return sumsByKey(db, rows, { key: keyColumns[key], limit });
}

/** The sub-accounts with the most traffic, by id; `now` determines the current month. */
export async function topSubAccounts(
  db: Db,
  filter: UsageFilter,
  { span, now, limit }: { span: UsageSpan; now: number; limit: number },
): Promise<KeySums[]> {
  const source = { ...wholeSource(filter), pieces: spanPieces(span) };
  const scopes =
    filter.subAccountId === null
      ? await rankedSubAccounts(db, { ...source, pieces: spanPieces(toMonthEnd(span, now)) }, limit)
      : [filter.subAccountId];
  if (scopes.length === 0) return [];
  return sumsByKey(db, rowsOf({ ...source, scopes }), { key: sql`scope::text`, limit: null });
}

/** The steps of some sub-accounts together. */
export async function stepsOfScopes(
  db: Db,
  filter: UsageFilter,
  { span, grain, scopes }: { span: UsageSpan; grain: Grain; scopes: string[] },
): Promise<StepSums[]> {
  const rows = rowsOf({ ...wholeSource(filter), scopes, pieces: stepPieces(span, grain), grain });
  const { rows: steps } = await sql<StepSums>`
    select ${millis}, ${resultSums} from ${rows} group by at order by at`.execute(db);
  return steps;
}

/** Extends a span past `now` to the end of its month, still empty, so it needs fewer pieces. */
const toMonthEnd = (span: UsageSpan, now: number): UsageSpan =>
  span.to > now ? { ...span, to: stepAfter(stepStart(now, "month"), "month") } : span;

/** Ranks ids only, as there can be ten thousand. */
async function rankedSubAccounts(
  db: Db,
  source: Omit<Source, "scopes">,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ scope: string }>`
    select scope from ${rowsOf({ ...source, scopes: null })} group by 1
    order by sum(up_bytes + down_bytes) desc, sum(requests) desc,
      sum(ok + refused + cut + failed) desc, 1
    limit ${limit}`.execute(db);
  return rows.map(({ scope }) => scope);
}

async function sumsByKey(
  db: Db,
  rows: RawBuilder<unknown>,
  { key, limit }: { key: RawBuilder<unknown>; limit: number | null },
): Promise<KeySums[]> {
  const { rows: sums } = await sql<KeySums>`
    select ${key} as key, ${resultSums} from ${rows} group by 1
    order by sum(up_bytes + down_bytes) desc, sum(requests) desc,
      sum(ok + refused + cut + failed) desc, 1
    limit ${limit}`.execute(db);
  return sums;
}

interface SeriesOptions {
  span: UsageSpan;
  grain: Grain;
  keys: string[];
}

/** The steps of the given keys. */
export async function stepsOfKeys(
  db: Db,
  filter: UsageFilter,
  { span, grain, keys, key }: SeriesOptions & { key: Key },
): Promise<(KeySums & StepSums)[]> {
  const pieces = stepPieces(span, grain);
  const family = familyFor(filter, key);
  const only = columnsAmong(key, keys);
  const rows = rowsOf({ ...wholeSource(filter), family, pieces, grain, only });
  return stepsByKey(db, rows, { key: keyColumns[key], keys });
}

/** Narrows rows to keys. For cities it also admits other pairs of their countries and names. */
function columnsAmong(key: Key, keys: string[]): RawBuilder<unknown> {
  if (key !== "city") return sql`${keyColumns[key]} = any(${keys}::text[])`;
  const [countries, cities] = [0, 1].map((part) => [
    ...new Set(keys.map((one) => one.split(/\/(.*)/s)[part] ?? "")),
  ]);
  return sql`country = any(${countries}::text[]) and key = any(${cities}::text[])`;
}

/** The steps of the given sub-accounts, by id. */
export async function stepsOfSubAccounts(
  db: Db,
  filter: UsageFilter,
  { span, grain, keys }: SeriesOptions,
): Promise<(KeySums & StepSums)[]> {
  const rows = rowsOf({
    ...wholeSource(filter),
    scopes: keys,
    pieces: stepPieces(span, grain),
    grain,
  });
  return stepsByKey(db, rows, { key: sql`scope::text`, keys });
}

async function stepsByKey(
  db: Db,
  rows: RawBuilder<unknown>,
  { key, keys }: { key: RawBuilder<unknown>; keys: string[] },
) {
  if (keys.length === 0) return [];
  const { rows: steps } = await sql<KeySums & StepSums>`
    select ${millis}, ${key} as key, ${resultSums} from ${rows}
    where ${key} = any(${keys}::text[]) group by at, 2 order by at`.execute(db);
  return steps;
}

/** By month, incomplete first and last months are summed from days. */
const stepPieces = (span: UsageSpan, grain: Grain): SpanPiece[] =>
  grain === "month" ? spanPieces(span) : [{ level: grain, ...span }];

const millis = sql`(extract(epoch from at) * 1000)::bigint as at`;

const wholeSource = (filter: UsageFilter): Omit<Source, "pieces"> => ({
  filter,
  family: familyFor(filter),
  scopes: filter.subAccountId === null ? "whole" : [filter.subAccountId],
});
