/** Helpers for tests of the usage report: gateways' reports, and random traffic of all products. */
import { expect } from "vitest";
import type { CallResponse } from "@turnpike/contract/call.ts";
import type { Calls } from "@turnpike/contract/calls.ts";
import type { UsageReport, UsageRow } from "@turnpike/contract/data-plane.ts";
import type { OutcomeRow } from "@turnpike/contract/outcome-row.ts";
import { connectBuckets } from "@turnpike/rules/usage.ts";
import { sql } from "kysely";
import { giveStatics } from "../../products/static/give-testing.ts";
import {
  type Customer,
  createSubAccount,
  startTraffic,
  type TestTraffic,
  usageRow,
} from "../../products/traffic/testing.ts";
import { givePlan } from "../../products/unlimited/give-testing.ts";
import { foldRecent } from "../../products/usage/store/fold.ts";
import { seeded } from "@turnpike/net/testing/random.ts";

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
export type Report = CallResponse<Calls["usage"]>;
export type Fields = Record<string, string | number | undefined>;

export const sumNames = [
  "bytes",
  "upBytes",
  "downBytes",
  "requests",
  "succeeded",
  "failed",
] as const;
export type Sums = Pick<Report["totals"], (typeof sumNames)[number]>;
export const sumOf = (points: Sums[]) =>
  Object.fromEntries(
    sumNames.map((name) => [name, points.reduce((sum, point) => sum + point[name], 0)]),
  );
export const bytesOf = (points: Sums[]) => sumOf(points)["bytes"];

export interface Mixed {
  owner: Customer;
  sums: Map<string, number>;
}
/** An API, a gateway's link to it, and the sequence numbers of its reports. */
export interface Reporter {
  api: TestTraffic;
  link: Awaited<ReturnType<TestTraffic["link"]>>;
  next: () => number;
  stop: () => Promise<void>;
}

export async function startReporter(): Promise<Reporter> {
  const api = await startTraffic();
  let sequence = 0;
  return { api, link: await api.link(), next: () => (sequence += 1), stop: () => api.stop() };
}

/** Calls `/v1/usage` and expects a report. */
export async function usage(of: Customer, fields: Fields = {}): Promise<Report> {
  const { code, data } = await of.call("usage", fields);
  expect([code, data]).toEqual([0, data]);
  return data;
}

export async function report(
  { link, next }: Reporter,
  rows: UsageRow[],
  outcomes?: OutcomeRow[],
): Promise<void> {
  const sequence = next();
  const sent: UsageReport = { gateway: "usage", epoch: "e", sequence, rows };
  if (outcomes) sent.outcomes = outcomes;
  await link.ask("report", { reports: [sent] }, 30_000);
}

/** Leases bytes for a sub-account and backdates the lease. */
export async function lease(
  { api, link }: Reporter,
  subAccountId: string,
  ageMs: number,
): Promise<string> {
  const by = { gateway: "usage", epoch: "e", subAccountId, wantedBytes: 50_000_000 };
  const answer = await link.ask("lease", by);
  if ("refused" in answer) throw new Error(answer.refused);
  const { id } = answer.lease;
  await sql`update lease set created_at = created_at - ${ageMs / 1_000} * interval '1 second'
    where id = ${id}`.execute(api.services.db);
  return id;
}

/** Random traffic of all products over 40 days, partly from gateways that report no outcomes. */
export async function reportMixedTraffic(
  reporter: Reporter,
  seed: number,
  turns = 12,
): Promise<Mixed> {
  const { api } = reporter;
  const { next } = seeded(seed);
  const pick = <T>(from: readonly T[]) => from[Math.floor(next() * from.length)] as T;
  const owner = await api.customer(10);
  const subs = await Promise.all(
    ["Usage1", "Usage2", "Usage3"].map((name) =>
      createSubAccount(owner, `${name}x${seed}`, { trafficGb: 2 }),
    ),
  );
  const leases = await Promise.all(subs.map(({ id }) => lease(reporter, id, 60 * dayMs)));
  const [staticId = ""] = await giveStatics(api.services, owner.id, { endsInMs: dayMs });
  const [shortId = ""] = await giveStatics(api.services, owner.id, { term: "short" });
  const port = await givePlan(api.services, owner.id, { quantity: 1 });
  const wide = await givePlan(api.services, owner.id, { kind: "bandwidth" });
  const held = [
    { product: "static", subAccountId: staticId },
    { product: "short", subAccountId: shortId },
    { product: "port", subAccountId: port.portIds[0] ?? "" },
    { product: "bandwidth", subAccountId: wide.portIds[0] ?? "" },
  ] as const;
  const sums = new Map<string, number>();
  const now = api.services.world.now();
  for (let turn = 0; turn < turns; turn += 1) {
    const rows = Array.from({ length: 25 }, () => {
      const of = Math.floor(next() * 7);
      const plain = held[of - 3];
      const at = Math.floor(next() * 3);
      const row = usageRow({
        leaseId: plain ? "" : (leases[at] ?? ""),
        accountId: owner.id,
        subAccountId: subs[at]?.id ?? "",
        ...plain,
        hour: now - Math.floor(next() * 40) * dayMs - Math.floor(next() * 24) * hourMs,
        domain: pick(["a.test", "B.test", "c.test"]),
        country: pick(["DE", "US", "GB"]),
        city: pick(["berlin", "london", ""]),
        upBytes: Math.floor(next() * 10_000),
        downBytes: Math.floor(next() * 100_000),
        requests: Math.floor(next() * 4),
      });
      const { product, upBytes, downBytes } = row;
      sums.set(product, (sums.get(product) ?? 0) + upBytes + downBytes);
      return row;
    });
    const outcomes = rows.map(({ subAccountId, product, hour, domain, country, city }, n) => ({
      subAccountId,
      product,
      hour,
      domain,
      country,
      city,
      outcomes: { ok: n, failed: n % 3, refused: n % 2 },
      reasons: { "failed:exitUnreachable": n % 3, "refused:targetNotAllowed": n % 2 },
      connects: Array.from({ length: connectBuckets }, (_, bucket) => (bucket === 5 ? n : 0)),
    }));
    await report(reporter, rows, turn % 2 ? outcomes : undefined);
    // Some usage is folded by then, and some is not.
    if (turn === 7) await foldRecent(api.services.db);
  }
  return { owner, sums };
}

/** Checks what must hold for any report: the parts add up to the totals, also in each step. */
export function expectSameTotals(whole: Report, split: Report) {
  expect(split.totals).toEqual(whole.totals);
  expect(split.previous).toEqual(whole.previous);
  const { connectP50Ms: _, connectP95Ms: __, ...totals } = whole.totals;
  expect(sumOf(whole.series)).toEqual(totals);
  expect(sumOf(split.top)).toEqual(totals);
  expect(sumOf(split.series)).toEqual(totals);
  for (const point of whole.series) {
    const { at, ...sums } = point;
    expect(sumOf(split.series.filter((each) => each.at === at))).toEqual(sums);
  }
}
