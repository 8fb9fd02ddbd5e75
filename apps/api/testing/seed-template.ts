/**
 * Prepares the tests' database: creates today's partitions in the database given as argument, so
 * that an API does not create forty of them at each start on a copy of it.
 */
import { readEnvironment } from "@turnpike/contract/environment.ts";
import { isFull } from "@turnpike/net/testing/full.ts";
import { firstEntryOf } from "@turnpike/rules/partitions.ts";
import pino from "pino";
import { modules } from "../src/app.ts";
import "./few-partitions.ts";
import { connect } from "../src/platform/db/database.ts";
import { keepPartitions } from "../src/platform/partitions/keep.ts";
import { dropPartition, findPartitions } from "../src/platform/partitions/store.ts";

const nameOf = ({ table }: { table: string }) => table;

const [, , url = ""] = process.argv;
const db = connect(url, { pool: 1, name: "turnpike-test" });
const env = readEnvironment({ NODE_ENV: "test" });
const now = Date.now();
await keepPartitions({ db, env, modules, log: pino({ level: "warn" }) }, now);
// The migrations have created some ahead, too.
const entries = new Set(modules.partitions.filter(({ type }) => type === "entry").map(nameOf));
for (const one of isFull ? [] : await findPartitions(db, modules.partitions.map(nameOf)))
  if (one.from > (entries.has(one.table) ? firstEntryOf(now) : now))
    await dropPartition(db, one.name);
await db.destroy();
