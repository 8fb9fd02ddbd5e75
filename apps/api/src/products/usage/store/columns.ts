/** The columns of sums that `usage_recent` and the tables of cells have in common. */
import { connectBuckets } from "@turnpike/rules/usage.ts";
import { type RawBuilder, sql } from "kysely";

/** Column of each sum, by its name in answers of the store. */
export const sumColumns = {
  upBytes: "up_bytes",
  downBytes: "down_bytes",
  requests: "requests",
  ok: "ok",
  refused: "refused",
  cut: "cut",
  failed: "failed",
} as const;
export type SumName = keyof typeof sumColumns;
export type Sums = Record<SumName, number>;
const sumNames = Object.keys(sumColumns) as SumName[];

/** Counts of connects by bucket. */
export const bucketColumns = Array.from({ length: connectBuckets }, (_, at) => `c${at}`);

/** A false report can reach it; a sum of real ones cannot. */
const mostOfRow = 100_000_000_000_000;

const joined = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql`, `);
const columns = [...Object.values(sumColumns), ...bucketColumns];

const named = (names: string[]) => joined(names.map((name) => sql.ref(name)));
export const allColumns = named(columns);
/** Of the sums alone, and of the counts of connects alone: what is read is narrow then. */
export const sumColumnNames = named(Object.values(sumColumns));
export const bucketColumnNames = named(bucketColumns);

/** `sum(…)` of each column, as a table keeps it. */
export const summedColumns = joined([
  ...Object.values(sumColumns).map(
    (name) => sql`least(sum(${sql.ref(name)}), ${sql.lit(mostOfRow)})::bigint as ${sql.ref(name)}`,
  ),
  ...bucketColumns.map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`),
]);

/** What `on conflict` sets: the row's sums and those that are added. */
export const addedTo = (table: string) =>
  joined([
    ...Object.values(sumColumns).map((name) => {
      const [kept, more] = [sql.ref(`${table}.${name}`), sql.ref(`excluded.${name}`)];
      return sql`${sql.ref(name)} = least(${kept} + ${more}, ${sql.lit(mostOfRow)})`;
    }),
    ...bucketColumns.map((name) => {
      const [kept, more] = [sql.ref(`${table}.${name}`), sql.ref(`excluded.${name}`)];
      return sql`${sql.ref(name)} = coalesce(${kept} + ${more}, ${kept}, ${more})`;
    }),
  ]);

const mostOfAnswer = Number.MAX_SAFE_INTEGER;

/** `sum(…)` of each sum, by its name in an answer. */
export const answeredSums = joined(
  sumNames.map(
    (name) =>
      sql`least(coalesce(sum(${sql.ref(sumColumns[name])}), 0), ${sql.lit(mostOfAnswer)})::bigint
        as ${sql.ref(name)}`,
  ),
);

/** The same of the connects, as one array. */
export const answeredConnects = sql`array[${joined(
  bucketColumns.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint`),
)}] as connects`;

export const noSums = (): Sums => ({
  upBytes: 0,
  downBytes: 0,
  requests: 0,
  ok: 0,
  refused: 0,
  cut: 0,
  failed: 0,
});

/** The sums of two. */
export function plus(one: Sums, other: Sums, sign: 1 | -1 = 1): Sums {
  const sums = noSums();
  for (const name of sumNames) sums[name] = one[name] + sign * other[name];
  return sums;
}

/** Whether nothing is left in it. */
export const isNothing = (sums: Sums) => sumNames.every((name) => sums[name] === 0);
