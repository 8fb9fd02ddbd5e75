import { randomUUID } from "node:crypto";
import { connectBucket, connectBuckets, dimensions, grains } from "@turnpike/rules/usage.ts";
import { sql } from "kysely";
import { isFull } from "@turnpike/net/testing/full.ts";
import { beforeAll, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { postUsage } from "../../products/lease/post-usage.ts";
import { giveStatics } from "../../products/static/give-testing.ts";
import { createSubAccount, type TestTraffic, usageRow } from "../../products/traffic/testing.ts";
import { trafficChecks } from "../../products/traffic/verify.ts";
import { foldRecent } from "../../products/usage/store/fold.ts";
import { usageChecks } from "../../products/usage/verify.ts";
import {
  bytesOf,
  reportMixedTraffic,
  dayMs,
  expectSameTotals,
  type Fields,
  hourMs,
  lease,
  type Report,
  report,
  startReporter,
  sumNames,
  usage,
} from "./testing.ts";

let api: TestTraffic;
const reporter = forTests(startReporter);
beforeAll(() => {
  api = reporter.api;
});

test("Sums by every dimension and grain equal the totals, the statistics and the ledger, to the byte (spec/accounting#usage-report)", async () => {
  const { owner, sums } = await reportMixedTraffic(reporter, 7);
  const days = (days: number) => new Date(api.services.world.now() - days * dayMs).toISOString();
  for (const folded of [false, true]) {
    if (folded) while ((await foldRecent(api.db)) > 0);
    for (const [turn, grain] of (folded ? grains : (["day"] as const)).entries()) {
      const question = { from: days(45), to: days(0), grain };
      const whole = await usage(owner, question);
      expect(whole.totals.bytes).toBe([...sums.values()].reduce((sum, bytes) => sum + bytes, 0));
      // Every day, each dimension in one grain.
      const own = dimensions.filter((_, at) => isFull || at % grains.length === turn);
      for (const by of own) expectSameTotals(whole, await usage(owner, { ...question, by }));
      const products = await usage(owner, { ...question, by: "product" });
      expect(new Map(products.top.map(({ key, bytes }) => [key, bytes]))).toEqual(sums);
      expectSameTotals(
        await usage(owner, { ...question, country: "de" }),
        await usage(owner, { ...question, country: "DE", by: "domain", top: 2 }),
      );
      expectSameTotals(
        await usage(owner, { ...question, domain: "b.test" }),
        await usage(owner, { ...question, domain: "B.test", by: "city" }),
      );
    }
    const countries = await usage(owner, { from: days(45), by: "country" });
    for (const { key, ...sums } of countries.top)
      expect((await usage(owner, { from: days(45), country: key })).totals).toMatchObject(
        Object.fromEntries(sumNames.map((name) => [name, sums[name]])),
      );
  }
  const plan = { product: "traffic", from: days(29) };
  const { items } = (await owner.call("trafficStatis", { from: plan.from, to: days(0) })).data;
  expect((await usage(owner, plan)).series).toMatchObject(items);
  const first = { ...plan, account: "usage1x7" };
  const own = (
    await owner.call("trafficStatis", { from: first.from, to: days(0), account: first.account })
  ).data.items;
  expect((await usage(owner, { ...first, to: days(0) })).series).toMatchObject(own);
  await postUsage(api.services);
  const { rows } = await sql<{ bytes: number }>`
    select sum(p.amount)::bigint as bytes from ledger_posting p
    join ledger_account a on a.id = p.account_id join ledger_entry e on e.id = p.entry_id
    where e.kind = 'usage' and a.owner = ${owner.id}`.execute(api.db);
  expect(rows[0]?.bytes).toBe(-(sums.get("traffic") ?? 0));
  for (const { title, find } of [...trafficChecks, ...usageChecks])
    expect([title, (await sql.raw(find).execute(api.db)).rows]).toEqual([title, []]);
}, 60_000);

test("Steps start at the UTC hour, day and month, and the previous span has the same length", async () => {
  const owner = await api.customer(1);
  const [id = ""] = await giveStatics(api.services, owner.id, { endsInMs: dayMs, days: 90 });
  const now = api.services.world.now();
  const month = Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth());
  await sql`update static_ip set started_at = ${new Date(month - 40 * dayMs)}
    where id = ${id}`.execute(api.db);
  const carry = (at: number, downBytes: number) =>
    report(reporter, [
      usageRow({
        leaseId: "",
        accountId: owner.id,
        subAccountId: id,
        product: "static",
        hour: at - (at % hourMs),
        downBytes,
      }),
    ]);
  await carry(month - 1, 1);
  await carry(month, 10);
  await carry(month + hourMs, 100);
  const iso = (at: number) => new Date(at).toISOString();
  const busy = ({ series }: Report) =>
    series.filter(({ bytes }) => bytes > 0).map(({ at, bytes }) => [at, bytes]);
  const ask = (from: number, to: number, grain: string) =>
    usage(owner, { from: iso(from), to: iso(to), grain });
  expect(busy(await ask(month - 1, month + hourMs, "hour"))).toEqual([
    [iso(month - hourMs), 1],
    [iso(month), 10],
    [iso(month + hourMs), 100],
  ]);
  expect(busy(await ask(month - 1, month, "day"))).toEqual([
    [iso(month - dayMs), 1],
    [iso(month), 110],
  ]);
  const months = await ask(month, month, "month");
  expect(busy(months)).toEqual([[iso(month), 110]]);
  expect(months.previous.bytes).toBe(1);
  expect((await ask(month, month, "day")).previous.bytes).toBe(1);
  expect((await ask(month + hourMs, month + hourMs, "hour")).previous.bytes).toBe(10);
  // Like the statistics, it accepts instants with any offset.
  const offset = iso(month).replace("Z", "+00:00");
  expect(await usage(owner, { from: offset, to: offset })).toMatchObject({ from: iso(month) });
});

test("Outcomes, reasons and connect times are counted as gateways report them", async () => {
  const owner = await api.customer(1);
  const { id } = await createSubAccount(owner, "Outcome1", { trafficGb: 1 });
  const hour = api.services.world.now();
  const place = { subAccountId: id, product: "traffic", hour } as const;
  const connects = Array.from({ length: connectBuckets }, () => 0);
  connects[connectBucket(30)] = 90;
  connects[connectBucket(400)] = 10;
  await report(
    reporter,
    [],
    [
      {
        ...place,
        domain: "a.test",
        country: "DE",
        city: "berlin",
        connects,
        outcomes: { ok: 90, cut: 10 },
        reasons: { "cut:quotaSpent": 10 },
      },
      {
        ...place,
        domain: "",
        country: "",
        city: "",
        connects: [],
        outcomes: { refused: 7 },
        reasons: { "refused:targetNotAllowed": 7, "bad:reason here": 1 },
      },
      {
        ...place,
        subAccountId: randomUUID(),
        domain: "x.test",
        country: "US",
        city: "",
        outcomes: { ok: 5 },
        reasons: {},
        connects: [],
      },
    ],
  );
  const { totals, top, reasons } = await usage(owner, { by: "outcome" });
  expect(totals).toMatchObject({ bytes: 0, requests: 0, succeeded: 90, failed: 17 });
  expect(totals).toMatchObject({ connectP50Ms: 37, connectP95Ms: 350 });
  expect(top.map(({ key, succeeded, failed }) => [key, succeeded, failed])).toEqual([
    ["ok", 90, 0],
    ["cut", 0, 10],
    ["refused", 0, 7],
  ]);
  expect(reasons.map(({ reason, outcome, requests }) => [reason, outcome, requests])).toEqual([
    ["quotaSpent", "cut", 10],
    ["targetNotAllowed", "refused", 7],
  ]);
  const countries = (await usage(owner, { by: "country" })).top;
  expect(countries.map(({ key, label }) => [key, label])).toEqual([
    ["DE", "Germany"],
    ["(unknown)", "Unknown"],
  ]);
  const other = await api.customer();
  expect((await usage(other)).totals).toMatchObject({ succeeded: 0, failed: 0 });
});

test("Traffic from before the report existed has an unknown place, but its sums are complete", async () => {
  const owner = await api.customer(1);
  const { id } = await createSubAccount(owner, "Earlier1", { trafficGb: 1 });
  const leaseId = await lease(reporter, id, dayMs);
  const row = { leaseId, accountId: owner.id, subAccountId: id };
  await report(reporter, [usageRow({ ...row, downBytes: 40, country: "DE" })]);
  await sql`delete from usage_recent where account_id = ${owner.id}`.execute(api.db);
  await report(reporter, [usageRow({ ...row, downBytes: 2, country: "US" })]);
  const whole = await usage(owner);
  expect(whole.totals).toMatchObject({ bytes: 42, requests: 2 });
  for (const by of dimensions) expectSameTotals(whole, await usage(owner, { by }));
  const countries = (await usage(owner, { by: "country" })).top;
  expect(countries.map(({ key, bytes }) => [key, bytes])).toEqual([
    ["(unknown)", 40],
    ["US", 2],
  ]);
  const own = (await usage(owner, { by: "account", account: "Earlier1" })).top;
  expect(own.map(({ key, bytes }) => [key, bytes])).toEqual([["Earlier1", 42]]);
});

test.runIf(isFull)(
  "A day keeps a limited number of combinations; the rest count as other domains of their country",
  async () => {
    const owner = await api.customer();
    const [id = ""] = await giveStatics(api.services, owner.id, { endsInMs: dayMs });
    const row = { leaseId: "", accountId: owner.id, subAccountId: id, product: "static" } as const;
    const many = Array.from({ length: 2_100 }, (_, n) =>
      usageRow({ ...row, domain: `d${n}.test`, country: n % 2 ? "DE" : "US", downBytes: 1 }),
    );
    for (let at = 0; at < many.length; at += 700) await report(reporter, many.slice(at, at + 700));
    while ((await foldRecent(api.db)) > 0);
    await report(reporter, [
      usageRow({ ...row, domain: "late.test", country: "DE", downBytes: 5 }),
    ]);
    while ((await foldRecent(api.db)) > 0);
    const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from usage_cell_day
    where account_id = ${owner.id} and family = 0`.execute(api.db);
    expect(rows[0]?.n).toBe(2_002);
    const domains = await usage(owner, { by: "domain", top: 1 });
    expect(domains.top.map(({ key }) => key)).toEqual(["d0.test", "(other)"]);
    expect(bytesOf(domains.top)).toBe(2_105);
    const germany = await usage(owner, { country: "DE" });
    expect(germany.totals.bytes).toBe(1_055);
  },
);

test("Out-of-range values are refused, naming the field", async () => {
  const owner = await api.customer();
  const refused = async (fields: Fields) => {
    const { code, data } = await owner.call("usage", fields);
    return [code, (data as unknown as { field: string }).field];
  };
  expect(await refused({ from: "2025-01-01", to: "2026-02-06" })).toEqual([400, "from"]);
  expect(await refused({ from: "2026-02-02", to: "2026-02-01" })).toEqual([400, "from"]);
  const wrong = { from: "yesterday", top: 101, grain: "week", by: "asn", product: "gift" };
  for (const [field, value] of Object.entries(wrong))
    expect(await refused({ [field]: value })).toEqual([400, field]);
  expect(await refused({ top: 0 })).toEqual([400, "top"]);
  expect(await refused({ account: "Nobody77" })).toEqual([404, "account"]);
  const hours = { from: "2026-01-01", to: "2026-06-01", grain: "hour" };
  expect(await refused({ ...hours, by: "country" })).toEqual([400, "grain"]);
  expect((await owner.call("usage", { from: "2025-01-02", to: "2026-02-05" })).code).toBe(0);
});
