/**
 * Databases for tests: one cluster per run, one database per test file, each a copy of a migrated
 * template. Nothing here is durable (fsync is off).
 */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import type { Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "kysely";
import pg from "pg";
import { seedLabExits } from "../../inventory/exit/lab-seed.ts";
import { isFull } from "@turnpike/net/testing/full.ts";
import { realWorld } from "../world.ts";
import { connect, type Db } from "./database.ts";
import { startEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";

const TEMPLATE = "template_turnpike";
/** The template with the lab's exits and today's partitions, as after the API's first start. */
const SEEDED = "template_turnpike_lab";
const PREFIX = "turnpike-test-";

export interface TestCluster {
  /** The administration database; test databases are created in the same cluster. */
  url: string;
  stop(): Promise<void>;
}

export interface TestDatabase {
  db: Db;
  url: string;
  /** Closes `db` and removes the database. */
  drop(): Promise<void>;
}

function databaseUrl(url: string, database: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*)\/[^?]*/, `$1/${database}`);
}

async function asAdministrator(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

interface Administration {
  client: pg.Client;
  stream: Socket;
  waiting: number;
}
/** This process's connection to the run's cluster, for all its databases. */
let administration: Promise<Administration> | undefined;

async function openAdministration(url: string): Promise<Administration> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => (administration = undefined));
  await client.connect();
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  return { client, stream, waiting: 0 };
}

/** Creates or drops a database of the run's cluster. Only its answer keeps the process running. */
async function administer(url: string, statement: string): Promise<void> {
  administration ??= openAdministration(url).catch((error: unknown) => {
    administration = undefined;
    throw error;
  });
  const own = await administration;
  own.waiting += 1;
  own.stream.ref();
  try {
    await own.client.query(statement);
  } finally {
    own.waiting -= 1;
    if (own.waiting === 0) own.stream.unref();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Removes what killed test runs left behind. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(os.tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    const folder = path.join(os.tmpdir(), name);
    const left = await startEmbedded(folder, { guard: false }).catch(() => null);
    await left?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a new cluster with the migrated template; it also ends with the process. */
export async function testCluster(): Promise<TestCluster> {
  await sweep();
  const name = `${PREFIX}${process.pid}-${randomBytes(4).toString("hex")}`;
  const folder = path.join(os.tmpdir(), name);
  await mkdir(folder, { recursive: true });
  const off = {
    // Copies of a template are read once: passing pages between processes only costs time.
    io_method: "sync",
    wal_level: "minimal",
    max_wal_senders: "0",
    update_process_title: "off",
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    // A test database lives for seconds; load tests run longer and need statistics for their plans.
    autovacuum: isFull ? "on" : "off",
  };
  const server = await startEmbedded(folder, {
    guard: false,
    settings: { ...off, max_connections: "300" },
  });
  const atExit = () => {
    try {
      process.kill(server.pid, "SIGQUIT");
    } catch {
      // It has exited already.
    }
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", atExit);
  const url = databaseUrl(server.url, "postgres");
  await makeTemplates(url);
  return {
    url,
    stop: async () => {
      process.off("exit", atExit);
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Uses a running server (`TURNPIKE_TEST_SERVER`) instead; recreates its templates. */
export async function foreignCluster(url: string): Promise<TestCluster> {
  const drop = [TEMPLATE, SEEDED].map((name) => `drop database if exists ${name}`);
  await asAdministrator(url, ...drop);
  await makeTemplates(url);
  return { url, stop: () => asAdministrator(url, ...drop) };
}

async function makeTemplates(url: string): Promise<void> {
  await asAdministrator(url, `create database ${TEMPLATE}`);
  await migrate(databaseUrl(url, TEMPLATE));
  await asAdministrator(url, `create database ${SEEDED} template ${TEMPLATE}`);
  const db = connect(databaseUrl(url, SEEDED), { pool: 1, name: "turnpike-test" });
  await seedLabExits({ db, world: realWorld() });
  await db.destroy();
  // In a separate process, since this needs the API's modules: they declare the partitioned tables.
  const program = path.join(import.meta.dirname, "../../../testing/seed-template.ts");
  await promisify(execFile)(process.execPath, [program, databaseUrl(url, SEEDED)]);
}

let ownCluster: Promise<TestCluster> | undefined;
/** The run's cluster (`TURNPIKE_TEST_PG`, set by vitest-setup.ts), else one of this process. */
async function clusterUrl(): Promise<string> {
  if (process.env.TURNPIKE_TEST_PG) return process.env.TURNPIKE_TEST_PG;
  ownCluster ??= testCluster();
  return (await ownCluster).url;
}

const BUSY = "55006";
/** Creates a migrated database in about 50 ms; `seeded` adds the lab's exits. */
export async function testDatabase({ pool = 16, seeded = false } = {}): Promise<TestDatabase> {
  const cluster = await clusterUrl();
  const name = `test_${randomBytes(8).toString("hex")}`;
  for (let attempt = 1; ; attempt++) {
    try {
      await administer(
        cluster,
        `create database ${name} template ${seeded ? SEEDED : TEMPLATE} strategy file_copy`,
      );
      break;
    } catch (error) {
      if ((error as { code?: string }).code !== BUSY || attempt >= 40) throw error;
      await sleep(50);
    }
  }
  const url = databaseUrl(cluster, name);
  const db = connect(url, { pool, name: "turnpike-test" });
  return { db, url, drop: () => dropDatabase(cluster, name, db) };
}

/**
 * Creates an empty database with options of its own, or a copy of one that nobody is connected to,
 * and runs statements there, in which `NAME` is its name.
 */
export async function ownDatabase(
  from: string | { copyOf: TestDatabase },
  ...statements: string[]
): Promise<TestDatabase> {
  const cluster = await clusterUrl();
  const name = `test_${randomBytes(8).toString("hex")}`;
  const url = databaseUrl(cluster, name);
  const options =
    typeof from === "string"
      ? `template template0 ${from}`
      : `template ${new URL(from.copyOf.url).pathname.slice(1)} strategy file_copy`;
  await administer(cluster, `create database ${name} ${options}`);
  await asAdministrator(url, ...statements.map((each) => each.replaceAll("NAME", name)));
  const db = connect(url, { pool: 4, name: "turnpike-test" });
  return { db, url, drop: () => dropDatabase(cluster, name, db) };
}

async function dropDatabase(cluster: string, name: string, db: Db): Promise<void> {
  await db.destroy();
  await administer(cluster, `drop database ${name} with (force)`);
}

/** All rows of all tables of the product as text, byte columns in hex, by table. */
export async function dumpOf(db: Db): Promise<Map<string, string[]>> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
    order by 1`.execute(db);
  const dump = new Map<string, string[]>();
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(db);
    dump.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return dump;
}
