import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { calls } from "@turnpike/contract/calls.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import {
  type Customer,
  GB,
  createSubAccount,
  startTraffic,
  usageRow,
} from "../../products/traffic/testing.ts";

const api = forTests(startTraffic);
const link = forTests(() => api.link());
let sequence = 0;
const HOUR = 3_600_000;

/** Reports bytes carried by a gateway, `daysAgo` days ago by the product's clock. */
async function carry(owner: Customer, subAccountId: string, bytes: number, daysAgo: number) {
  const by = { gateway: "forecast", epoch: "e" };
  const answer = await link.ask("lease", { ...by, subAccountId, wantedBytes: 50_000_000 });
  if ("refused" in answer) throw new Error(answer.refused);
  // Traffic must not be older than its lease.
  await sql`
    update lease set created_at = created_at - make_interval(days => ${daysAgo})
    where id = ${answer.lease.id}`.execute(api.db);
  sequence += 1;
  const now = api.services.world.now();
  const row = usageRow({
    leaseId: answer.lease.id,
    accountId: owner.id,
    subAccountId,
    downBytes: bytes,
    hour: now - (now % HOUR) - daysAgo * 24 * HOUR,
  });
  await link.ask("report", { reports: [{ ...by, sequence, rows: [row] }] });
  await link.ask("settle", { ...by, leaseIds: [answer.lease.id] });
}
const forecast = async (customer: Customer) => (await customer.call("forecast")).data;

/** Moves the product's clock to this hour of the next UTC day. */
async function tomorrowAt(hours: number): Promise<void> {
  const now = api.services.world.now();
  const to = (Math.floor(now / (24 * HOUR)) + 1) * 24 * HOUR + hours * HOUR;
  const body = new URLSearchParams({ advanceSeconds: String(Math.ceil((to - now) / 1000)) });
  await fetch(`${api.url}/lab/clock`, { method: "POST", body });
}

describe(`${calls.forecast.path}`, () => {
  it("returns no rates for an account without usage", async () => {
    const fresh = await api.customer(3);
    const { traffic, wallet, ...ending } = await forecast(fresh);
    expect(traffic).toMatchObject({
      leftBytes: 3 * GB,
      todayBytes: 0,
      yesterdayBytes: 0,
      perDayBytes: 0,
      fromDays: 0,
      daysLeft: null,
    });
    expect(traffic.days).toHaveLength(14);
    expect(wallet).toEqual({
      leftCents: 0,
      perDayCents: 0,
      renewals: 0,
      renewalsCents: 0,
      missingCents: 0,
      fromDays: 0,
      daysLeft: null,
    });
    expect(ending).toEqual({ pools: [], endings: [], endingsTotal: 0 });
  });

  it("uses a newcomer's full days since first use, and counts today by the hour", async () => {
    await tomorrowAt(12);
    const customer = await api.customer(1);
    const sub = await createSubAccount(customer, "Forecast1", { main: 1 });
    await carry(customer, sub.id, 8_000_000, 2);
    await carry(customer, sub.id, 10_000_000, 1);
    await carry(customer, sub.id, 2_000_000, 0);
    const { traffic } = await forecast(customer);
    expect(traffic).toMatchObject({
      leftBytes: GB - 20_000_000,
      todayBytes: 2_000_000,
      yesterdayBytes: 10_000_000,
      fromDays: 2,
    });
    // Some seconds may have passed since noon.
    expect(traffic.perDayBytes).toBeGreaterThan(7_990_000);
    expect(traffic.perDayBytes).toBeLessThanOrEqual(8_000_000);
    expect(traffic.daysLeft).toBe(122.5);
  });

  it("returns the same sums as the statistics, and nothing of another account", async () => {
    const [customer, other] = [await api.customer(1), await api.customer(1)];
    const sub = await createSubAccount(customer, "Forecast2", { main: 1 });
    const foreign = await createSubAccount(other, "Forecast3", { main: 1 });
    for (const [bytes, daysAgo] of [
      [700, 13],
      [5_000, 6],
      [40_000, 0],
    ] as const) {
      await carry(customer, sub.id, bytes, daysAgo);
    }
    await carry(customer, sub.id, 9, 14);
    await carry(other, foreign.id, 123_456, 1);
    const { traffic } = await forecast(customer);
    const { items } = (await customer.call("statis", { days: 30 })).data;
    const shown = items.slice(-14).map(({ day, bytes }) => ({ day, bytes }));
    expect(traffic.days).toEqual(shown);
    expect(traffic.days[0]?.bytes).toBe(700);
    expect(traffic).toMatchObject({ todayBytes: 40_000, yesterdayBytes: 0, fromDays: 7 });
    // The clock moved on after the response.
    expect(Math.abs(traffic.perDayBytes - 45_000 / (7 + hoursOfToday() / 24))).toBeLessThan(5);
  });

  it("follows the clock: today's usage counts as yesterday's the next day", async () => {
    const customer = await api.customer(1);
    const sub = await createSubAccount(customer, "Forecast4", { main: 1 });
    await carry(customer, sub.id, 6_000_000, 0);
    expect((await forecast(customer)).traffic).toMatchObject({ fromDays: 0, daysLeft: null });
    await tomorrowAt(0);
    const { traffic } = await forecast(customer);
    expect(traffic).toMatchObject({ todayBytes: 0, yesterdayBytes: 6_000_000, fromDays: 1 });
    expect(traffic.daysLeft).toBeGreaterThan(165);
    expect(traffic.daysLeft).toBeLessThan(166);
  });
});

const hoursOfToday = () => (api.services.world.now() % (24 * HOUR)) / HOUR;
