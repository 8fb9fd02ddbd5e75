/** Two APIs on a Patroni cluster whose primary is killed: no acknowledged order is lost. */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { calls } from "@turnpike/contract/calls.ts";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import { sql } from "kysely";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../../app.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { canRunPatroni, type PatroniCluster, startPatroni } from "./patroni-testing.ts";

const runsForMs = 45_000;
const everyMs = 200;

describe.runIf(canRunPatroni)("a failover of the database", () => {
  let cluster: PatroniCluster;
  let folder: string;
  let apis: Api[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), "failover-"));
    cluster = await startPatroni();
    const settings = { NODE_ENV: "test", PORT: "0", LOOKUP_PORT: "0", DATA_DIR: folder };
    const more = { DATABASE_URL: cluster.url, DATABASE_READ_URL: cluster.readUrl };
    const start = () =>
      startApi({
        env: readEnvironment({ ...settings, ...more }),
        databaseUrl: cluster.url,
        log: pino({ level: "silent" }),
      });
    apis = [await start(), await start()];
  }, 240_000);
  afterAll(async () => {
    for (const api of apis) await api.stop();
    cluster?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const send = async (at: number, name: keyof typeof calls, fields: Record<string, string>) => {
    const body = new URLSearchParams(fields);
    const url = `${apis[at % apis.length]?.url}${calls[name].path}`;
    const signal = AbortSignal.timeout(8_000);
    const answer = await fetch(url, { method: "POST", body, signal }).catch(() => null);
    return (await answer?.json().catch(() => null)) as { code: number; data: never } | null;
  };
  async function customer(): Promise<string> {
    const fields = { email: "failover@example.com", password: "Passw0rd!x", agree: "1" };
    const { session } = ((await send(0, "signup", fields)) ?? never()).data as { session: string };
    const paid = await send(0, "recharge", { session, amountCents: "1000000", method: "crypto" });
    const { pathname } = new URL(((paid ?? never()).data as { payUrl: string }).payUrl);
    const outcome = new URLSearchParams({ outcome: "paid" });
    await fetch(`${apis[0]?.url}${pathname}/complete`, { method: "POST", body: outcome });
    return session;
  }

  /** Makes 5 purchases a second at alternating APIs, retrying each; kills the primary meanwhile. */
  async function sellThroughFailover(session: string, sku: string) {
    const sold: { requestId: string; at: number }[] = [];
    const until = performance.now() + runsForMs;
    let killedAt = 0;
    const buy = async (n: number) => {
      const requestId = `failover-${n}`;
      const fields = { session, sku, quantity: "1", method: "wallet", requestId };
      for (let tries = 0; performance.now() < until + 20_000; tries += 1) {
        const answer = await send(n + tries, "placeOrder", fields);
        if (answer?.code === 0) return sold.push({ requestId, at: performance.now() });
        await sleep(everyMs);
      }
      return 0;
    };
    const buying: Promise<unknown>[] = [];
    for (let n = 0; performance.now() < until; n += 1) {
      buying.push(buy(n));
      if (n === 40) {
        cluster.kill((await cluster.primary()) ?? never());
        killedAt = performance.now();
      }
      await sleep(everyMs);
    }
    await Promise.all(buying);
    return { sold, asked: buying.length, killedAt };
  }

  test("loses no acknowledged order, sells again within 20 s, and all APIs receive messages again", async () => {
    const session = await customer();
    const { data } = (await send(0, "priceList", {})) ?? never();
    const { products } = data as { products: { sku: string; kind: string; minQty: number }[] };
    const sku = products.find((one) => one.kind === "traffic" && one.minQty === 1)?.sku ?? "";
    const { sold, asked, killedAt } = await sellThroughFailover(session, sku);
    const times = sold.map(({ at }) => at).toSorted((one, other) => one - other);
    const pauses = times.slice(1).map((at, n) => at - (times[n] ?? at));
    const longest = Math.max(...pauses);
    const db = (apis[0] ?? never()).services.db;
    const orders = await sql<{ count: number }>`
      select count(*)::int as count from shop_order where status = 'paid'`.execute(db);
    process.stdout.write(
      `failover: ${sold.length} of ${asked} orders, ${Math.round(longest)} ms without sales\n`,
    );
    expect(killedAt).toBeGreaterThan(0);
    expect([sold.length, orders.rows[0]?.count]).toEqual([asked, asked]);
    expect(longest).toBeLessThan(20_000);
    expect(await verifyAccounting(db)).toMatchObject({ ok: true });
    // Every API listens for the others' messages again.
    const { rows } = await sql`
      select from pg_stat_activity where application_name = 'turnpike-listen'`.execute(db);
    expect(rows).toHaveLength(apis.length);
  }, 180_000);
});

function never(): never {
  throw new Error("no answer");
}
