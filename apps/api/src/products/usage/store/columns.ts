/** The sum columns that `usage_recent` and the `usage_cell_*` tables have in common. */
import { connectBuckets } from "@turnpike/rules/usage.ts";
import { type RawBuilder, sql } from "kysely";

/** The column of each sum, by its name in results. */
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

/** Columns of connect counts, one per bucket of connect time. */
export const bucketColumns = Array.from({ length: connectBuckets }, (_, at) => `c${at}`);

/** A cap that only false reports can reach. */
const maxOfRow = 100_000_000_000_000;

const joined = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql`, `);
const columns = [...Object.values(sumColumns), ...bucketColumns];

const named = (names: string[]) => joined(names.map((name) => sql.ref(name)));
export const allColumns = named(columns);
/** The sums alone and the connect counts alone, so that queries read only the columns they need. */
export const sumColumnNames = named(Object.values(sumColumns));
export const bucketColumnNames = named(bucketColumns);

/** A capped `sum(…)` of each column, under its column name. */
export const summedColumns = joined([
  ...Object.values(sumColumns).map(
    (name) => sql`least(sum(${sql.ref(name)}), ${sql.lit(maxOfRow)})::bigint as ${sql.ref(name)}`,
  ),
  ...bucketColumns.map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`),
]);

/** The assignments of an `on conflict do update` that adds the new values to the stored ones. */
export const addOnConflict = (table: string) =>
  joined([
    ...Object.values(sumColumns).map((name) => {
      const [kept, more] = [sql.ref(`${table}.${name}`), sql.ref(`excluded.${name}`)];
      return sql`${sql.ref(name)} = least(${kept} + ${more}, ${sql.lit(maxOfRow)})`;
    }),
    ...bucketColumns.map((name) => {
      const [kept, more] = [sql.ref(`${table}.${name}`), sql.ref(`excluded.${name}`)];
      return sql`${sql.ref(name)} = coalesce(${kept} + ${more}, ${kept}, ${more})`;
    }),
  ]);

const maxOfAnswer = Number.MAX_SAFE_INTEGER;

/** A capped `sum(…)` of each sum, under its name in results. */
export const resultSums = joined(
  sumNames.map(
    (name) =>
      sql`least(coalesce(sum(${sql.ref(sumColumns[name])}), 0), ${sql.lit(maxOfAnswer)})::bigint
        as ${sql.ref(name)}`,
  ),
);

/** The sums of the connect counts, as one array. */
export const resultConnects = sql`array[${joined(
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

/** Adds two sums; `sign` -1 subtracts the second one. */
export function plus(one: Sums, other: Sums, sign: 1 | -1 = 1): Sums {
  const sums = noSums();
  for (const name of sumNames) sums[name] = one[name] + sign * other[name];
  return sums;
}

/** Whether all sums are 0. */
export const isNothing = (sums: Sums) => sumNames.every((name) => sums[name] === 0);
