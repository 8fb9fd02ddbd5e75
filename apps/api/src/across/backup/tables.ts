/** The tables of a database, as a backup writes and reads them. */
import type pg from "pg";

export interface Table {
  name: string;
  columns: string[];
}

const OWN_BOOKKEEPING = "schema_migration";

/** Every table with its writable columns, referenced tables first; no partitions by themselves. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace
       and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> $1
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
    [OWN_BOOKKEEPING],
  );
  return sortByReferences(rows, await readReferences(client));
}

interface Reference {
  from: string;
  to: string;
}

/** Foreign keys between tables, except deferred ones, which are checked at commit. */
async function readReferences(client: pg.Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select distinct f.relname as "from", t.relname as "to" from pg_constraint k
     join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and not k.condeferred and f.oid <> t.oid
       and f.relnamespace = current_schema()::regnamespace`,
  );
  return rows;
}

/** Sorts tables after those they reference. @throws Error if references form a cycle */
export function sortByReferences(tables: Table[], references: Reference[]): Table[] {
  const ordered: Table[] = [];
  let waiting = tables;
  while (waiting.length > 0) {
    const missing = new Set(waiting.map(({ name }) => name));
    const free = waiting.filter(
      ({ name }) => !references.some(({ from, to }) => from === name && missing.has(to)),
    );
    if (free.length === 0) throw new Error(`tables in a ring: ${[...missing].join(", ")}`);
    ordered.push(...free);
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return ordered;
}

/** Quotes one or more names for SQL. */
export function quoteNames(names: string | string[]): string {
  return [names]
    .flat()
    .map((name) => `"${name.replaceAll('"', '""')}"`)
    .join(", ");
}
