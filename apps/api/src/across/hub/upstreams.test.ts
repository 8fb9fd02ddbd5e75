/** States of upstreams, shares of their connections and their bytes, over a gateway's link. */
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { UpstreamEvent, UpstreamUsageRow } from "@turnpike/contract/upstream-facts.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { dayMs } from "@turnpike/rules/statistics.ts";
import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { restoreQuotas } from "../../inventory/upstream/jobs.ts";
import { startTraffic } from "../../products/traffic/testing.ts";
import { advanceClock } from "../lab/clock.ts";
import { operateJson } from "../operator/testing.ts";
import { connectedMachine } from "./fake-node-testing.ts";

let link: GatewayLink;
let id: string;
let made = 0;
let name: string;
let sequence = 0;
const folder = folderForTests();
const api = forTests(startTraffic);
beforeAll(async () => {
  link = await api.link();
  await link.ask("hello", { gateway: "local-1", epoch: "e1" });
});

const json = async (...args: string[]) => (await operateJson(api.services, ...args)).said;
async function addUpstream(change: object = {}): Promise<void> {
  made += 1;
  name = `up-${made}`;
  const file = path.join(folder, `${name}.json`);
  const own = {
    name,
    hosts: ["127.0.0.1:7777"],
    login: { login: "acme" },
    secret: "s",
    user: ["{login}[-{country}][-{session}]"],
    places: ["country"],
    perGbMicros: 2_000_000,
    gbBytes: 1_000_000_000,
    provenance: "test",
    ...change,
  };
  writeFileSync(file, JSON.stringify(own));
  expect(await json("upstreams", "add", file)).toMatchObject({ state: "on" });
  const { rows } = await sql<{ id: string }>`
    select id from upstream where name = ${name}`.execute(api.db);
  id = rows[0]?.id ?? "";
}
beforeEach(() => addUpstream());

const listed = async () =>
  (await json("upstreams", "list")).find((one: { name: string }) => one.name === name);
const stateNow = async () => (await listed()).state;

const customers = Array.from({ length: 4 }, () => randomUUID());
const event = (change: Partial<UpstreamEvent>): UpstreamEvent => ({
  upstreamId: id,
  ok: false,
  class: "noExit",
  named: true,
  status: 502,
  socks: null,
  at: api.services.world.now(),
  place: "DE",
  holderId: customers[0] ?? "",
  accountId: customers[0] ?? "",
  targetKey: "t1",
  sample: "said something",
  connectMs: null,
  ...change,
});
const tell = (
  events: UpstreamEvent[],
  open: { upstreamId: string; connections: number }[] = [],
  by = link,
) => by.ask("upstreams", { gateway: "local-1", epoch: "e1", open, events, more: 0 });

test("One customer's targets that provoke every status change no state; three customers' do (spec/supply#states)", async () => {
  const unnamed = { class: "auth" as const, named: false, status: 407 };
  const targets = Array.from({ length: 200 }, (_, at) =>
    event({ ...unnamed, targetKey: `t${at}` }),
  );
  await tell(targets);
  await tell([event({ ...unnamed, accountId: customers[1] ?? "", targetKey: "t1" })]);
  expect(await stateNow()).toBe("on");
  await tell([event({ ...unnamed, accountId: customers[2] ?? "", targetKey: "t3" })]);
  expect(await stateNow()).toBe("authFailed");
});

test("A refused login that its table names counts at once; one try a minute puts it back", async () => {
  await tell([event({ class: "auth", status: 407 })]);
  expect(await listed()).toMatchObject({ state: "authFailed", alerts: [{ class: "auth" }] });
  expect((await listed()).alerts[0].text).toContain("said something");
  expect((await tell([])).retry).not.toContain(id);
  await advanceClock(api.services, 61);
  expect((await tell([])).retry).toContain(id);
  expect((await tell([])).retry).not.toContain(id);
  await tell([event({ ok: true, class: null, status: 200, connectMs: 80 })]);
  expect(await stateNow()).toBe("on");
});

test("The machine that tried last gets the next try only if no other asks for it", async () => {
  const other = await connectedMachine(api, { name: "other" });
  const asOther = (events: UpstreamEvent[] = []) =>
    other.ask("upstreams", { gateway: "other-1", epoch: "e1", open: [], events, more: 0 });
  await tell([event({ class: "auth", status: 407 })]);
  await advanceClock(api.services, 61);
  expect((await asOther()).retry).toContain(id);
  await advanceClock(api.services, 61);
  expect((await asOther()).retry).not.toContain(id);
  expect((await tell([])).retry).toContain(id);
  await advanceClock(api.services, 91);
  expect((await tell([])).retry).toContain(id);
  await tell([event({ ok: true, class: null, status: 200, connectMs: 80 })]);
  await other.stop();
});

test("Out of quota until it is resumed, or until the next day", async () => {
  const quota = event({ class: "quota", status: 402 });
  await tell([quota]);
  expect(await stateNow()).toBe("quotaGone");
  await json("upstreams", "resume", name);
  // A worker tells late what was before.
  await tell([quota]);
  expect(await stateNow()).toBe("on");
  await tell([event({ class: "quota", status: 402 })]);
  await restoreQuotas(api.services);
  expect(await stateNow()).toBe("quotaGone");
  await advanceClock(api.services, dayMs / 1_000);
  await restoreQuotas(api.services);
  expect(await stateNow()).toBe("on");
});

test("Other classes change nothing for everybody but are counted, with samples", async () => {
  await tell([
    event({ class: "targetRefused", status: 403 }),
    event({ class: "noExit" }),
    event({ class: "request", status: 400, sample: "bad city for ***" }),
  ]);
  expect(await listed()).toMatchObject({
    state: "on",
    alerts: [{ class: "request", text: "did not understand: 400 for DE: bad city for ***" }],
  });
});

test("Workers share a limit, and a tenth less after a refusal for too many connections (spec/supply#upstream-limits)", async () => {
  const limited = { maxConnections: 10 };
  await addUpstream(limited);
  const second = await api.link({ worker: 2, epoch: "e2" });
  await second.ask("hello", { gateway: "local-2", epoch: "e2" });
  const limitOf = async (by: GatewayLink, connections: number) => {
    const { limits } = await tell([], [{ upstreamId: id, connections }], by);
    return limits.find(({ upstreamId }) => upstreamId === id)?.connections ?? 0;
  };
  // Also those that have not asked yet have a share.
  await expect.poll(() => api.services.hub.gatewaysAnywhere(), { timeout: 5_000 }).toBe(2);
  expect(await limitOf(link, 0)).toBe(5);
  expect(await limitOf(second, 0)).toBe(5);
  let [mine, theirs] = [5, 0];
  for (let turn = 0; turn < 8; turn += 1) {
    theirs = await limitOf(second, 1);
    mine = await limitOf(link, mine);
    expect(mine + theirs).toBeLessThanOrEqual(10);
  }
  expect(mine).toBeGreaterThan(5);
  expect((await listed()).connections).toBeGreaterThan(5);
  await tell([event({ class: "concurrency", status: 429 })]);
  await limitOf(second, 0);
  expect(await limitOf(link, 0)).toBeLessThanOrEqual(9);
});

const usage = (bytes: number, change: Partial<UpstreamUsageRow> = {}): UpstreamUsageRow => ({
  upstreamId: id,
  accountId: customers[0] ?? "",
  day: Math.floor(api.services.world.now() / dayMs) * dayMs,
  country: "DE",
  sentBytes: 1_000,
  receivedBytes: bytes - 1_000,
  connections: 1,
  failures: 0,
  ...change,
});
async function report(upstreams: UpstreamUsageRow[], at?: number): Promise<void> {
  sequence += 1;
  const of = { gateway: "local-1", epoch: "e1", sequence: at ?? sequence, rows: [], upstreams };
  await link.ask("report", { reports: [of] });
}
const today = () => new Date(api.services.world.now()).toISOString().slice(0, 10);

test("Bytes are counted once, cost the price of their day, and are compared with reported ones (spec/supply#money)", async () => {
  await report([usage(500_000_000), usage(500_000_000, { country: "" })]);
  await report([usage(500_000_000)], sequence);
  await report([usage(1, { upstreamId: randomUUID() }), usage(1, { sentBytes: 2 ** 53 })]).catch(
    () => undefined,
  );
  const day = today();
  await json("upstreams", "reported", name, day, "1050000000");
  const lines = await json("upstreams", "report", "--from", day, "--to", day);
  expect(lines.filter((line: { upstream: string }) => line.upstream === name)).toEqual([
    {
      upstream: name,
      day,
      ownBytes: 1_000_000_000,
      reportedBytes: 1_050_000_000,
      differencePercent: 4.76,
      red: true,
      costMicros: 2_000_000,
      balanceDays: null,
    },
  ]);
  const margin = await json("margin", "--from", day, "--to", day, "--by", "upstream");
  expect(margin.items.find((line: { group: string }) => line.group === name)).toMatchObject({
    bytes: 1_000_000_000,
    costCents: 200,
    unpriced: 0,
  });
  // Books without an entry are in doubt.
  await api.customer(1);
  expect(await json("verify")).toMatchObject({ ok: true });
});

test("A report that is set aside keeps the upstream's bytes: they count when it is applied (spec/supply#money)", async () => {
  const of = {
    gateway: "local-1",
    epoch: "e1",
    sequence: 900,
    rows: [],
    upstreams: [usage(7_000)],
  };
  await link.ask("aside", { asides: [{ report: of, why: "deadlock detected", at: 0 }] });
  expect(await listed()).toMatchObject({ todayBytes: 0 });
  const [{ id: aside }] = await json("usage", "list");
  expect(await json("usage", "show", String(aside))).toMatchObject({
    upstreams: [{ upstreamId: id, sentBytes: 1_000, receivedBytes: 6_000 }],
  });
  await json("usage", "apply", "--all");
  await link.ask("report", { reports: [of] });
  expect(await listed()).toMatchObject({ todayBytes: 7_000 });
});

test("A quota of a day ends its use at once and comes back the next day", async () => {
  await addUpstream({ dayBytes: 1_000_000, monthBytes: 5_000_000 });
  await report([usage(900_000)]);
  expect(await stateNow()).toBe("on");
  await report([usage(200_000)]);
  expect(await listed()).toMatchObject({ state: "quotaGone", todayBytes: 1_100_000 });
  await advanceClock(api.services, dayMs / 1_000);
  await restoreQuotas(api.services);
  expect(await listed()).toMatchObject({ state: "on", todayBytes: 0 });
});

test("A machine alone does not end the use of an upstream that another one uses; two that agree do (spec/supply#states)", async () => {
  const evil = await connectedMachine(api, { name: "evil" });
  const honest = await connectedMachine(api, { name: "honest" });
  try {
    await tell([event({ ok: true, class: null, named: false, status: null })]);
    for (const [why, sample] of [
      ["quota", "x"],
      ["auth", "y"],
      ["concurrency", "z"],
    ] as const) {
      for (let again = 0; again < 10; again += 1)
        await tell([event({ class: why, sample: `${sample}${again}` })], [], evil);
    }
    expect(await stateNow()).toBe("on");
    const alerts = (await listed()).alerts.map(({ text }: { text: string }) => text);
    expect(alerts.toSorted()).toEqual([
      "only node evil says: out of quota",
      "only node evil says: refused the login",
      "only node evil says: too many connections",
    ]);
    await tell([event({ class: "auth" })], [], honest);
    expect(await stateNow()).toBe("authFailed");
  } finally {
    await Promise.all([evil.stop(), honest.stop()]);
  }
});

test("An answer that is worded anew each time makes few alerts", async () => {
  for (let again = 0; again < 30; again += 1)
    await tell([event({ class: "request", sample: `request ${again}` })]);
  expect((await listed()).alerts.length).toBeLessThanOrEqual(6);
});
