/**
 * Prepares the tests' database: creates today's partitions in the database given as argument, so
 * that an API does not create forty of them at each start on a copy of it.
 */
import { readEnvironment } from "@turnpike/contract/environment.ts";
import pino from "pino";
import { modules } from "../src/app.ts";
import "./few-partitions.ts";
import { connect } from "../src/platform/db/database.ts";
import { keepPartitions } from "../src/platform/partitions/keep.ts";

const [, , url = ""] = process.argv;
const db = connect(url, { pool: 1, name: "turnpike-test" });
const env = readEnvironment({ NODE_ENV: "test" });
await keepPartitions({ db, env, modules, log: pino({ level: "warn" }) }, Date.now());
await db.destroy();
