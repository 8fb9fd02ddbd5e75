import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { headMiddleLast, refusing } from "../../../testing/refusing.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { balances } from "../../ledger/balances.ts";
import { createSubAccount, GB, startTraffic, usageRow } from "../traffic/testing.ts";
import { postUsage } from "./post-usage.ts";

const api = forTests(startTraffic);
const link = forTests(() => api.link());

const who = { gateway: "g1", epoch: "e1" };
let sequence = 0;

async function lease(subAccountId: string, wantedBytes: number) {
  const answer = await link.ask("lease", { ...who, subAccountId, wantedBytes });
  if ("refused" in answer) throw new Error(answer.refused);
  return answer.lease;
}

async function carry(owner: string, of: { lease: string; sub: string }, bytes: number) {
  sequence += 1;
  const ids = { leaseId: of.lease, accountId: owner, subAccountId: of.sub };
  const rows = [usageRow({ ...ids, downBytes: bytes })];
  await link.ask("report", { reports: [{ ...who, sequence, rows }] });
}

/** The account's ledger entries except orders and allotments. */
async function entries(owner: string) {
  const { rows } = await sql<{ kind: string; ref: string; bytes: number }>`
    select e.kind, e.ref, sum(p.amount)::bigint as bytes from ledger_entry e
    join ledger_posting p on p.entry_id = e.id join ledger_account a on a.id = p.account_id
    where a.owner = ${owner} and e.kind <> 'order' and e.kind <> 'allot'
    group by e.id, e.kind, e.ref order by e.id`.execute(api.db);
  return rows;
}

const inOrder = async () => expect((await verifyAccounting(api.db)).difference).toBeNull();

test("Usage appears in balance and statistics at once, and in the ledger as one entry a minute (spec/accounting#posting)", async () => {
  const owner = await api.customer(1);
  const { id } = await createSubAccount(owner, "Perminute", { trafficGb: 0.5 });
  for (let round = 0; round < 5; round += 1) {
    const own = await lease(id, 100_000);
    await carry(owner.id, { lease: own.id, sub: id }, 30_000);
    await carry(owner.id, { lease: own.id, sub: id }, 20_000);
    if (round > 1) await link.ask("settle", { ...who, leaseIds: [own.id] });
  }
  expect((await owner.call("trafficInfo")).data).toMatchObject({
    usedBytes: 250_000,
    balanceBytes: GB - 250_000,
  });
  expect((await balances(api.db, owner.id)).traffic).toBe(GB - 250_000);
  expect(await entries(owner.id)).toEqual([]);
  await inOrder();
  // Simulates two replicas that post at the same time.
  await Promise.all([postUsage(api.services), postUsage(api.services)]);
  expect(await entries(owner.id)).toEqual([{ kind: "usage", ref: "Perminute", bytes: -250_000 }]);
  expect((await balances(api.db, owner.id)).traffic).toBe(GB - 250_000);
  await postUsage(api.services);
  expect(await entries(owner.id)).toHaveLength(1);
  await inOrder();
});

test("Leased or unposted traffic can be neither released from its allotment nor leased again (spec/traffic-plan#balance)", async () => {
  const owner = await api.customer(0.01);
  const { id } = await createSubAccount(owner, "Reserved1", { trafficGb: 0.01 });
  const own = await lease(id, 10_000_000);
  await carry(owner.id, { lease: own.id, sub: id }, own.bytes - 1);
  const lower = async (trafficGb: number) =>
    (await owner.call("upSubUser", { id, trafficGb })).code;
  expect(own.bytes).toBeGreaterThan(300_000);
  expect(await lower(0.0003)).toBe(400);
  expect(await lower(0.001)).toBe(0);
  // Only what is left of the allotment can be leased, nothing of the earlier lease.
  let leased = own.bytes;
  for (;;) {
    const answer = await link.ask("lease", { ...who, subAccountId: id, wantedBytes: 10_000_000 });
    if ("refused" in answer) break;
    leased += answer.lease.bytes;
  }
  expect(leased).toBe(1_000_000);
  expect((await owner.call("trafficInfo")).data).toMatchObject({
    balanceBytes: 10_000_000 - own.bytes + 1,
  });
  await link.ask("settle", { ...who, leaseIds: [own.id] });
  await postUsage(api.services);
  await inOrder();
});

test("An allotment deleted while on lease returns to the remainder once the lease is returned", async () => {
  const owner = await api.customer(1);
  const { id } = await createSubAccount(owner, "Deleted77", { trafficGb: 0.1 });
  const own = await lease(id, 2_000_000);
  await carry(owner.id, { lease: own.id, sub: id }, 500_000);
  expect((await owner.call("delSubUser", { ids: id })).code).toBe(0);
  await carry(owner.id, { lease: own.id, sub: id }, 100_000);
  await inOrder();
  await link.ask("settle", { ...who, leaseIds: [own.id] });
  await inOrder();
  await postUsage(api.services);
  await inOrder();
  expect((await owner.call("trafficInfo")).data).toMatchObject({
    balanceBytes: GB - 600_000,
    allocatedBytes: 0,
  });
});

test("A lease that cannot be posted is set aside, and the others are posted (spec/operator#set-aside)", async () => {
  const owner = await api.customer(1);
  const { id } = await createSubAccount(owner, "Badlease1", { trafficGb: 0.5 });
  const waiting = async () =>
    (
      await sql<{ name: string }>`
        select name from item_aside where kind = 'posting' and state = 'waiting'`.execute(api.db)
    ).rows.map(({ name }) => name);
  for (const at of headMiddleLast([0, 1, 2])) {
    const leases: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const own = await lease(id, 100_000);
      leases.push(own.id);
      await carry(owner.id, { lease: own.id, sub: id }, 1_000 * 10 ** n);
    }
    const unposted = async () =>
      (
        await sql<{ id: string }>`
          select id::text from lease where unposted_since is not null`.execute(api.db)
      ).rows.map((row) => row.id);
    expect(await unposted()).toHaveLength(3);
    const bad = leases[at] ?? "";
    const when = `new.id = '${bad}' and new.unposted_since is null`;
    await refusing(api.db, { table: "lease", event: "update", when }, () =>
      postUsage(api.services),
    );
    expect([await unposted(), await waiting()]).toEqual([[bad], [bad]]);
    await inOrder();
    await postUsage(api.services);
    expect([await unposted(), await waiting()]).toEqual([[], []]);
    await inOrder();
    await link.ask("settle", { ...who, leaseIds: leases });
  }
});
