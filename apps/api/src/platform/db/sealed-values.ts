/**
 * Where sealed texts are, and how they are replaced (ADR 51): any table, in ranges of its blocks, so that
 * no long transaction and no sort is needed. A value is replaced only if it is still the one that was read.
 */
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "./database.ts";

export interface SealedColumn {
  table: string;
  column: string;
  type: "text" | "jsonb" | "bytea";
  /** A keyed hash of the same text, in another column. */
  lookup?: string;
  /** Columns that say where sealed bytes belong. */
  place?: readonly string[];
}

/** A row that may have sealed values. */
export interface SealedRow {
  at: string;
  value: string | Buffer;
  lookup: string | null;
  place: string[];
}

/** The tables with rows that these are: partitions for a partitioned one. */
export async function leavesOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relid::regclass::text as name from pg_partition_tree(${table}::regclass) where isleaf
    union select ${table}::regclass::text from pg_class
    where oid = ${table}::regclass and relkind = 'r'`.execute(db);
  return rows.map(({ name }) => name);
}

/** How many blocks a table has now. */
export async function blocksOf(db: Db, leaf: string): Promise<number> {
  const { rows } = await sql<{ blocks: number }>`
    select (pg_relation_size(${leaf}::regclass) / current_setting('block_size')::int)::int as blocks`.execute(
    db,
  );
  return rows[0]?.blocks ?? 0;
}

const name = (text: string): RawBuilder<unknown> => sql.raw(text);

/** What may be sealed in the column: texts that begin as sealed ones do. */
const candidates = ({ column, type }: SealedColumn) => {
  if (type === "bytea") return sql`true`;
  if (type === "jsonb") return sql`${sql.ref(column)}::text like '%"s1.%'`;
  return sql`${sql.ref(column)} like 's1.%'`;
};

/** The rows of a range of blocks that may have sealed values. */
export async function sealedRows(
  db: Db,
  of: SealedColumn,
  { leaf, from, to }: { leaf: string; from: number; to: number },
): Promise<SealedRow[]> {
  const lookup = of.lookup === undefined ? sql`null::text` : sql.ref(of.lookup);
  const places = (of.place ?? []).map((one) => sql`${sql.ref(one)}::text`);
  const place = places.length === 0 ? sql`'{}'::text[]` : sql`array[${sql.join(places)}]`;
  const value = of.type === "jsonb" ? sql`${sql.ref(of.column)}::text` : sql.ref(of.column);
  const { rows } = await sql<SealedRow>`
    select ctid::text as at, ${value} as value, ${lookup} as lookup, ${place} as place
    from only ${name(leaf)}
    where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${to},0)`}::tid
      and ${sql.ref(of.column)} is not null and ${candidates(of)}`.execute(db);
  return rows;
}

export interface Replacement {
  at: string;
  before: string | Buffer;
  after: string | Buffer;
  lookup: string | null;
}

/** Replaces values that are still the ones that were read; returns how many. */
export async function replaceSealed(
  tx: Tx,
  of: SealedColumn,
  { leaf, rows }: { leaf: string; rows: Replacement[] },
): Promise<number> {
  const lookup =
    of.lookup === undefined
      ? sql``
      : sql`, ${sql.ref(of.lookup)} = coalesce(u.lookup, t.${sql.ref(of.lookup)})`;
  // Processes read a setting again when its version is another one.
  const isSetting = of.table === "setting";
  const version = isSetting ? sql`, version = nextval('setting_version')` : sql``;
  const type = sql.raw(of.type);
  const done = await sql`
    update only ${name(leaf)} t set ${sql.ref(of.column)} = u.after${lookup}${version}
    from unnest(${rows.map(({ at }) => at)}::tid[], ${rows.map(({ before }) => before)}::${type}[],
      ${rows.map(({ after }) => after)}::${type}[], ${rows.map((one) => one.lookup)}::text[])
      as u (at, before, after, lookup)
    where t.ctid = u.at and t.${sql.ref(of.column)} = u.before`.execute(tx);
  if (isSetting) await sql`select pg_notify('setting_changed', '')`.execute(tx);
  return Number(done.numAffectedRows ?? 0n);
}

/** Text columns whose name says that they are sealed, for the list's own test. */
export async function columnsNamedSealed(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as "table", a.attname as "column"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and a.attname like '%sealed%' order by 1, 2`.execute(db);
  return rows;
}
