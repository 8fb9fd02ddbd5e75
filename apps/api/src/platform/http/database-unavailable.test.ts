import path from "node:path";
import type { HubMessage } from "@turnpike/contract/data-plane.ts";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import { connectIpc } from "@turnpike/link/ipc.ts";
import { sql } from "kysely";
import pino from "pino";
import { expect, it } from "vitest";
import { folderForTests } from "@turnpike/net/testing/for-tests.ts";
import { startEmbedded } from "../db/embedded.ts";
import { startApi } from "../../app.ts";

const dataDir = folderForTests();

it("an API whose database is unavailable returns 503, stays up, and resumes calls, gateway changes and jobs when the database is back", async () => {
  const server = await startEmbedded(dataDir, { guard: false });
  const env = readEnvironment({
    NODE_ENV: "test",
    PORT: "0",
    LOOKUP_PORT: "0",
    DATA_DIR: dataDir,
  });
  const log = pino({ level: "silent" });
  const linkPath = path.join(dataDir, "hub.sock");
  const start = { env, log, databaseUrl: server.url, linkPath, jobPollSeconds: 2 };
  const api = await startApi(start);
  const ask = async (lang: string) => {
    const body = new URLSearchParams({ session: "x".repeat(43), lang });
    const answer = await fetch(`${api.url}/v1/member`, { method: "POST", body });
    const { code, data } = (await answer.json()) as { code: number; data: { reason: string } };
    return [answer.status, code, data.reason];
  };
  const status = async (page: string) => (await fetch(`${api.url}${page}`)).status;
  const link = connectIpc(linkPath, { worker: 1, epoch: "e1" });
  const news: HubMessage[] = [];
  link.onMessage((each) => news.push(each));
  const { db, metrics } = api.services;
  const change = () =>
    sql`
      insert into gateway_news (kind, row_id) values ('exit', gen_random_uuid())`.execute(db);
  /** The runs of a job in the schedule that pg-boss keeps in the database. */
  const runs = async () =>
    /job="delete-old-changes"[^}]*\} (\d+)/.exec(await metrics.registry.metrics())?.[1];
  try {
    expect(await ask("en")).toEqual([200, 300, "sessionInvalid"]);
    process.kill(server.pid, "SIGKILL");
    await expect.poll(() => ask("en"), { timeout: 5_000 }).toEqual([503, 503, "notReady"]);
    expect([await status("/healthz"), await status("/readyz")]).toEqual([200, 503]);
    const again = await startEmbedded(dataDir, { guard: false });
    expect(await ask("de")).toEqual([200, 300, "sessionInvalid"]);
    expect(again.url).toBe(server.url);
    news.length = 0;
    await change();
    await sql`insert into jobs.job (name) values ('delete-old-changes')`.execute(db);
    await expect.poll(() => news.length, { timeout: 3_000 }).toBeGreaterThan(0);
    // NOTIFY works again too: it is faster than the hub's polling once a second.
    await expect
      .poll(async () => {
        const { rows } = await sql`
            select from pg_stat_activity where application_name = 'turnpike-listen'`.execute(db);
        return rows.length;
      })
      .toBe(1);
    await expect.poll(runs, { timeout: 8_000 }).toBeDefined();
  } finally {
    await link.stop();
    await api.stop();
    await server.stop();
  }
});
