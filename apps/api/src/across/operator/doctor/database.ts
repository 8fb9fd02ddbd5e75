/** What production needs of the database: version, durability, stock to sell. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { type Check, ok, reasonOf, wrong } from "./check.ts";

const versionWanted = 150_000;
const CURE = "ALTER SYSTEM SET … = on; restart the database";
/** A commit that was answered has to be on disk. */
const durable = ["fsync", "full_page_writes", "synchronous_commit"] as const;

/** Every check of the database; migrations ran before. */
export async function databaseChecks(db: Db): Promise<Check[]> {
  try {
    const version = Number(await setting(db, "server_version_num"));
    const connections = Number(await setting(db, "max_connections"));
    const off: string[] = [];
    for (const name of durable) if ((await setting(db, name)) === "off") off.push(name);
    return [
      version >= versionWanted
        ? ok("database", `PostgreSQL ${Math.floor(version / 10_000)}`)
        : wrong("database", `PostgreSQL ${Math.floor(version / 10_000)}`, "PostgreSQL 15 or newer"),
      off.length === 0
        ? ok("durability", "commits are on disk before they are answered")
        : wrong("durability", `${off.join(", ")} off: a power cut loses money`, CURE),
      connections >= 100
        ? ok("max_connections", String(connections))
        : wrong("max_connections", `${connections}, an API takes up to 50`, "100 or more"),
    ];
  } catch (error) {
    return [wrong("database", reasonOf(error), "DATABASE_URL, and whether it runs")];
  }
}

async function setting(db: Db, name: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(
    db,
  );
  return rows[0]?.value ?? "";
}
