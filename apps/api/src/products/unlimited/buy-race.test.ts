/** Concurrent orders of the last ports, through one API process and through two (L1). */
import path from "node:path";
import { calls } from "@turnpike/contract/calls.ts";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import { sql } from "kysely";
import pino from "pino";
import { isFull } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { bucketsOf } from "../../ledger/testing.ts";
import { startApi } from "../../app.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { orderPlan, buyer, setFreeCapacity, onePort } from "./buy-testing.ts";
import { assertAccounting } from "../../../testing/verify-accounting.ts";

const shop = forTests(startShop);
const folder = folderForTests();
const second = forTests(async () => {
  const env = readEnvironment({
    PORT: "0",
    LOOKUP_PORT: "0",
    DATA_DIR: folder,
    SECRET_KEY_FILE: path.join(shop.dataDir, "secret.key"),
    LOG_LEVEL: "silent",
  });
  const log = pino({ level: "silent" });
  return startApi({ env, databaseUrl: shop.databaseUrl, log, jobs: false });
});

const buyers = (many: number, cents: number) =>
  Promise.all(Array.from({ length: many }, () => buyer(shop, cents)));
/** Orders through the second process. */
async function askSecond({ session }: Customer, quantity: number): Promise<{ code: number }> {
  const fields = { ...onePort, session, quantity: String(quantity), days: "30" };
  const body = new URLSearchParams(fields);
  const answer = await fetch(second.url + calls.orderUnlimit.path, { method: "POST", body });
  return (await answer.json()) as { code: number };
}
const livePorts = async () => {
  const { rows } = await sql<{ port: number }>`
    select port from unlimited_port where released_at is null`.execute(shop.db);
  return rows.map(({ port }) => port);
};

describe("Concurrent orders for the last ports", () => {
  it("of a region: exactly as many are sold as it has, and refused orders are not charged", async () => {
    await setFreeCapacity(shop.services, "europe", { ports: 7 });
    const all = await buyers(20, 5000);
    const before = (await livePorts()).length;
    const answers = await Promise.all(
      all.map((one, at) => (at % 2 === 0 ? orderPlan(one) : askSecond(one, 1))),
    );
    const sold = answers.filter(({ code }) => code === 0).length;
    expect(sold).toBe(7);
    expect(answers.filter(({ code }) => code === 402)).toHaveLength(13);
    for (const [at, one] of all.entries()) {
      const cents = answers[at]?.code === 0 ? 4100 : 5000;
      expect(await bucketsOf(shop.services, one.id)).toEqual({ "wallet main": cents });
    }
    const ports = await livePorts();
    expect(ports.length).toBe(before + 7);
    expect(new Set(ports).size).toBe(ports.length);
    await assertAccounting(shop.services);
  }, 30_000);

  it.runIf(isFull)(
    "with free numbers: each order is filled completely or not at all, and no number is assigned twice",
    async () => {
      await setFreeCapacity(shop.services, "europe", { ports: 1000 });
      const taken = await livePorts();
      const few = shop.services.env.UNLIMITED_PORTS.slice(0, taken.length + 17);
      const both = [shop.services.env, second.services.env];
      const before = both.map((env) => env.UNLIMITED_PORTS);
      for (const env of both) env.UNLIMITED_PORTS = few;
      const all = await buyers(20, 5000);
      const answers = await Promise.all(
        all.map((one, at) => (at % 2 === 0 ? orderPlan(one, { quantity: 3 }) : askSecond(one, 3))),
      );
      for (const [at, env] of both.entries()) env.UNLIMITED_PORTS = before[at] ?? [];
      expect(answers.filter(({ code }) => code === 0)).toHaveLength(5);
      const ports = await livePorts();
      expect(ports).toHaveLength(taken.length + 15);
      expect(new Set(ports).size).toBe(ports.length);
      expect(ports.every((port) => few.includes(port))).toBe(true);
      await assertAccounting(shop.services);
    },
    30_000,
  );

  it.runIf(isFull)(
    "by card and by wallet: a paid order creates a plan, or the money is in the wallet",
    async () => {
      await setFreeCapacity(shop.services, "asia", { ports: 4 });
      const all = await buyers(12, 900);
      const cards = await Promise.all(
        all
          .slice(0, 6)
          .map((one) => one.get("orderUnlimit", { ...onePort, region: "asia", method: "card" })),
      );
      await Promise.all([
        ...cards.map(({ payUrl }) => shop.complete(payUrl ?? "", "paid")),
        ...all.slice(6).map((one) => orderPlan(one, { region: "asia" })),
      ]);
      const { rows } = await sql<{ account_id: string }>`
      select account_id from unlimited_plan where region = 'asia'`.execute(shop.db);
      expect(rows).toHaveLength(4);
      for (const [at, one] of all.entries()) {
        const made = rows.some(({ account_id }) => account_id === one.id);
        const cents = (at < 6 ? 1800 : 900) - (made ? 900 : 0);
        const has = (await bucketsOf(shop.services, one.id))["wallet main"] ?? 0;
        expect([at, has]).toEqual([at, cents]);
      }
      await assertAccounting(shop.services);
    },
    30_000,
  );
});
