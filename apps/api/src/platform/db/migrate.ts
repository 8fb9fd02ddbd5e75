/** Migrates a database to the newest schema: `migrations/NNNN_name.sql`, in order, each once. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Environment } from "@turnpike/contract/environment.ts";
import type pg from "pg";
import { openClient } from "./connection.ts";
import { checkDefaults, checkServer } from "./server.ts";

const FOLDER = path.join(import.meta.dirname, "migrations");
/** An advisory lock: processes that start together migrate one after the other. */
const MIGRATION_LOCK = 7_271_828;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name));
  const read = names.sort().map(async (name) => {
    const sql = await readFile(path.join(FOLDER, name), "utf8");
    return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
  });
  return Promise.all(read);
}

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(migration.sql);
    await client.query("insert into schema_migration (name, checksum) values ($1, $2)", [
      migration.name,
      migration.checksum,
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    const { message, hint } = error as Error & { hint?: string };
    throw new Error(`migration ${migration.name}: ${message}${hint ? ` ${hint}` : ""}`, {
      cause: error,
    });
  }
}

/** Migrates an installation's database at its start. */
export function migrateInstallation(
  { DATABASE_DIRECT_URL: direct }: Pick<Environment, "DATABASE_DIRECT_URL">,
  databaseUrl: string,
): Promise<string[]> {
  return migrate(direct ?? databaseUrl, { pooler: direct !== undefined });
}

/**
 * Applies missing migrations, up to and including `upTo` if given, and returns the names applied.
 * `pooler`: other connections share sessions.
 * @throws Error if an applied migration has been edited since
 * @throws DatabaseRefused if the product cannot work with this database
 */
export async function migrate(
  url: string,
  { upTo, pooler = false }: { upTo?: string; pooler?: boolean } = {},
): Promise<string[]> {
  const client = await openClient(url, { name: "turnpike-migrate" });
  try {
    await checkServer(client);
    if (pooler) await checkDefaults(client);
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query(
      `create table if not exists schema_migration (
         name text primary key,
         checksum text not null,
         applied_at timestamptz not null default now())`,
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      "select name, checksum from schema_migration",
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const done: string[] = [];
    for (const migration of await readMigrations()) {
      if (upTo !== undefined && migration.name > upTo) break;
      const before = applied.get(migration.name);
      if (before === migration.checksum) continue;
      if (before !== undefined)
        throw new Error(`${migration.name} was edited after it was applied`);
      await applyOne(client, migration);
      done.push(migration.name);
    }
    return done;
  } finally {
    await client.end();
  }
}
