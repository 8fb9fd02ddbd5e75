/** Target budgets end leases at the exact byte (spec/traffic-plan#budgets-per-target). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { dayMs, hourMs } from "@turnpike/rules/statistics.ts";
import type { SubAccountFact } from "@turnpike/contract/data-plane.ts";
import { sql } from "kysely";
import { sized } from "@turnpike/net/testing/full.ts";
import { expect, test } from "vitest";
import { createSubAccount, startTraffic, usageRow } from "../traffic/testing.ts";
import { seeded } from "@turnpike/net/testing/random.ts";

const api = forTests(startTraffic);
const customer = forTests(() => api.customer(1_000));
const link = forTests(() => api.link());

const who = { gateway: "g1", epoch: "e1" };
const now = () => api.services.world.now();
const moveTo = (at: number) => api.services.world.setOffset(at - Date.now());
const ask = (subAccountId: string, wantedBytes: number, target?: string) =>
  link.ask("lease", { ...who, subAccountId, wantedBytes, ...(target ? { target } : {}) });
const settle = (leaseIds: string[]) => link.ask("settle", { ...who, leaseIds });
let sequence = 0;
async function carry(leaseId: string, subAccountId: string, bytes: number, at = now()) {
  sequence += 1;
  const hour = Math.floor(at / hourMs) * hourMs;
  const of = { leaseId, accountId: customer.id, subAccountId, hour };
  const row = usageRow({ ...of, upBytes: 0, downBytes: bytes });
  await link.ask("report", { reports: [{ ...who, sequence, rows: [row] }] });
}
/** Leases and carries as much as a target allows. Returns the bytes and the final refusal. */
async function useUp(sub: string, target?: string) {
  let bytes = 0;
  for (;;) {
    const answer = await ask(sub, 2 ** 28, target);
    if ("refused" in answer) return { bytes, refused: answer.refused };
    await carry(answer.lease.id, sub, answer.lease.bytes);
    await settle([answer.lease.id]);
    bytes += answer.lease.bytes;
  }
}
const budgets = (list: object[]) => ({ targetBudgets: JSON.stringify(list) });
const example = "example.com";
const item = async (id: string) => {
  const { data } = await customer.call("subUsers", { limit: 100 });
  return data.items.find((each) => each.id === id);
};

test("A day's bytes to a target end exactly at its budget; other targets have their own", async () => {
  moveTo(Date.UTC(new Date(now()).getUTCFullYear() + 1, 4, 10, 23));
  const { id } = await createSubAccount(customer, "Targets1", {
    trafficGb: 0.006,
    ...budgets([
      { target: "Example.com", dayGb: 0.002, monthGb: 0.003 },
      { target: "*.example.net", monthGb: 0.001 },
    ]),
  });
  expect(await useUp(id, example)).toEqual({ bytes: 2_000_000, refused: "targetBudgetSpent" });
  expect(await useUp(id, "*.example.net")).toEqual({
    bytes: 1_000_000,
    refused: "targetBudgetSpent",
  });
  const used = (bytes: number) => ({ dayUsedBytes: bytes, monthUsedBytes: bytes });
  expect((await item(id))?.targetBudgets).toEqual([
    { target: example, dayBytes: 2_000_000, monthBytes: 3_000_000, ...used(2_000_000) },
    { target: "*.example.net", dayBytes: null, monthBytes: 1_000_000, ...used(1_000_000) },
  ]);
  // The next UTC day, only what is left of the month can be used.
  moveTo(now() + hourMs);
  expect(await useUp(id, example)).toEqual({ bytes: 1_000_000, refused: "targetBudgetSpent" });
  moveTo(Date.UTC(new Date(now()).getUTCFullYear(), 5, 1));
  expect(await useUp(id, "*.example.net")).toMatchObject({ bytes: 1_000_000 });
  expect(await useUp(id)).toEqual({ bytes: 1_000_000, refused: "insufficientTraffic" });
});

test("Bytes held by gateways count as used: parallel leases never exceed a budget", async () => {
  const { id } = await createSubAccount(customer, "Targets2", {
    trafficGb: 1,
    ...budgets([{ target: example, dayGb: 0.001 }]),
  });
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(id, 65_536, example)));
  const leased = answers.flatMap((answer) => ("lease" in answer ? [answer.lease] : []));
  expect(leased.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(1_000_000);
  expect(answers.filter((answer) => "refused" in answer)).not.toHaveLength(0);
  await settle([leased[0]?.id ?? ""]);
  const again = (await ask(id, 2 ** 20, example)) as { lease: { bytes: number } };
  expect(again.lease.bytes).toBe(leased[0]?.bytes);
});

test("No day or month exceeds its budget, in any order of events around midnight", async () => {
  moveTo(Date.UTC(new Date(now()).getUTCFullYear() + 1, 0, 30, 22));
  const seeds = sized(1, 8);
  for (let seed = 1; seed <= seeds; seed += 1) {
    const { integer } = seeded(seed);
    const next = (below: number) => integer(0, below - 1);
    const [dayBytes, monthBytes] = [1_000_000, 2_000_000];
    const { id } = await createSubAccount(customer, `Targetx${seed}`, {
      trafficGb: 10,
      ...budgets([{ target: example, dayGb: 0.001, monthGb: 0.002 }]),
    });
    const out: { id: string; left: number }[] = [];
    for (let step = 0; step < 120; step += 1) {
      const own = out[next(Math.max(out.length, 1))];
      const kind = next(40);
      if (kind < 20) {
        const answer = await ask(id, 1 + next(400_000), next(4) > 0 ? example : undefined);
        if ("lease" in answer) out.push({ id: answer.lease.id, left: answer.lease.bytes });
      } else if (kind < 32 && own) {
        const bytes = next(own.left + 1);
        own.left -= bytes;
        await carry(own.id, id, bytes, now() - next(2) * hourMs);
      } else if (kind < 37 && own) {
        await settle([own.id]);
        out.splice(out.indexOf(own), 1);
      } else if (kind < 39) moveTo(now() + next(2 * hourMs));
      else moveTo((Math.floor(now() / dayMs) + 1) * dayMs - next(2));
    }
    const { rows } = await sql<{ month: string; bytes: number }>`
      select to_char(day, 'YYYY-MM') as month, used_bytes as bytes from sub_account_target_day
      where sub_account_id = ${id} and target = ${example}`.execute(api.db);
    expect(rows.length).toBeGreaterThan(0);
    const months = new Map<string, number>();
    for (const { month, bytes } of rows) {
      expect([seed, bytes <= dayBytes]).toEqual([seed, true]);
      months.set(month, (months.get(month) ?? 0) + bytes);
    }
    for (const bytes of months.values()) expect([seed, bytes <= monthBytes]).toEqual([seed, true]);
  }
}, 60_000);

test("Budgets are replaced as a complete list, validated as domains, and sent to gateways", async () => {
  const { id } = await createSubAccount(customer, "Targets3", { trafficGb: 1 });
  const set = (text: string) => customer.call("upSubUser", { id, targetBudgets: text });
  const refused = async (text: string) => {
    const { code, data } = await set(text);
    return [code, data.reason, data.field, (data as { entry?: string }).entry];
  };
  expect(await refused('[{"target":"a b","dayGb":1}]')).toEqual([
    400,
    "badDomain",
    "targetBudgets",
    "a b",
  ]);
  expect((await refused('[{"target":"a.example"}]'))[0]).toBe(400);
  expect((await refused('[{"target":"a.example","dayGb":0}]'))[0]).toBe(400);
  expect((await refused("a.example"))[0]).toBe(400);
  const many = Array.from({ length: 51 }, (_, at) => ({ target: `d${at}.example`, dayGb: 1 }));
  expect((await refused(JSON.stringify(many))).slice(0, 2)).toEqual([400, "tooManyDomains"]);
  const told = () =>
    link.news
      .flatMap((news) => (news.kind === "change" ? news.puts : []))
      .findLast((fact): fact is SubAccountFact => fact.id === id)?.limits.targetBudgets;
  await set(JSON.stringify([{ target: example, dayGb: 0.5 }]));
  await expect.poll(told).toEqual([{ target: example, spentUntil: null }]);
  const { lease } = (await ask(id, 200_000, example)) as { lease: { id: string; bytes: number } };
  await carry(lease.id, id, lease.bytes);
  await set(JSON.stringify([{ target: example, dayGb: 0.001 }]));
  await useUp(id, example);
  await set(JSON.stringify([{ target: example, dayGb: 0.001 }]));
  const midnight = (Math.floor(now() / dayMs) + 1) * dayMs;
  await expect.poll(told).toEqual([{ target: example, spentUntil: midnight }]);
  await customer.call("upSubUser", { id, remark: "kept" });
  expect((await item(id))?.targetBudgets).toHaveLength(1);
  await set("");
  await expect.poll(told).toBe(undefined);
  expect((await item(id))?.targetBudgets).toEqual([]);
});
