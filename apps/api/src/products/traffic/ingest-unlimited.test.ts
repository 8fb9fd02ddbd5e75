import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { UsageReport, UsageRow } from "@turnpike/contract/data-plane.ts";
import { sql } from "kysely";
import { isFull } from "@turnpike/net/testing/full.ts";
import { expect, test } from "vitest";
import { endPlan, givePlan, type PlanWithPorts } from "../unlimited/give-testing.ts";
import { releaseEnded } from "../unlimited/end.ts";
import { lockPlans, lockPorts } from "../unlimited/store/edit.ts";
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

const dayMs = 86_400_000;
const report = (reports: UsageReport[]) => link.ask("report", { reports }, 30_000);
const row = (of: Customer, portId: string | undefined, more: Partial<UsageRow> = {}) =>
  usageRow({
    leaseId: "",
    accountId: of.id,
    subAccountId: portId ?? "",
    product: "port",
    ...more,
  });
const day = (at: number) => new Date(at).toISOString().slice(0, 10);
const daysOf = async (planId: string) => {
  const { rows } = await sql`
    select port_id as id, to_char(day, 'YYYY-MM-DD') as day, up_bytes as up, down_bytes as down,
      requests from unlimited_usage_day where plan_id = ${planId} order by unlimited_usage_day.day`.execute(
    api.db,
  );
  return rows;
};
const shown = async (of: Customer, plan: PlanWithPorts) => {
  const name = plan.kind === "port" ? "portOrder" : "bandwidthOrder";
  const { data } = await of.call(name, { planId: plan.id, limit: 100 });
  return { plan: data.plan.usedBytes, ports: data.items.map(({ usedBytes }) => usedBytes) };
};

test.runIf(isFull)(
  "Ports are metered, not billed: a report sent 5 times, shuffled, counts once, to the byte (M4)",
  async () => {
    const owner = await api.customer(10);
    const { id: sub } = await createSubAccount(owner, "Portsmixed", { trafficGb: 5 });
    const plan = await givePlan(api.services, owner.id, { quantity: 3 });
    const wide = await givePlan(api.services, owner.id, { kind: "bandwidth" });
    const ids = [...plan.portIds, ...wide.portIds];
    const before = (await owner.call("ledger", { limit: 100 })).data.total;
    const random = seeded(7);
    const { next } = random;
    const sums = ids.map(() => 0);
    const reports: UsageReport[] = [];
    for (const gateway of ["ports-a", "ports-b"]) {
      for (let sequence = 1; sequence <= 40; sequence += 1) {
        const rows = Array.from({ length: 4 }, () => {
          const at = Math.floor(next() * ids.length);
          const [upBytes, downBytes] = [Math.floor(next() * 1e6), Math.floor(next() * 1e9)];
          sums[at] = (sums[at] ?? 0) + upBytes + downBytes;
          return row(owner, ids[at], {
            product: at === 3 ? "bandwidth" : "port",
            upBytes,
            downBytes,
          });
        });
        reports.push({ gateway, epoch: "e", sequence, rows });
      }
    }
    await reportFiveTimes([link, await api.link()], reports, random);
    const [a = 0, b = 0, c = 0, d = 0] = sums;
    expect(await shown(owner, plan)).toEqual({ plan: a + b + c, ports: [a, b, c] });
    expect(await shown(owner, wide)).toEqual({ plan: d, ports: [d] });
    const { glance } = (await owner.call("portOrders")).data;
    expect(glance.usedBytes).toBe(a + b + c);
    // Nothing in the ledger or in the statistics of the traffic plan.
    expect((await owner.call("ledger", { limit: 100 })).data.total).toBe(before);
    expect((await owner.call("trafficInfo")).data.usedBytes).toBe(0);
    expect((await owner.call("trafficStatisDomain")).data.items).toEqual([]);
    expect(sub).not.toBe("");
  },
  60_000,
);

test("A port row bills neither the lease nor the sub-account that it names", async () => {
  const owner = await api.customer(1);
  const { id: sub } = await createSubAccount(owner, "Portsapart", { trafficGb: 1 });
  const fields = { gateway: "g", epoch: "e", subAccountId: sub, wantedBytes: 1_000_000 };
  const answer = await link.ask("lease", fields);
  if ("refused" in answer) throw new Error(answer.refused);
  const plan = await givePlan(api.services, owner.id);
  const rows = [
    row(owner, sub, { leaseId: answer.lease.id, downBytes: 500 }),
    row(owner, plan.portIds[0], { leaseId: answer.lease.id, downBytes: 7 }),
  ];
  await report([{ gateway: "lease", epoch: "p", sequence: 1, rows }]);
  expect((await owner.call("trafficInfo")).data.usedBytes).toBe(0);
  expect(await shown(owner, plan)).toEqual({ plan: 7, ports: [7] });
});

test("Rows with unknown ids or invalid numbers are ignored and do not block the report", async () => {
  const owner = await api.customer();
  const plan = await givePlan(api.services, owner.id);
  const [id] = plan.portIds;
  const rows = [
    row(owner, id, { upBytes: -5 }),
    row(owner, id, { downBytes: 0.5 }),
    row(owner, id, { requests: Number.NaN }),
    row(owner, id, { upBytes: 2 ** 60 }),
    row(owner, "x' or 1=1", { upBytes: 7 }),
    row(owner, api.services.world.id(), { upBytes: 7 }),
    row(owner, id, { upBytes: 3, requests: 1 }),
  ];
  const answer = await report([{ gateway: "false", epoch: "p", sequence: 1, rows }]);
  expect(answer).toEqual({ applied: [1] });
  expect(await daysOf(plan.id)).toEqual([
    { id, day: day(api.services.world.now()), up: 3, down: 0, requests: 1 },
  ]);
  // Sums stay safe integers, however much is reported.
  const huge = Array.from({ length: 40 }, (_, n) =>
    row(owner, id, { upBytes: 2 ** 53 - 1, downBytes: 2 ** 53 - 1, hour: Date.now() - n * dayMs }),
  );
  await sql`update unlimited_plan set started_at = started_at - interval '90 days' where id = ${plan.id}`.execute(
    api.db,
  );
  for (let sequence = 2; sequence < 6; sequence++)
    await report([{ gateway: "false", epoch: "p", sequence, rows: huge }]);
  const most = Number.MAX_SAFE_INTEGER;
  expect(await shown(owner, plan)).toEqual({ plan: most, ports: [most] });
  await givePlan(api.services, owner.id);
  expect((await owner.call("portOrders")).data.glance.usedBytes).toBe(most);
});

test("30-day usage covers the last 30 UTC days; usage before the plan's start counts for its first day", async () => {
  const owner = await api.customer();
  const plan = await givePlan(api.services, owner.id);
  const now = api.services.world.now();
  const [id] = plan.portIds;
  const early = [row(owner, id, { hour: now - 3 * dayMs, upBytes: 1_000 })];
  await report([{ gateway: "days", epoch: "p", sequence: 1, rows: early }]);
  expect(await daysOf(plan.id)).toMatchObject([{ day: day(now), up: 1_000 }]);
  await sql`update unlimited_plan set started_at = started_at - interval '90 days' where id = ${plan.id}`.execute(
    api.db,
  );
  const rows = [29, 30, 31].map((ago, at) =>
    row(owner, id, { hour: now - ago * dayMs, downBytes: 10 ** at }),
  );
  await report([{ gateway: "days", epoch: "p", sequence: 2, rows }]);
  expect(await shown(owner, plan)).toEqual({ plan: 1_001, ports: [1_001] });
});

test("Traffic reported after a plan's ports were closed is still counted", async () => {
  const owner = await api.customer();
  const plan = await givePlan(api.services, owner.id);
  await endPlan(api.services, plan.id, -dayMs - 1);
  await releaseEnded(api.services);
  const rows = [row(owner, plan.portIds[0], { downBytes: 9 })];
  await report([{ gateway: "late", epoch: "p", sequence: 1, rows }]);
  expect(await shown(owner, plan)).toEqual({ plan: 9, ports: [9] });
});

test("Reports do not wait for a transaction that locks the plan and its ports", async () => {
  const owner = await api.customer();
  const plan = await givePlan(api.services, owner.id);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = api.db.transaction().execute(async (tx) => {
    const fields = { accountId: owner.id, ids: [plan.id], kinds: ["port"] as const };
    await lockPlans(tx, { ...fields, endedSince: new Date(0) });
    await lockPorts(tx, { planIds: [plan.id] });
    locked.resolve();
    await held;
  });
  await locked.promise;
  const rows = [row(owner, plan.portIds[0], { downBytes: 9 })];
  const began = performance.now();
  const reports = [{ gateway: "wait", epoch: "p", sequence: 1, rows }];
  await link.ask("report", { reports }, 5_000);
  expect(performance.now() - began).toBeLessThan(timeLimit(3_000));
  letGo();
  await holding;
  expect(await shown(owner, plan)).toEqual({ plan: 9, ports: [9] });
});
