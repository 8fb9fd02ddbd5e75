/** Partitions of tables, as PostgreSQL's catalogue lists them, and the statements that change them. */
import { sql } from "kysely";
import { type Db, type Tx, transaction } from "../db/database.ts";
import type { Partitioned } from "./partitioned.ts";

/** How rows of a table are placed. */
type Placed = Pick<Partitioned, "table" | "column" | "type">;

export interface Partition {
  table: string;
  name: string;
  /** The end of its span, which it does not hold: milliseconds or an entry's number. */
  to: number;
  from: number;
}

/** A partition waits so long for those who read its table; the next run tries again. */
const lockWait = "1s";

/** The partitions of tables besides the default ones. */
export async function findPartitions(db: Db | Tx, tables: string[]): Promise<Partition[]> {
  const { rows } = await sql<{ table: string; name: string; bound: string }>`
    select p.relname as "table", c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relname = any(${tables}::text[]) and p.relnamespace = 'public'::regnamespace
      and c.relkind = 'r'`.execute(db);
  return rows.flatMap(({ table, name, bound }) => {
    const ends = /FROM \((.+)\) TO \((.+)\)$/.exec(bound);
    return ends ? [{ table, name, from: boundOf(ends[1]), to: boundOf(ends[2]) }] : [];
  });
}

/** A bound as the catalogue writes it: MINVALUE, '2026-12-01', '2026-12-01 00:00:00+00', a number. */
export function boundOf(text = ""): number {
  if (text === "MINVALUE") return Number.NEGATIVE_INFINITY;
  const plain = text.replaceAll("'", "");
  if (/^\d+$/.test(plain)) return Number(plain);
  const parts = /^(\d+-\d\d-\d\d)(?: (\d\d:\d\d:\d\d)([+-]\d\d)(:\d\d)?)?$/.exec(plain);
  if (!parts) throw new Error(`the bound of a partition cannot be read: ${text}`);
  const [, day = "", time = "00:00:00", hours = "+00", minutes = ":00"] = parts;
  return Date.parse(`${day}T${time}${hours}${minutes}`);
}

/** A bound as SQL reads it in a column of that type. */
function written({ type }: Placed, bound: number): string {
  if (type === "entry") return String(bound);
  const text = new Date(bound).toISOString();
  return type === "day" ? text.slice(0, 10) : text;
}

/** Makes a partition, and moves what the default one holds for it. */
export async function addPartition(
  db: Db,
  of: Placed,
  { name, from, to }: { name: string; from: number; to: number },
): Promise<void> {
  await inHaste(db, async (tx) => {
    await sql`select add_partition(${of.table}, ${`${of.table}_${name}`}, ${of.column},
      ${written(of, from)}, ${written(of, to)})`.execute(tx);
  });
}

export async function dropPartition(db: Db, name: string): Promise<void> {
  await inHaste(db, (tx) => sql`drop table if exists ${sql.table(name)}`.execute(tx));
}

/** Nobody waits behind a change of partitions that itself waits for a long query. */
async function inHaste(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`select set_config('lock_timeout', ${lockWait}, true)`.execute(tx);
    await work(tx);
  });
}

/** The lowest value of what no partition was made for, by table; without rows there is none. */
export async function findUnplaced(db: Db, tables: Placed[]): Promise<Map<string, number>> {
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

/** Removes what is too old from the default partition. */
export async function clearDefault(db: Db, of: Placed, before: number): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`select set_config('turnpike.trims', 'on', true)`.execute(tx);
    await sql`delete from ${sql.table(`${of.table}_default`)}
      where ${sql.ref(of.column)} < ${written(of, before)}`.execute(tx);
  });
}

/** Numbers ledger entries on from the lowest number of a month. */
export async function beginMonth(db: Db, first: number): Promise<void> {
  await sql`select ledger_begin_month(${first})`.execute(db);
}
