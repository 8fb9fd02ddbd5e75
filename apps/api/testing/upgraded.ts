/** A database that an earlier version of the API has filled. */
import pg from "pg";
import type { Db } from "../src/platform/db/database.ts";
import { migrate } from "../src/platform/db/migrate.ts";
import { ownDatabase } from "../src/platform/db/testing.ts";

/** Migrates an empty database up to a migration, fills it with `before`, and migrates it to the end. */
export async function startUpgraded(
  upTo: string,
  before: (client: pg.Client) => Promise<void>,
): Promise<{ db: Db; stop: () => Promise<void> }> {
  const own = await ownDatabase("");
  await migrate(own.url, { upTo });
  const client = new pg.Client({ connectionString: own.url });
  await client.connect();
  await before(client);
  await client.end();
  await migrate(own.url);
  return { db: own.db, stop: () => own.drop() };
}
