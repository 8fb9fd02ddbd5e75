import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expect, test } from "vitest";
import { GB, createSubAccount, startTraffic, usageRow } from "../traffic/testing.ts";

const api = forTests(startTraffic);

test("A lease whose response was lost is returned once its gateway no longer lists it", async () => {
  const owner = await api.customer(1);
  const { id: subAccountId } = await createSubAccount(owner, "Unheld001", { trafficGb: 1 });
  const link = await api.link();
  const others = [await api.link({ worker: 2 }), await api.link({ epoch: "e0" })];
  const take = async (by: typeof link) => {
    const question = { gateway: "", epoch: "", subAccountId, wantedBytes: 1_000_000 };
    const answer = await by.ask("lease", question);
    if ("refused" in answer) throw new Error(answer.refused);
    return answer.lease.id;
  };
  const [kept, lost] = [await take(link), await take(link)];
  for (const other of others) await take(other);
  const reportHeld = () => link.ask("held", { gateway: "", leaseIds: [kept] });
  expect(await reportHeld()).toEqual({ returned: 0 });
  api.services.world.setOffset(16_000);
  expect(await reportHeld()).toEqual({ returned: 1 });
  expect(await reportHeld()).toEqual({ returned: 0 });
  api.services.world.setOffset(0);
  // Usage reported afterwards is still billed, from the bucket that the bytes were returned to.
  const rows = [lost, kept].map((leaseId) =>
    usageRow({ leaseId, accountId: owner.id, subAccountId, upBytes: 1_000, downBytes: 9_000 }),
  );
  await link.ask("report", { reports: [{ gateway: "g1", epoch: "e1", sequence: 1, rows }] });
  expect((await owner.call("trafficInfo")).data).toMatchObject({
    usedBytes: 20_000,
    balanceBytes: GB - 20_000,
  });
});

test("An empty report is applied like any other, so it shows that the hub accepts reports", async () => {
  const link = await api.link();
  const reports = [{ gateway: "g1", epoch: "e9", sequence: 7, rows: [] }];
  expect(await link.ask("report", { reports })).toEqual({ applied: [7] });
});
