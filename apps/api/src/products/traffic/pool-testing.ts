/** Pools for tests: three of them with a product each, customers with money, a gateway that carries. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { operateJson } from "../../across/operator/testing.ts";
import { type Customer, startTraffic, usageRow } from "./testing.ts";

export const pools = ["residential", "mobile", "budget"];
const who = { gateway: "g1", epoch: "e1" };

export type TestPools = Awaited<ReturnType<typeof startPools>>;

/** Starts the API with the pools and their products. */
export async function startPools() {
  const api = await startTraffic();
  const { services } = api;
  const link = await api.link({ awaited: false });
  const folder = mkdtempSync(path.join(tmpdir(), "turnpike-pools-"));
  const operate = (...words: string[]) => operateJson(services, ...words);
  const productOf = (pool: string) => ({
    sku: `sold-${pool}`,
    kind: "traffic",
    pool,
    name: { en: `Traffic of ${pool}` },
    unit: "GB",
    min: 1,
    max: 500,
    step: 1,
    tiers: [{ fromQty: 1, unitMicros: 2_000_000 }],
    sort: 500,
  });
  const fileOf = (content: object) => {
    const name = path.join(folder, `${Math.random()}.json`);
    writeFileSync(name, JSON.stringify(content));
    return name;
  };
  for (const pool of pools.slice(1)) {
    const titles = ["--title", `The ${pool} pool`, "--title-de", `${pool} (de)`];
    await operate("pools", "add", pool, ...titles);
    await operate("products", "add", fileOf(productOf(pool)));
  }
  const lease = (subAccountId: string, wantedBytes: number) =>
    link.ask("lease", { ...who, subAccountId, wantedBytes, knowsPools: true });
  let sequence = 0;
  const report = async (
    row: { leaseId: string; accountId: string; subAccountId: string } & object,
  ) => {
    sequence += 1;
    await link.ask("report", { reports: [{ ...who, sequence, rows: [usageRow(row)] }] });
  };
  const settle = (leaseId: string) => link.ask("settle", { ...who, leaseIds: [leaseId] });
  const emailOf = async (customer: Customer) => (await customer.call("member")).data.email;
  return {
    api,
    services,
    db: services.db,
    link,
    operate,
    productOf,
    fileOf,
    lease,
    report,
    settle,
    emailOf,
    /** Adds a product like that of its pool, with changes. */
    sell: (sku: string, pool: string, more: object = {}) =>
      operate("products", "add", fileOf({ ...productOf(pool), sku, ...more })),
    /** Carries bytes of a new lease, and more than it covers if `beyond` is not 0. */
    carry: async (accountId: string, subAccountId: string, bytes: number, beyond = 0) => {
      const answer = await lease(subAccountId, bytes);
      if ("refused" in answer) return 0;
      const { id: leaseId } = answer.lease;
      const carried = Math.min(bytes, answer.lease.bytes) + beyond;
      await report({ leaseId, accountId, subAccountId, downBytes: carried } as never);
      await settle(leaseId);
      return carried - beyond;
    },
    buyer: async (cents = 10_000_000) => {
      const customer = await api.customer();
      const email = await emailOf(customer);
      await operate("account", "grant", email, "--asset", "wallet", "--amount", `${cents}`);
      return customer;
    },
    buy: async (customer: Customer, sku: string, quantity: number, more: object = {}) => {
      const { data } = await customer.call("placeOrder", {
        sku,
        quantity,
        method: "wallet",
        ...more,
      });
      return data.order;
    },
    /** Bytes by pool. */
    held: async (customer: Customer) => {
      const { trafficPools } = (await customer.call("member")).data;
      return Object.fromEntries(trafficPools.map(({ pool, bytes }) => [pool, bytes]));
    },
    stop: async () => {
      rmSync(folder, { recursive: true, force: true });
      await api.stop();
    },
  };
}
