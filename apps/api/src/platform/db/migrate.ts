/**
 * Migrates a database to the newest schema: `migrations/NNNN_name.sql`, in order, each once, in a
 * transaction. What takes long and can be made while customers use the tables is in `….before.sql`.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Environment } from "@turnpike/contract/environment.ts";
import type pg from "pg";
import { openClient } from "./connection.ts";
import { checkDefaults, checkServer } from "./server.ts";

const FOLDER = path.join(import.meta.dirname, "migrations");
/** An advisory lock: processes that start together migrate one after the other. */
const MIGRATION_LOCK = 7_271_828;
const TURN_EVERY_MS = 100;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
  /** Statements that run first, each by itself; after a failure all of them run again. */
  before: string[];
}

/**
 * Migrations that were rewritten so that they keep nobody waiting, with the same result. Databases and
 * other releases know such a migration by the checksum of its first text.
 */
const REWRITTEN: Record<string, string> = {
  // 0023_partitions
  "12a431d699d8ad14f80b04365bb21c35d51121869f23c6bf70882a4f6ba9b0df":
    "b40d768130d24621a1a8bb56475496b0716799f29d2f6ae6cd03f3669b58374f",
};

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name));
  const read = names.sort().map(async (name) => {
    const sql = await readFile(path.join(FOLDER, name), "utf8");
    const checksum = createHash("sha256").update(sql).digest("hex");
    const file = path.join(FOLDER, name.replace(/\.sql$/, ".before.sql"));
    const before = existsSync(file) ? (await readFile(file, "utf8")).split(/^-- next$/m) : [];
    return { name, sql, checksum: REWRITTEN[checksum] ?? checksum, before };
  });
  return Promise.all(read);
}

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  try {
    for (const statement of migration.before) await client.query(statement);
    await client.query("begin");
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

/**
 * Waits until no other process migrates. It asks again and again: an index that is made beside a running
 * product waits for all statements, and one that waits for the lock would never end.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  const isTaken = async () => {
    const { rows } = await client.query<{ taken: boolean }>(
      "select pg_try_advisory_lock($1) as taken",
      [MIGRATION_LOCK],
    );
    return rows[0]?.taken === true;
  };
  while (!(await isTaken())) await sleep(TURN_EVERY_MS);
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
    await takeTurn(client);
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
