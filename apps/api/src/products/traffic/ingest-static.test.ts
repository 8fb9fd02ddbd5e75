import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { UsageReport, UsageRow } from "@turnpike/contract/data-plane.ts";
import { sql } from "kysely";
import { postUsage } from "../lease/post-usage.ts";
import { isFull } from "@turnpike/net/testing/full.ts";
import { expect, test } from "vitest";
import { giveStatics } from "../static/give-testing.ts";
import {
  type Customer,
  createSubAccount,
  reportFiveTimes,
  startTraffic,
  usageRow,
} from "./testing.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";
import { seeded } from "@turnpike/net/testing/random.ts";

const api = forTests(startTraffic);
const link = forTests(() => api.link());

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const report = (reports: UsageReport[]) => link.ask("report", { reports }, 30_000);
const give = (to: Customer, given: Parameters<typeof giveStatics>[2] = {}) =>
  giveStatics(api.services, to.id, given);
const row = (of: Customer, staticId: string, more: Partial<UsageRow> = {}) =>
  usageRow({
    leaseId: "",
    accountId: of.id,
    subAccountId: staticId,
    product: "static",
    ...more,
  });
const day = (at: number) => new Date(at).toISOString().slice(0, 10);
const infoOf = async (of: Customer, id: string) => (await of.call("staticInfo", { id })).data;
const count = async (query: string, accountId: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.raw(query)} where account_id = ${accountId}`.execute(
    api.db,
  );
  return rows[0]?.n;
};

test.runIf(isFull)(
  "Static IPs are metered, not billed: a report sent 5 times, shuffled, counts once (spec/static#traffic, M4)",
  async () => {
    const owner = await api.customer(10);
    const { id: sub } = await createSubAccount(owner, "Mixedsub1", { trafficGb: 5 });
    const ids = [...(await give(owner, { num: 3 })), ...(await give(owner, { term: "short" }))];
    const random = seeded(6);
    const { next } = random;
    const sums = new Map<string, { upBytes: number; downBytes: number; requests: number }>();
    let billed = 0;
    const reports: UsageReport[] = [];
    for (const gateway of ["static-a", "static-b"]) {
      for (let sequence = 1; sequence <= 30; sequence += 1) {
        const fields = { gateway, epoch: "e", subAccountId: sub, wantedBytes: 4_000_000 };
        const answer = await link.ask("lease", fields);
        if ("refused" in answer) throw new Error(answer.refused);
        const rows = Array.from({ length: 4 }, () => {
          const at = Math.floor(next() * ids.length);
          const [upBytes, downBytes] = [Math.floor(next() * 1e5), Math.floor(next() * 1e6)];
          const requests = Math.floor(next() * 5);
          const sum = sums.get(ids[at] ?? "") ?? { upBytes: 0, downBytes: 0, requests: 0 };
          sum.upBytes += upBytes;
          sum.downBytes += downBytes;
          sum.requests += requests;
          sums.set(ids[at] ?? "", sum);
          const product = at === 3 ? "short" : "static";
          return row(owner, ids[at] ?? "", { product, upBytes, downBytes, requests });
        });
        const of = { leaseId: answer.lease.id, accountId: owner.id, subAccountId: sub };
        const downBytes = Math.floor(next() * 1e6);
        billed += downBytes;
        const mixed = [...rows.slice(0, 2), usageRow({ ...of, downBytes }), ...rows.slice(2)];
        reports.push({ gateway, epoch: "e", sequence, rows: mixed });
      }
    }
    await reportFiveTimes([link, await api.link()], reports, random);
    for (const id of ids.slice(0, 3)) {
      const { usage, usedBytes } = await infoOf(owner, id);
      expect(usage).toEqual([{ day: day(Date.now()), ...sums.get(id) }]);
      expect(usedBytes).toBe((sums.get(id)?.upBytes ?? 0) + (sums.get(id)?.downBytes ?? 0));
    }
    const short = (await owner.call("shortUsed")).data.items[0];
    const { upBytes = 0, downBytes = 0 } = sums.get(ids[3] ?? "") ?? {};
    expect(short?.usedBytes).toBe(upBytes + downBytes);
    // The traffic plan's ledger, statistics and domains contain only its own bytes.
    expect((await owner.call("trafficInfo")).data.usedBytes).toBe(billed);
    const { data } = await owner.call("trafficStatisDomain");
    expect(data.items.map(({ bytes }) => bytes)).toEqual([billed]);
    expect((await owner.call("statis")).data).toMatchObject({ totalBytes: billed });
    await postUsage(api.services);
    const { rows: booked } = await sql<{ bytes: number }>`
    select sum(p.amount)::bigint as bytes from ledger_posting p
    join ledger_account a on a.id = p.account_id
    join ledger_entry e on e.id = p.entry_id
    where e.kind = 'usage' and a.owner = ${owner.id}`.execute(api.db);
    expect(booked[0]?.bytes).toBe(-billed);
  },
  60_000,
);

test("Static IPs need no traffic plan: nothing is billed and no statistics are recorded (spec/static#traffic)", async () => {
  const owner = await api.customer();
  const [id = ""] = await give(owner);
  const rows = [row(owner, id, { upBytes: 10, downBytes: 20, requests: 3 })];
  expect(await report([{ gateway: "bare", epoch: "e", sequence: 1, rows }])).toEqual({
    applied: [1],
  });
  expect(await infoOf(owner, id)).toMatchObject({ usedBytes: 30 });
  for (const table of ["usage_hour", "usage_domain_day", "usage_place_day"]) {
    expect([table, await count(table, owner.id)]).toEqual([table, 0]);
  }
  const { rows: lines } = await sql`
    select from ledger_line where owner = ${owner.id}`.execute(api.db);
  expect(lines).toEqual([]);
});

test("A static row bills neither the lease nor the sub-account that it names", async () => {
  const owner = await api.customer(1);
  const { id: sub } = await createSubAccount(owner, "Untouched1", { trafficGb: 1 });
  const fields = { gateway: "g", epoch: "e", subAccountId: sub, wantedBytes: 1_000_000 };
  const answer = await link.ask("lease", fields);
  if ("refused" in answer) throw new Error(answer.refused);
  const [id = ""] = await give(owner);
  const rows = [
    row(owner, sub, { leaseId: answer.lease.id, downBytes: 500 }),
    row(owner, id, { leaseId: answer.lease.id, downBytes: 7 }),
  ];
  await report([{ gateway: "lease", epoch: "e", sequence: 1, rows }]);
  expect((await owner.call("trafficInfo")).data.usedBytes).toBe(0);
  expect(await infoOf(owner, id)).toMatchObject({ usedBytes: 7 });
});

test("Rows with unknown ids or invalid numbers are ignored and do not block the report", async () => {
  const owner = await api.customer();
  const [id = ""] = await give(owner);
  const rows = [
    row(owner, id, { upBytes: -5 }),
    row(owner, id, { downBytes: 0.5 }),
    row(owner, id, { requests: Number.NaN }),
    row(owner, id, { upBytes: 2 ** 60 }),
    row(owner, "x' or 1=1", { upBytes: 7 }),
    row(owner, api.services.world.id(), { upBytes: 7 }),
    row(owner, id, { upBytes: 3, requests: 1 }),
  ];
  expect(await report([{ gateway: "false", epoch: "e", sequence: 1, rows }])).toEqual({
    applied: [1],
  });
  expect((await infoOf(owner, id)).usage).toEqual([
    { day: day(Date.now()), upBytes: 3, downBytes: 0, requests: 1 },
  ]);
  // Sums stay safe integers, however much is reported.
  const huge = Array.from({ length: 20 }, () => row(owner, id, { upBytes: 2 ** 53 - 1 }));
  await report([{ gateway: "false", epoch: "e", sequence: 2, rows: huge }]);
  expect((await owner.call("staticUseList")).code).toBe(0);
});

test("A row counts in its UTC day: a future day as today, one before the IP's start as its first day", async () => {
  const owner = await api.customer();
  const [id = ""] = await give(owner, { endsInMs: 28 * dayMs });
  const now = Date.now();
  const hours = [now - dayMs, now + 3 * dayMs, -1, 1.5, now - 40 * dayMs];
  const rows = hours.map((hour, at) => row(owner, id, { hour, upBytes: 10 ** at }));
  await report([{ gateway: "days", epoch: "e", sequence: 1, rows }]);
  expect((await infoOf(owner, id)).usage).toEqual([
    { day: day(now - 2 * dayMs), upBytes: 10_000, downBytes: 0, requests: 1 },
    { day: day(now - dayMs), upBytes: 1, downBytes: 0, requests: 1 },
    { day: day(now), upBytes: 1_110, downBytes: 0, requests: 3 },
  ]);
});

test("Traffic reported after a static IP was deleted is still counted, but not shown", async () => {
  const owner = await api.customer();
  const [id = ""] = await give(owner, { endsInMs: -1 });
  expect((await owner.call("staticDel", { ids: id })).code).toBe(0);
  const rows = [row(owner, id, { downBytes: 9 })];
  const late = { gateway: "late", epoch: "e", sequence: 1, rows };
  expect(await report([late])).toEqual({ applied: [1] });
  const { rows: kept } = await sql<{ bytes: number }>`
    select down_bytes as bytes from static_usage_day where static_id = ${id}`.execute(api.db);
  expect(kept).toEqual([{ bytes: 9 }]);
  expect((await owner.call("staticInfo", { id })).code).toBe(404);
});

test("Reports do not wait for a transaction that locks the static IP", async () => {
  const owner = await api.customer();
  const [id = ""] = await give(owner);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const { lockStatics } = await import("../static/store/static-ips.ts");
  const holding = api.db.transaction().execute(async (tx) => {
    await lockStatics(tx, { accountId: owner.id, term: "static", ids: [id] });
    locked.resolve();
    await held;
  });
  await locked.promise;
  const rows = [row(owner, id, { downBytes: 9 })];
  const began = performance.now();
  await link.ask(
    "report",
    { reports: [{ gateway: "wait", epoch: "e", sequence: 1, rows }] },
    5_000,
  );
  expect(performance.now() - began).toBeLessThan(timeLimit(3_000));
  letGo();
  await holding;
  expect(await infoOf(owner, id)).toMatchObject({ usedBytes: 9 });
});
