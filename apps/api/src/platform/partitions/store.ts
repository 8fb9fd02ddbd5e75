/** Partitions as listed in PostgreSQL's catalogue, and the statements that change them. */
import { sql } from "kysely";
import { type Db, type Tx, transaction } from "../db/database.ts";
import type { Partitioned } from "./partitioned.ts";

/** How a table's rows are partitioned. */
type PartitionScheme = Pick<Partitioned, "table" | "column" | "type">;

export interface Partition {
  table: string;
  name: string;
  /** The exclusive upper bound: milliseconds or an entry's number. */
  to: number;
  from: number;
}

/** How long a change of partitions waits for readers of the table; then the next run retries. */
const lockTimeout = "1s";

/** Finds the tables' partitions, except the default ones. */
export async function findPartitions(db: Db | Tx, tables: string[]): Promise<Partition[]> {
  const { rows } = await sql<{ table: string; name: string; bound: string }>`
    select p.relname as "table", c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relname = any(${tables}::text[]) and p.relnamespace = current_schema()::regnamespace
      and c.relkind = 'r'`.execute(db);
  return rows.flatMap(({ table, name, bound }) => {
    const ends = /FROM \((.+)\) TO \((.+)\)$/.exec(bound);
    return ends ? [{ table, name, from: boundOf(ends[1]), to: boundOf(ends[2]) }] : [];
  });
}

/** Parses a catalogue bound: MINVALUE, '2026-12-01', '2026-12-01 00:00:00+00', a number. */
export function boundOf(text = ""): number {
  if (text === "MINVALUE") return Number.NEGATIVE_INFINITY;
  const plain = text.replaceAll("'", "");
  if (/^\d+$/.test(plain)) return Number(plain);
  const parts = /^(\d+-\d\d-\d\d)(?: (\d\d:\d\d:\d\d)([+-]\d\d)(:\d\d)?)?$/.exec(plain);
  if (!parts) throw new Error(`the bound of a partition cannot be read: ${text}`);
  const [, day = "", time = "00:00:00", hours = "+00", minutes = ":00"] = parts;
  return Date.parse(`${day}T${time}${hours}${minutes}`);
}

/** Formats a bound as SQL for a column of the type. */
function boundText({ type }: PartitionScheme, bound: number): string {
  if (type === "entry") return String(bound);
  const text = new Date(bound).toISOString();
  return type === "day" ? text.slice(0, 10) : text;
}

/** Creates a partition, and moves rows from the default partition into it. */
export async function addPartition(
  db: Db,
  of: PartitionScheme,
  { name, from, to }: { name: string; from: number; to: number },
): Promise<void> {
  await withLockTimeout(db, async (tx) => {
    await sql`select add_partition(${of.table}, ${`${of.table}_${name}`}, ${of.column},
      ${boundText(of, from)}, ${boundText(of, to)})`.execute(tx);
  });
}

export async function dropPartition(db: Db, name: string): Promise<void> {
  await withLockTimeout(db, (tx) => sql`drop table if exists ${sql.table(name)}`.execute(tx));
}

/** Limits the wait for locks: other queries queue behind a change that waits for a long one. */
async function withLockTimeout(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(tx);
    await work(tx);
  });
}

/** The lowest key in each table's default partition, by table; empty ones are missing. */
export async function lowestInDefault(
  db: Db,
  tables: PartitionScheme[],
): Promise<Map<string, number>> {
  const lowest = tables.map((of) => {
    const column = sql`min(${sql.ref(of.column)})`;
    const value =
      of.type === "entry" ? column : sql`(extract(epoch from ${column}) * 1000)::bigint`;
    return sql`select ${of.table}::text as "table", ${value} as lowest
      from ${sql.table(`${of.table}_default`)}`;
  });
  const { rows } = await sql<{ table: string; lowest: number | null }>`
    ${sql.join(lowest, sql` union all `)}`.execute(db);
  return new Map(rows.flatMap(({ table, lowest: at }) => (at === null ? [] : [[table, at]])));
}

/** Deletes rows that are too old from the default partition. */
export async function clearDefault(db: Db, of: PartitionScheme, before: number): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`select set_config('turnpike.trims', 'on', true)`.execute(tx);
    await sql`delete from ${sql.table(`${of.table}_default`)}
      where ${sql.ref(of.column)} < ${boundText(of, before)}`.execute(tx);
  });
}

/** Continues the numbering of ledger entries at the lowest number of a month. */
export async function beginMonth(db: Db, first: number): Promise<void> {
  await sql`select ledger_begin_month(${first})`.execute(db);
}
