/** Whether the product can work with a database: what no session can set (spec/accounting#database). */
import type pg from "pg";
import { settingsWithPooler } from "./connection.ts";

/** PostgreSQL 15, in the form of `server_version_num`. */
export const minServerVersion = 150_000;

/** The database has to be changed before the product can use it. */
export class DatabaseRefused extends Error {
  readonly what: string;
  readonly cure: string;

  constructor(what: string, cure: string) {
    super(`${what}: ${cure}`);
    this.what = what;
    this.cure = cure;
  }
}

interface Facts {
  version: number;
  encoding: string;
  database: string;
  user: string;
  /** The first schema of the search path that exists. */
  schema: string | null;
  /** The schema in which the search path finds the product's tables. */
  home: string | null;
}

/** @throws DatabaseRefused naming what is wrong, and the cure */
export async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Facts>(
    `select current_setting('server_version_num')::int as version,
       current_setting('server_encoding') as encoding, current_database()::text as database,
       current_user::text as "user", current_schema()::text as schema,
       (select n.nspname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.oid = to_regclass('schema_migration')) as home`,
  );
  const refused = rows[0] && refusalOf(rows[0]);
  if (refused) throw refused;
}

const named = (name: string) => `"${name.replaceAll('"', '""')}"`;

function refusalOf(facts: Facts): DatabaseRefused | null {
  const { version, encoding, database, user, schema, home } = facts;
  if (version < minServerVersion)
    return new DatabaseRefused(
      `the database is PostgreSQL ${Math.floor(version / 10_000)}`,
      "PostgreSQL 15 or newer",
    );
  if (encoding !== "UTF8")
    return new DatabaseRefused(
      `the database ${database} stores text as ${encoding}, not as UTF8`,
      "create database turnpike template template0 encoding 'UTF8' locale 'C', and restore a backup into it",
    );
  const setPath = (to: string) =>
    `alter role ${named(user)} in database ${named(database)} set search_path = ${to}`;
  if (schema === null)
    return new DatabaseRefused(
      `no schema in the search path of ${user} exists in the database ${database}`,
      `create the schema, or ${setPath("public")}`,
    );
  if (home !== null && home !== schema)
    return new DatabaseRefused(
      `the tables are in the schema ${home}, but the search path of ${user} begins with ${schema}`,
      setPath(named(home)),
    );
  return null;
}

/**
 * Behind a pooler that shares sessions, what a session sets can be lost: the defaults of the database
 * and the role have to be right. `client` leads to PostgreSQL itself.
 * @throws DatabaseRefused naming the setting, and the cure
 */
export async function checkDefaults(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; value: string; database: string }>(
    `select lower(name collate "C") as name, reset_val as value, current_database()::text as database
     from pg_settings where lower(name collate "C") = any($1)`,
    [Object.keys(settingsWithPooler)],
  );
  const wanted: Record<string, RegExp> = settingsWithPooler;
  const wrong = rows.find(({ name, value }) => wanted[name]?.test(value) === false);
  if (!wrong) return;
  const { name, value, database } = wrong;
  throw new DatabaseRefused(
    `DATABASE_DIRECT_URL is set: behind a pooler the database's own ${name} counts, and it is ${value}`,
    `alter database ${named(database)} set ${name} = ${cures[name as keyof typeof cures]}, and restart the pooler`,
  );
}

const cures: Record<keyof typeof settingsWithPooler, string> = {
  datestyle: "'ISO, MDY'",
  default_transaction_isolation: "'read committed'",
  standard_conforming_strings: "on",
  bytea_output: "hex",
};
