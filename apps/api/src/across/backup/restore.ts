/** Restores a backup into an empty installation. */
import { once } from "node:events";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { hasAccounts } from "../../identity/account/store/account.ts";
import { openClient } from "../../platform/db/connection.ts";
import type { Db } from "../../platform/db/database.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { writeOwned } from "../../platform/db/owned-files.ts";
import { keyFileOf } from "../../platform/seal.ts";
import { hasEntries } from "../../ledger/balances.ts";
import { checkBackup, type Header, readParts } from "./format.ts";
import { quoteNames, readTables } from "./tables.ts";

export interface RestoreResult {
  createdAt: string;
  tables: number;
  rows: number;
}

/**
 * Verifies the whole file, fills the database (all or nothing), writes the key into `dataDir`, and
 * migrates the database to the current schema.
 * @throws Error if the target has customers, or the file is damaged or has an unknown schema
 */
export async function restoreBackup(options: {
  db: Db;
  databaseUrl: string;
  dataDir: string;
  file: string;
}): Promise<RestoreResult> {
  const { db, databaseUrl, dataDir, file } = options;
  const { createdAt, tables, rows, ...backup } = await checkBackup(file);
  await requireEmptyDatabase(db);
  const client = await openClient(databaseUrl, { name: "turnpike-restore" });
  try {
    await client.query("drop schema if exists jobs cascade");
    await client.query(dropAll);
    await restoreSchema(client, databaseUrl, backup);
    await client.query("begin");
    const copied = await copyRows(client, file);
    if (copied !== rows) throw new Error(`${copied} rows were restored, not the backup's ${rows}`);
    // Write the key first: alone it does no harm, but rows without it could never be decrypted.
    writeOwned(keyFileOf(dataDir), `${backup.key}\n`);
    await client.query("commit");
  } finally {
    await client.end();
  }
  await migrate(databaseUrl);
  return { createdAt, tables, rows };
}

/** Drops everything in the schema but extensions. The schema, its owner and its grants stay. */
const dropAll = `do $$
  declare
    v_drops text;
  begin
    select string_agg(one, '; ') into v_drops from (
      select format('drop %s if exists %s cascade',
          case c.relkind when 'v' then 'view' when 'm' then 'materialized view'
            when 'S' then 'sequence' else 'table' end, c.oid::regclass) as one
        from pg_class c where c.relnamespace = current_schema()::regnamespace
          and c.relkind in ('r', 'p', 'v', 'm', 'S') and not c.relispartition
          and not exists (
            select from pg_depend d where d.objid = c.oid
              and (d.deptype = 'e' or (c.relkind = 'S' and d.deptype in ('a', 'i'))))
      union all
      select format('drop routine if exists %s cascade', p.oid::regprocedure)
        from pg_proc p where p.pronamespace = current_schema()::regnamespace
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')) t;
    execute coalesce(v_drops, 'select');
  end $$`;

/** Refuses to overwrite customers' data. */
async function requireEmptyDatabase(db: Db): Promise<void> {
  if ((await hasAccounts(db)) || (await hasEntries(db)))
    throw new Error("this place holds accounts already: a backup is restored into an empty one");
}

/** Creates the tables in the backup's schema version. */
async function restoreSchema(
  client: pg.Client,
  databaseUrl: string,
  { migrations }: Pick<Header, "migrations">,
): Promise<void> {
  await migrate(databaseUrl, { upTo: migrations.at(-1)?.name ?? "" });
  const { rows } = await client.query<Header["migrations"][number]>(
    "select name, checksum from schema_migration order by name",
  );
  const migrationKey = ({ name, checksum }: Header["migrations"][number]) => `${name} ${checksum}`;
  if (rows.map(migrationKey).join() !== migrations.map(migrationKey).join())
    throw new Error("the backup was written by a version with another schema");
}

/** Replaces the rows of the new database with those of the backup; returns how many. */
async function copyRows(client: pg.Client, file: string): Promise<number> {
  const tables = await readTables(client);
  const missing = new Map(tables.map(({ name, columns }) => [name, new Set(columns)]));
  let count = 0;
  for (const { name } of tables.toReversed()) await client.query(`delete from ${quoteNames(name)}`);
  let copyStream: ReturnType<typeof copyFrom> | null = null;
  for await (const part of readParts(file)) {
    if ("table" in part) {
      const { name, columns } = part.table;
      const known = missing.get(name);
      // A name that the schema lacks could be one of PostgreSQL's own tables: functions, roles.
      if (known === undefined || columns.some((column) => !known.has(column)))
        throw new Error(`the backup has a table that its schema does not have: ${name}`);
      missing.delete(name);
      // What triggers wrote while tables before it were emptied and filled.
      await client.query(`delete from ${quoteNames(name)}`);
      const copy = `copy ${quoteNames(name)} (${quoteNames(columns)}) from stdin`;
      copyStream = client.query(copyFrom(copy));
      // A failure is reported at the end of the table.
      copyStream.on("error", () => undefined);
    }
    if ("rows" in part && copyStream && !copyStream.errored && !copyStream.write(part.rows))
      await Promise.race([once(copyStream, "drain"), once(copyStream, "close")]);
    if ("over" in part && copyStream) {
      await finishCopy(copyStream);
      count += copyStream.rowCount;
      copyStream = null;
    }
  }
  if (missing.size > 0)
    throw new Error(`the backup has no ${[...missing.keys()].sort().join(", ")}`);
  for (const { name, columns } of tables) await advanceSequences(client, name, columns);
  return count;
}

async function finishCopy(into: ReturnType<typeof copyFrom>): Promise<void> {
  if (into.errored) throw into.errored;
  into.end();
  await once(into, "finish");
}

/** Sets a table's sequences to continue after their highest value. */
async function advanceSequences(
  client: pg.Client,
  table: string,
  columns: string[],
): Promise<void> {
  for (const column of columns) {
    await client.query(
      `select setval(s, greatest(1, m), m > 0) from (
         select pg_get_serial_sequence($1, $2) as s, ${await maxValue(client, table, column)} as m
       ) t where s is not null`,
      [quoteNames(table), column],
    );
  }
}

/** SQL for the highest value of a column; 0 if the column has no sequence. */
async function maxValue(client: pg.Client, table: string, column: string): Promise<string> {
  const { rows } = await client.query<{ numbered: boolean }>(
    "select pg_get_serial_sequence($1, $2) is not null as numbered",
    [quoteNames(table), column],
  );
  if (!rows[0]?.numbered) return "0";
  return `coalesce((select max(${quoteNames(column)}) from ${quoteNames(table)}), 0)`;
}
