import { monitorOf } from "./load.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import { sql } from "kysely";
import pino from "pino";
import { expect, test } from "vitest";
import { testDatabase } from "../../platform/db/testing.ts";
import { startApi } from "../../app.ts";

test("An API that stops cleanly also writes the current minute", async () => {
  const database = await testDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), "monitor-test-"));
  const env = readEnvironment({ NODE_ENV: "test", PORT: "0", LOOKUP_PORT: "0", DATA_DIR: dataDir });
  const options = { env, databaseUrl: database.url, log: pino({ level: "silent" }), jobs: false };
  const planId = "0a000000-0000-4000-8000-000000000001";
  const plan = { planId, upBytes: 3, downBytes: 400, connections: 1 };
  for (const seconds of [1, 2]) {
    const api = await startApi(options);
    const { world } = api.services;
    const monitor = monitorOf(api.services);
    const sample = { spanMs: 1_000, cpuPercent: 5, memoryPercent: 1, plans: [plan] };
    for (let count = 0; count < seconds; count += 1) monitor.sample("w1", sample, world.now());
    await api.stop();
  }
  const { rows } = await sql`
    select sum(up_bytes)::int as up, sum(down_bytes)::int as down, sum(connection_ms)::int as ms
    from plan_minute`.execute(database.db);
  expect(rows).toEqual([{ up: 9, down: 1_200, ms: 3_000 }]);
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});
