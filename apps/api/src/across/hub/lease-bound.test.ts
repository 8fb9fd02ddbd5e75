/** A machine's reports bill no more than its leases, nor anybody else (spec/nodes#identity). */
import { beforeAll, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { settleLeases } from "../../products/lease/leases.ts";
import { createSubAccount, GB, startTraffic, usageRow } from "../../products/traffic/testing.ts";
import { connectedMachine } from "./fake-node-testing.ts";

const api = forTests(startTraffic);
const victim = forTests(() => api.customer(50));
const evil = forTests(() => connectedMachine(api, { name: "evil" }));
let subAccountId: string;
beforeAll(async () => {
  ({ id: subAccountId } = await createSubAccount(victim, "Victim001", { trafficGb: 40 }));
});

const usedBytes = async () => (await victim.call("trafficInfo")).data.usedBytes;
async function leased(wantedBytes: number): Promise<{ id: string; bytes: number }> {
  const by = { gateway: "evil-1", epoch: "e1" };
  const answer = await evil.ask("lease", { ...by, subAccountId, wantedBytes });
  if (!("lease" in answer)) throw new Error(answer.refused);
  return answer.lease;
}

/** The same usage, told by eight runs at once. */
async function reportAtOnce(leaseId: string, upBytes: number, run: string): Promise<void> {
  const row = usageRow({ leaseId, accountId: victim.id, subAccountId, upBytes });
  await Promise.allSettled(
    Array.from({ length: 8 }, (_, at) => {
      const report = { gateway: "evil-1", epoch: `${run}${at}`, sequence: 1, rows: [row] };
      return evil.ask("report", { reports: [report] }, 30_000);
    }),
  );
}

test("A lease that several reports of a machine name at once is billed once", async () => {
  const { id, bytes } = await leased(GB);
  await reportAtOnce(id, bytes, "open");
  expect(await usedBytes()).toBe(bytes);
  expect((await verifyAccounting(api.db)).difference).toBeNull();
});

test("So is one whose rest was returned before", async () => {
  const before = await usedBytes();
  const { id, bytes } = await leased(GB);
  await settleLeases(api.services, [id], null);
  await reportAtOnce(id, bytes / 4, "settled");
  const after = await usedBytes();
  expect(after - before).toBeLessThanOrEqual(bytes);
  expect((await verifyAccounting(api.db)).difference).toBeNull();
});

test("A row that names one customer's lease and another's sub-account bills neither", async () => {
  const other = await api.customer(50);
  const foreign = (await createSubAccount(other, "Victim002", { trafficGb: 40 })).id;
  const before = await usedBytes();
  const { id, bytes } = await leased(GB / 10);
  for (let sequence = 1; sequence <= 5; sequence += 1) {
    const row = usageRow({
      leaseId: id,
      accountId: other.id,
      subAccountId: foreign,
      upBytes: bytes,
    });
    const report = { gateway: "evil-1", epoch: "other", sequence, rows: [row] };
    await evil.ask("report", { reports: [report] });
  }
  const usedOfOther = (await other.call("trafficInfo")).data.usedBytes;
  expect(usedOfOther).toBe(0);
  expect(await usedBytes()).toBe(before);
  expect((await verifyAccounting(api.db)).difference).toBeNull();
});
