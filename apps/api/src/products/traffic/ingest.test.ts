import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { UsageReport } from "@turnpike/contract/data-plane.ts";
import { sql } from "kysely";
import { isFull, sized } from "@turnpike/net/testing/full.ts";
import { expect, test } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { balances } from "../../ledger/balances.ts";
import { postUsage } from "../lease/post-usage.ts";
import {
  type Customer,
  GB,
  createSubAccount,
  reportFiveTimes,
  startTraffic,
  usageRow,
} from "./testing.ts";
import { seeded } from "@turnpike/net/testing/random.ts";

const api = forTests(startTraffic);
const link = forTests(() => api.link());

const who = { gateway: "g1", epoch: "e1" };
async function lease(subAccountId: string, wantedBytes: number, by = who) {
  const answer = await link.ask("lease", { ...by, subAccountId, wantedBytes });
  if ("refused" in answer) throw new Error(answer.refused);
  return answer.lease;
}
const report = (reports: UsageReport[]) => link.ask("report", { reports });
const info = async (of: Customer) => (await of.call("trafficInfo")).data;

/** Billed bytes, and counted bytes by hour, sub-account, domain and place. */
async function billedAndCounted(accountId: string) {
  const nil = "00000000-0000-0000-0000-000000000000";
  const { rows } = await sql<Record<"used" | "hours" | "subs" | "domains" | "places", number>>`
    select
      (select coalesce(sum(used_bytes), 0)::bigint from sub_account
        where account_id = ${accountId}) as used,
      (select coalesce(sum(up_bytes + down_bytes), 0)::bigint from usage_hour
        where account_id = ${accountId} and sub_account_id = ${nil}) as hours,
      (select coalesce(sum(up_bytes + down_bytes), 0)::bigint from usage_hour
        where account_id = ${accountId} and sub_account_id <> ${nil}) as subs,
      (select coalesce(sum(bytes), 0)::bigint from usage_domain_day
        where account_id = ${accountId} and sub_account_id = ${nil}) as domains,
      (select coalesce(sum(bytes), 0)::bigint from usage_place_day
        where account_id = ${accountId}) as places`.execute(api.db);
  const { used = Number.NaN, ...counted } = rows[0] ?? {};
  return { used, counted: Object.values(counted) };
}

async function expectExact(owner: Customer, boughtBytes: number): Promise<number> {
  const { used, counted } = await billedAndCounted(owner.id);
  const seen = await info(owner);
  expect(seen).toMatchObject({ usedBytes: used, balanceBytes: boughtBytes - used });
  expect(counted).toEqual([used, used, used, used]);
  const ledger = await balances(api.db, owner.id);
  expect(ledger.traffic).toBe(boughtBytes - used);
  return used;
}

test("Reports sent 5 times, shuffled, by 2 gateways give the same totals as once (M4)", async () => {
  const owner = await api.customer(10);
  const { id } = await createSubAccount(owner, "Shuffled1", { trafficGb: 5 });
  const random = seeded(4);
  const { next } = random;
  const reports: UsageReport[] = [];
  let carried = 0;
  for (const gateway of ["shuffle-a", "shuffle-b"]) {
    for (let sequence = 1; sequence <= 40; sequence += 1) {
      const own = await lease(id, 4_000_000, { gateway, epoch: "e" });
      const of = { leaseId: own.id, accountId: owner.id, subAccountId: id };
      const rows = Array.from({ length: 3 }, () => {
        const [upBytes, downBytes] = [Math.floor(next() * 1e5), Math.floor(next() * 1e6)];
        carried += upBytes + downBytes;
        return usageRow({ ...of, upBytes, downBytes, domain: `d${Math.floor(next() * 9)}.test` });
      });
      reports.push({ gateway, epoch: "e", sequence, rows });
    }
  }
  await reportFiveTimes([link, await api.link()], reports, random);
  expect(await expectExact(owner, 10 * GB)).toBe(carried);
}, 60_000);

test("Usage reported after its lease was returned is billed up to the allotment, the excess is waived", async () => {
  const owner = await api.customer(1);
  const { id } = await createSubAccount(owner, "Latecomer", { trafficGb: 0.001 });
  const own = await lease(id, 100_000);
  await link.ask("settle", { ...who, leaseIds: [own.id] });
  const of = { leaseId: own.id, accountId: owner.id, subAccountId: id };
  const late = {
    ...who,
    sequence: 1,
    rows: [usageRow({ ...of, upBytes: 10, downBytes: 400_000 })],
  };
  await report([late]);
  expect(await expectExact(owner, GB)).toBe(400_010);
  await report([{ ...late, sequence: 2, rows: [usageRow({ ...of, downBytes: 900_000 })] }]);
  expect(await expectExact(owner, GB)).toBe(1_000_000);
  const { items } = (await owner.call("subUsers")).data;
  expect(items[0]).toMatchObject({ usedBytes: 1_000_000, availableBytes: 0 });
});

test("Rows with unknown ids or invalid numbers are not billed and do not block the report", async () => {
  const owner = await api.customer(1);
  const { id } = await createSubAccount(owner, "Falserows", { trafficGb: 1 });
  const own = await lease(id, 1_000_000);
  const of = { leaseId: own.id, accountId: owner.id, subAccountId: id };
  const rows = [
    usageRow({ ...of, upBytes: -5 }),
    usageRow({ ...of, downBytes: 0.5 }),
    usageRow({ ...of, subAccountId: "x", leaseId: "y", upBytes: 7 }),
    usageRow({ ...of, upBytes: 3, hour: -1 }),
    usageRow({ ...of, upBytes: 4, domain: "x".repeat(5_000) }),
  ];
  expect(await report([{ ...who, sequence: 50, rows }])).toEqual({ applied: [50] });
  expect(await expectExact(owner, GB)).toBe(7);
});

test.runIf(isFull)(
  "Domains beyond the limit are counted as (other), so that the sums stay complete",
  async () => {
    const owner = await api.customer(1);
    const { id } = await createSubAccount(owner, "Manysites", { trafficGb: 1 });
    const own = await lease(id, 10_000_000);
    const of = { leaseId: own.id, accountId: owner.id, subAccountId: id };
    for (const sequence of [1, 2, 3]) {
      const rows = Array.from({ length: 600 }, (_, index) =>
        usageRow({ ...of, downBytes: 10, domain: `s${sequence}-${index}.test` }),
      );
      await report([{ gateway: "many", epoch: "e", sequence, rows }]);
    }
    expect(await expectExact(owner, GB)).toBe(18_000);
    const { rows } = await sql<{ kept: number; other: number }>`
    select count(*)::int as kept, sum(bytes) filter (where domain = '(other)')::int as other
    from usage_domain_day where account_id = ${owner.id} and sub_account_id = ${id}`.execute(
      api.db,
    );
    expect(rows[0]).toEqual({ kept: 1_001, other: 8_000 });
  },
);

const lastMiB = sized(10, 100);
test(`2 gateways use up the last ${lastMiB} MiB completely, with smaller leases near the end (M5)`, async () => {
  const owner = await api.customer();
  const bought = lastMiB * 1024 * 1024;
  await api.grant(owner.id, bought);
  const { id } = await createSubAccount(owner, "Lastbytes", { main: 1 });
  let sequence = 0;
  let carried = 0;
  let largestLate = 0;
  const carry = async (gateway: string) => {
    for (;;) {
      const fields = { gateway, epoch: "m5", subAccountId: id, wantedBytes: 2 ** 28 };
      const answer = await link.ask("lease", fields);
      if ("refused" in answer) return;
      const { id: leaseId, bytes } = answer.lease;
      if (carried > bought / 2) largestLate = Math.max(largestLate, bytes);
      const rows = [usageRow({ leaseId, accountId: owner.id, subAccountId: id, downBytes: bytes })];
      carried += bytes;
      sequence += 1;
      await report([{ gateway, epoch: "m5", sequence, rows }]);
    }
  };
  await Promise.all([carry("m5-a"), carry("m5-b")]);
  expect(await expectExact(owner, bought)).toBe(bought);
  expect(sequence).toBeLessThan(300);
  expect(largestLate).toBeLessThanOrEqual(2 * 1024 * 1024);
}, 60_000);

test.each(sized([1], [1, 2, 3]))(
  "Random allotments, leases, reports, settlements, promotions and deletions keep the ledger exact (seed %i)",
  async (seed) => {
    const { next } = seeded(seed);
    const pick = <T>(from: T[]): T | undefined => from[Math.floor(next() * from.length)];
    const owner = await api.customer(2);
    const subs: string[] = [];
    const leases: { id: string; sub: string; bytes: number }[] = [];
    let sequence = 0;
    const steps: Record<string, () => Promise<unknown>> = {
      make: async () => {
        if (subs.length > 5) return;
        const account = `R${seed}x${subs.length}y${sequence}z${Math.floor(next() * 1e6)}`;
        const fields = { account, password: "secret77", trafficGb: 0.2 };
        const answer = await owner.call("addSubUser", fields);
        if (answer.code === 0) subs.push(answer.data.id);
      },
      allot: () =>
        owner.call("upSubUser", {
          id: pick(subs) ?? "none",
          trafficGb: Math.floor(next() * 500) / 1000,
        }),
      raise: () => owner.call("upSubUserLevel", { id: pick(subs) ?? "none" }),
      lease: async () => {
        const sub = pick(subs);
        if (sub === undefined) return;
        const fields = { ...who, subAccountId: sub, wantedBytes: Math.floor(next() * 5e7) };
        const answer = await link.ask("lease", fields);
        if ("lease" in answer) leases.push({ ...answer.lease, sub });
      },
      report: async () => {
        const own = pick(leases);
        if (own === undefined) return;
        sequence += 1;
        const of = { leaseId: own.id, accountId: owner.id, subAccountId: own.sub };
        const downBytes = Math.floor(next() * own.bytes * 0.7);
        const rows = [usageRow({ ...of, downBytes })];
        await report([{ gateway: `random${seed}`, epoch: "e", sequence, rows }]);
      },
      settle: () => link.ask("settle", { ...who, leaseIds: [pick(leases)?.id ?? "none"] }),
      post: () => postUsage(api.services),
      remove: async () => {
        if (next() < 0.8) return;
        const sub = pick(subs);
        const answer = await owner.call("delSubUser", { ids: sub ?? "none" });
        if (answer.code === 0) subs.splice(subs.indexOf(sub ?? ""), 1);
      },
    };
    const names = Object.keys(steps);
    for (let step = 0; step < sized(40, 120); step += 1) {
      // Two at a time, so that they compete in the database.
      await Promise.all([steps[pick(names) ?? "make"]?.(), steps[pick(names) ?? "lease"]?.()]);
      if (step % 20 === 0) await expectExact(owner, 2 * GB);
    }
    await link.ask("settle", { ...who, leaseIds: leases.map((each) => each.id) });
    await expectExact(owner, 2 * GB);
    expect((await verifyAccounting(api.db)).difference).toBeNull();
    await postUsage(api.services);
    await expectExact(owner, 2 * GB);
    expect((await verifyAccounting(api.db)).difference).toBeNull();
    const { rows } = await sql<{ name: string }>`
      select name from sub_account
      where account_id = ${owner.id} and deleted_at is not null and allotted_bytes <> used_bytes
        or account_id = ${owner.id} and main and allotted_bytes <> used_bytes`.execute(api.db);
    expect(rows).toEqual([]);
  },
  60_000,
);
