/** What a machine reports about customers whose leases it does not have (spec/nodes#identity). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { Product, UsageReport } from "@turnpike/contract/data-plane.ts";
import { beforeAll, expect, test } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { operate } from "../../across/operator/testing.ts";
import { ingest, quarantineReports } from "./ingest.ts";
import { createSubAccount, startTraffic, usageRow } from "./testing.ts";

const api = forTests(startTraffic);
let subAccountId: string;
const node = "evil";
const victim = forTests(() => api.customer(1));
beforeAll(async () => {
  subAccountId = (await createSubAccount(victim, "Victimone", { trafficGb: 0.5 })).id;
  await operate(api.services, "node", "add", node, "--region", "eu", "--host", "evil.example");
});

const used = async () => (await victim.call("trafficInfo")).data.usedBytes;
const reportOf = (sequence: number, product: string): UsageReport => {
  const row = usageRow({ leaseId: "", accountId: victim.id, subAccountId, downBytes: 5_000_000 });
  const rows = [{ ...row, product: product as Product }];
  return { gateway: `${node}-1`, epoch: "e1", sequence, rows };
};

test.each(["gold", "Traffic", "", "constructor", "__proto__"])(
  "A row of the unknown product %j is refused, and bills nobody",
  async (product) => {
    const report = reportOf(100, product);
    await expect(ingest(api.services, [report], { node })).rejects.toThrow("unknown product");
    await quarantineReports(api.services, [{ report, why: "refused", at: 0 }], { node });
    expect(await used()).toBe(0);
  },
);

test("A row of traffic without a lease of the machine is dropped", async () => {
  const dropped: unknown[] = [];
  const foreign = (rows: unknown[]) => dropped.push(...rows);
  await ingest(api.services, [reportOf(200, "traffic")], { node, foreign });
  expect(dropped).toHaveLength(1);
  expect(await used()).toBe(0);
});

test("Reports that a machine sets aside are doubtful, and bill only what its leases cover", async () => {
  const report = reportOf(300, "traffic");
  await quarantineReports(api.services, [{ report, why: "deadlock detected", at: 0 }], { node });
  const { out } = await operate(api.services, "usage", "list", "--json");
  const listed = JSON.parse(out) as { id: number; doubtful: boolean }[];
  expect(listed.length).toBeGreaterThan(0);
  expect(listed.every(({ doubtful }) => doubtful)).toBe(true);
  await operate(api.services, "usage", "apply", "--all");
  for (const { id } of listed) await operate(api.services, "usage", "apply", String(id));
  expect(await used()).toBe(0);
  expect((await verifyAccounting(api.db)).difference).toBeNull();
});

test("At most 1,000 reports of a machine wait", async () => {
  const asides = Array.from({ length: 1_001 }, (_, at) => {
    return { report: reportOf(1_000 + at, "traffic"), why: "refused", at: 0 };
  });
  await expect(quarantineReports(api.services, asides, { node })).rejects.toThrow("too many");
});
