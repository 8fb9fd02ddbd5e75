import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { isFull } from "@turnpike/net/testing/full.ts";
import type { SubAccountFact } from "@turnpike/contract/data-plane.ts";
import { dayMs, dayOf, hourMs } from "@turnpike/rules/statistics.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { lockDebt, setWalletDebt } from "../../ledger/debt.ts";
import { transaction } from "../../platform/db/database.ts";
import { createSubAccount, startTraffic } from "../traffic/testing.ts";
import { usageRow } from "../traffic/testing.ts";
import { keepPartitions } from "../../platform/partitions/keep.ts";
import { seeded } from "@turnpike/net/testing/random.ts";

const api = forTests(startTraffic);
const customer = forTests(() => api.customer(1_000));
const link = forTests(() => api.link());

const who = { gateway: "g1", epoch: "e1" };
const now = () => api.services.world.now();
const moveTo = (at: number) => api.services.world.setOffset(at - Date.now());
const ask = (subAccountId: string, wantedBytes: number) =>
  link.ask("lease", { ...who, subAccountId, wantedBytes });
const settle = (leaseIds: string[]) => link.ask("settle", { ...who, leaseIds });
let sequence = 0;
async function carry(of: { lease: string; sub: string }, bytes: number, at = now()) {
  sequence += 1;
  const { lease: leaseId, sub: subAccountId } = of;
  const row = usageRow({
    leaseId,
    accountId: customer.id,
    subAccountId,
    hour: Math.floor(at / hourMs) * hourMs,
    upBytes: Math.floor(bytes / 3),
    downBytes: bytes - Math.floor(bytes / 3),
  });
  await link.ask("report", { reports: [{ ...who, sequence, rows: [row] }] });
}
/** Leases and carries as much as today's limits allow. Returns the bytes and the final refusal. */
async function useUp(sub: string): Promise<{ bytes: number; refused: string }> {
  let bytes = 0;
  for (;;) {
    const answer = await ask(sub, 2 ** 28);
    if ("refused" in answer) return { bytes, refused: answer.refused };
    await carry({ lease: answer.lease.id, sub }, answer.lease.bytes);
    await settle([answer.lease.id]);
    bytes += answer.lease.bytes;
  }
}
const item = async (id: string) => {
  const { data } = await customer.call("subUsers", { limit: 100 });
  return data.items.find((each) => each.id === id);
};

test("A day's bytes end exactly at the limit, and the next UTC day has new ones", async () => {
  const { id } = await createSubAccount(customer, "Daily001", { trafficGb: 1, dayGb: 0.001 });
  moveTo(Math.ceil(now() / dayMs) * dayMs + 23 * hourMs);
  expect(await useUp(id)).toEqual({ bytes: 1_000_000, refused: "dayLimit" });
  expect(await item(id)).toMatchObject({ dayUsedBytes: 1_000_000, monthUsedBytes: 1_000_000 });
  await customer.call("upSubUser", { id, dayGb: 0.002 });
  expect(await useUp(id)).toEqual({ bytes: 1_000_000, refused: "dayLimit" });
  moveTo(now() + hourMs);
  expect(await item(id)).toMatchObject({ dayUsedBytes: 0 });
  expect(await useUp(id)).toEqual({ bytes: 2_000_000, refused: "dayLimit" });
  await customer.call("upSubUser", { id, dayGb: "" });
  expect(await ask(id, 1_000_000)).toHaveProperty("lease");
});

test("A month's bytes end exactly at the limit, across days; an empty allotment is reported first", async () => {
  const { id } = await createSubAccount(customer, "Monthly1", { trafficGb: 0.004, monthGb: 0.002 });
  moveTo(Date.UTC(new Date(now()).getUTCFullYear() + 1, 2, 30, 12));
  const { lease } = (await ask(id, 65_536)) as { lease: { id: string } };
  await carry({ lease: lease.id, sub: id }, 65_536);
  moveTo(now() + dayMs);
  expect(await useUp(id)).toEqual({ bytes: 2_000_000 - 65_536, refused: "monthLimit" });
  expect(await item(id)).toMatchObject({ monthUsedBytes: 2_000_000 });
  await settle([lease.id]);
  moveTo(now() + 12 * hourMs);
  expect(await item(id)).toMatchObject({ dayUsedBytes: 0, monthUsedBytes: 0 });
  expect(await useUp(id)).toEqual({ bytes: 2_000_000, refused: "insufficientTraffic" });
});

test("A limit lowered below the usage is sent to gateways, and so is a raised one", async () => {
  const { id } = await createSubAccount(customer, "Lowered1", { trafficGb: 1, dayGb: 0.5 });
  const { lease } = (await ask(id, 200_000)) as { lease: { id: string; bytes: number } };
  await carry({ lease: lease.id, sub: id }, lease.bytes);
  await customer.call("upSubUser", { id, dayGb: 0.1 });
  const spent = () =>
    link.news
      .flatMap((news) => (news.kind === "change" ? news.puts : []))
      .findLast((fact): fact is SubAccountFact => fact.id === id)?.limits.spent;
  await expect.poll(spent).toBe(null);
  const midnight = (Math.floor(now() / dayMs) + 1) * dayMs;
  await customer.call("upSubUser", { id, dayGb: 0.001 });
  await useUp(id);
  await customer.call("upSubUser", { id, dayGb: 0.001 });
  await expect.poll(spent).toEqual({ why: "dayLimit", until: midnight });
  await customer.call("upSubUser", { id, dayGb: "" });
  await expect.poll(spent).toBe(null);
});

test("In arrears leases are granted for 24 hours more, then refused until the debt is paid", async () => {
  const { id } = await createSubAccount(customer, "Owingone", { trafficGb: 1 });
  const { services } = api;
  const owe = (cents: number) =>
    transaction(services.db, async (tx) => {
      const before = await lockDebt(tx, customer.id, "wallet");
      await setWalletDebt(services, tx, customer.id, { before, cents });
    });
  await owe(500);
  const began = now();
  moveTo(began + dayMs - 60_000);
  expect(await ask(id, 65_536)).toHaveProperty("lease");
  moveTo(began + dayMs + 60_000);
  expect(await ask(id, 65_536)).toEqual({ refused: "inArrears" });
  await owe(0);
  expect(await ask(id, 65_536)).toHaveProperty("lease");
});

test("Bytes held by gateways count as used: parallel leases never exceed the limit", async () => {
  const { id } = await createSubAccount(customer, "Twogates", { trafficGb: 1, dayGb: 0.001 });
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(id, 65_536)));
  const leased = answers.flatMap((answer) => ("lease" in answer ? [answer.lease] : []));
  expect(leased.reduce((sum, lease) => sum + lease.bytes, 0)).toBe(1_000_000);
  expect(answers.filter((answer) => "refused" in answer)).not.toHaveLength(0);
  // Bytes returned unused can be leased again.
  await settle([leased[0]?.id ?? ""]);
  const again = (await ask(id, 2 ** 20)) as { lease: { bytes: number } };
  expect(again.lease.bytes).toBe(leased[0]?.bytes);
});

test("Usage dated before its lease was granted counts for the lease's own day", async () => {
  const { id } = await createSubAccount(customer, "Backdate", { trafficGb: 1, dayGb: 0.001 });
  expect(await useUp(id)).toEqual({ bytes: 1_000_000, refused: "dayLimit" });
  moveTo((Math.floor(now() / dayMs) + 1) * dayMs);
  const { lease } = (await ask(id, 50_000)) as { lease: { id: string } };
  await carry({ lease: lease.id, sub: id }, 50_000, now() - hourMs);
  expect(await item(id)).toMatchObject({ dayUsedBytes: 50_000 });
});

/** Seeds of a normal run; `TURNPIKE_FULL=1` runs more. */
const SEEDS = 8;

interface Out {
  id: string;
  left: number;
}
/** Runs leases, reports (some dated an hour back), settlements and clock moves in random order. */
async function shuffle(sub: string, seed: number): Promise<string[]> {
  const { integer } = seeded(seed);
  const next = (below: number) => integer(0, below - 1);
  const out: Out[] = [];
  const refusals: string[] = [];
  for (let step = 0; step < 240; step += 1) {
    const own = out[next(Math.max(out.length, 1))];
    const kind = next(40);
    if (kind < 18) {
      const answer = await ask(sub, 1 + next(400_000));
      if ("lease" in answer) out.push({ id: answer.lease.id, left: answer.lease.bytes });
      else refusals.push(answer.refused);
    } else if (kind < 30 && own) {
      const bytes = next(3) > 0 ? own.left : next(own.left + 1);
      own.left -= bytes;
      await carry({ lease: own.id, sub }, bytes, now() - next(2) * hourMs);
    } else if (kind < 37 && own) {
      await settle([own.id]);
      out.splice(out.indexOf(own), 1);
    } else if (kind < 39) moveTo(now() + next(2 * hourMs));
    else moveTo((Math.floor(now() / dayMs) + 1) * dayMs - next(2));
  }
  for (const { id, left } of out) {
    await carry({ lease: id, sub }, left, now() - next(2) * hourMs);
    await settle([id]);
  }
  return refusals;
}

test.runIf(isFull)(
  "No day or month exceeds its limit, in any order of events around midnight",
  async () => {
    moveTo(Date.UTC(new Date(now()).getUTCFullYear() + 1, 0, 30, 22));
    const dayGb = 0.001;
    const monthGb = 0.002;
    const refusals = new Set<string>();
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const sub = await createSubAccount(customer, `Random${seed}x`, {
        trafficGb: 10,
        dayGb,
        monthGb,
      });
      for (const why of await shuffle(sub.id, seed)) refusals.add(why);
      const { rows } = await sql<{ day: string; counted: number; shown: number }>`
      select to_char(d.day, 'YYYY-MM-DD') as day, d.used_bytes as counted, (
        select coalesce(sum(up_bytes + down_bytes), 0)::bigint from usage_hour u
        where u.sub_account_id = d.sub_account_id
          and (u.hour at time zone 'UTC')::date = d.day) as shown
      from sub_account_day d where d.sub_account_id = ${sub.id} order by day`.execute(api.db);
      const months = new Map<string, number>();
      for (const { day, counted, shown } of rows) {
        expect([seed, day, counted]).toEqual([seed, day, shown]);
        expect([seed, day, counted <= dayGb * 1e9]).toEqual([seed, day, true]);
        months.set(day.slice(0, 7), (months.get(day.slice(0, 7)) ?? 0) + counted);
      }
      for (const [month, bytes] of months) {
        expect([seed, month, bytes <= monthGb * 1e9]).toEqual([seed, month, true]);
      }
      const used = rows.reduce((sum, row) => sum + row.counted, 0);
      expect(used).toBe((await item(sub.id))?.usedBytes);
    }
    expect([...refusals].sort()).toEqual(["dayLimit", "monthLimit"]);
  },
  120_000,
);

test("Verification reports a day whose count differs from the statistics", async () => {
  const { db } = api.services;
  const { id } = await createSubAccount(customer, "Verified", { trafficGb: 1 });
  const { lease } = (await ask(id, 65_536)) as { lease: { id: string } };
  await carry({ lease: lease.id, sub: id }, 1_000);
  expect(await verifyAccounting(db)).toMatchObject({ ok: true });
  await sql`update sub_account_day set used_bytes = used_bytes + 1`.execute(db);
  const { difference } = await verifyAccounting(db);
  expect(difference).toMatch(/^a sub-account's usage of a day, .*: sub_account_day of /);
  await sql`update sub_account_day set used_bytes = used_bytes - 1`.execute(db);
});

test("Days that no limit needs any more are deleted", async () => {
  const { id } = await createSubAccount(customer, "Forgotte", { trafficGb: 1 });
  const { lease } = (await ask(id, 65_536)) as { lease: { id: string } };
  await carry({ lease: lease.id, sub: id }, 1_000);
  const days = async () => {
    const { rows } = await sql<{ day: string }>`
      select to_char(day, 'YYYY-MM-DD') as day from sub_account_day
      where sub_account_id = ${id}`.execute(api.db);
    return rows.map((row) => row.day);
  };
  const began = now();
  const today = dayOf(began);
  moveTo(now() + 60 * dayMs);
  await keepPartitions(api.services, now());
  expect(await days()).toEqual([today]);
  // Days are dropped a whole month at a time.
  moveTo(now() + 34 * dayMs);
  await keepPartitions(api.services, now());
  expect(await days()).toEqual([]);
  // A late report after the day was dropped: a partial day is not stored again.
  await carry({ lease: lease.id, sub: id }, 2_000, began);
  expect(await item(id)).toMatchObject({ usedBytes: 3_000 });
  expect(await verifyAccounting(api.db)).toMatchObject({ ok: true });
});
