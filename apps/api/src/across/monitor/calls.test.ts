/** The monitor's calls, over HTTP and the link (spec/unlimited#monitor). */
import { setTimeout as sleep } from "node:timers/promises";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { isFull, sized } from "@turnpike/net/testing/full.ts";
import type { LoadSample, PlanLoad } from "@turnpike/contract/gateway-states.ts";
import type { MonitorPoint } from "@turnpike/contract/monitor.ts";
import { sql } from "kysely";
import { afterEach, beforeAll, expect, test } from "vitest";
import { streamsPerAccount } from "../../platform/http/streams.ts";
import { type OpenedStream, openStream } from "../../products/live/testing.ts";
import { startHubApi } from "../request-log/testing.ts";
import { givePlan, type GivePlanOptions } from "../../products/unlimited/give-testing.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";

const api = forTests(startHubApi);
beforeAll(async () => {
  await api.gateway();
}, 60_000);

const opened: OpenedStream<MonitorPoint>[] = [];
const timers: NodeJS.Timeout[] = [];
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
  for (const timer of timers.splice(0)) clearInterval(timer);
});
async function live(fields: Record<string, string>) {
  const stream = await openStream(api.url, "monitorLive", fields);
  opened.push(stream);
  return stream;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let workers = 1;
/** A customer with a plan that began two days ago and is carried by its own worker. */
async function owner(given: GivePlanOptions = {}) {
  const { id, session, email } = await api.register();
  const plan = await givePlan(api.services, id, { open: false, ...given });
  workers += 1;
  const worker = await api.gateway(workers);
  const gateway = `local-${workers}`;
  await sql`
    update unlimited_port set gateway = ${gateway} where plan_id = ${plan.id}`.execute(api.db);
  const began = new Date(api.services.world.now() - 2 * dayMs);
  await sql`
    update unlimited_plan set started_at = ${began} where id = ${plan.id}`.execute(api.db);
  const look = async (minutes: number | string = 15, fields: Record<string, string> = {}) =>
    api.send("monitor", { session, planId: plan.id, minutes, ...fields });
  return { id, session, email, planId: plan.id, worker, look };
}
type Owner = Awaited<ReturnType<typeof owner>>;

/** Sends a sample of an owner's worker over the link. */
function tell(of: Owner, plan: Partial<PlanLoad> | null, changed: Partial<LoadSample> = {}) {
  const load = { planId: of.planId, upBytes: 0, downBytes: 0, connections: 0 };
  const sample = {
    spanMs: 1_000,
    cpuPercent: 12.34,
    memoryPercent: 3.456,
    plans: plan === null ? [] : [{ ...load, ...plan }],
    ...changed,
  };
  return of.worker.ask("load", { gateway: "", epoch: "", sample });
}
/** Sends a sample every second from now on. */
function keepTelling(of: Owner, plan: Partial<PlanLoad> | null): void {
  const telling = () => void tell(of, plan).catch(() => {});
  telling();
  timers.push(setInterval(telling, 1_000));
}

test("A worker's samples are shown by the second: rates of the plan, CPU and memory of the worker", async () => {
  const ada = await owner();
  await tell(ada, { downBytes: 6_250_000, upBytes: 1_250_000, connections: 8 }, { spanMs: 10_000 });
  const { code, data } = await ada.look();
  expect(code).toBe(0);
  const figures = {
    cpuPercent: 12.3,
    memoryPercent: 3.5,
    tcpConnections: 8,
    downMbps: 5,
    upMbps: 1,
    bandwidthMbps: 6,
  };
  expect(data.now).toEqual({ at: expect.stringMatching(/Z$/), ...figures });
  expect(data.series.length).toBeGreaterThanOrEqual(8);
  for (const point of data.series) {
    expect(point).toEqual({ at: expect.stringMatching(/:\d\d\.000Z$/), ...figures });
  }
  const ats = data.series.map(({ at }) => Date.parse(at));
  expect(ats).toEqual(ats.toSorted((one, other) => one - other));
  expect(Math.abs(Date.parse(data.now.at) - api.services.world.now())).toBeLessThan(2_000);
  for (const minutes of [60, 360, 1440]) {
    const { series } = (await ada.look(minutes)).data;
    expect(series.length).toBeGreaterThanOrEqual(1);
    expect(series[0]).toEqual({ at: expect.stringMatching(/:00\.000Z$/), ...figures });
  }
});

test("A bandwidth plan has the same monitor, and an expired plan keeps its own", async () => {
  const bob = await owner({ kind: "bandwidth", quantity: 200 });
  await tell(bob, { downBytes: 125_000_000, connections: 40 }, { spanMs: 10_000 });
  expect((await bob.look()).data.now).toMatchObject({ downMbps: 100, tcpConnections: 40 });
  const eve = await owner();
  await tell(eve, { downBytes: 625_000, connections: 1 });
  await sql`
    update unlimited_plan set expires_at = started_at + interval '1 hour' where id = ${eve.planId}`.execute(
    api.db,
  );
  expect((await eve.look()).data.now).toMatchObject({ downMbps: 5 });
});

test("Idle seconds are shown as zeros; seconds without samples are not shown", async () => {
  const ida = await owner();
  const before = await ida.look();
  expect(before.data.series).toEqual([]);
  expect(before.data.now).toMatchObject({
    cpuPercent: 0,
    memoryPercent: 0,
    bandwidthMbps: 0,
    tcpConnections: 0,
  });
  await tell(ida, null, { spanMs: 8_000 });
  const { series, now } = (await ida.look()).data;
  expect(series.length).toBeGreaterThanOrEqual(6);
  expect(series.every(({ bandwidthMbps, cpuPercent }) => bandwidthMbps + cpuPercent === 12.3)).toBe(
    true,
  );
  expect(now).toMatchObject({ cpuPercent: 12.3, bandwidthMbps: 0 });
});

test("Nothing is shown from before the plan's start", async () => {
  const kim = await owner();
  await tell(kim, null, { spanMs: 100_000 });
  expect((await kim.look()).data.series.length).toBeGreaterThan(95);
  const { db, world } = api.services;
  const began = new Date(world.now() - 20_000);
  await sql`update unlimited_plan set started_at = ${began} where id = ${kim.planId}`.execute(db);
  const { series } = (await kim.look()).data;
  expect(series.length).toBeGreaterThan(15);
  expect(Date.parse(series[0]?.at ?? "")).toBeGreaterThan(began.getTime() - 1_000);
  expect((await kim.look(60)).data.series.length).toBeLessThanOrEqual(2);
});

test("After the lab's clock moves an hour, the seconds are gone, the minutes remain, `now` is zero", async () => {
  const joe = await owner();
  await tell(joe, { downBytes: 625_000 * 30, connections: 3 }, { spanMs: 30_000 });
  await api.advance(3_600);
  const seconds = (await joe.look()).data;
  expect(seconds.series).toEqual([]);
  expect(seconds.now).toMatchObject({ bandwidthMbps: 0, tcpConnections: 0 });
  const { series } = (await joe.look(360)).data;
  expect(series.length).toBeGreaterThanOrEqual(1);
  expect(series.every(({ downMbps }) => downMbps === 5)).toBe(true);
  await tell(joe, { downBytes: 625_000 });
  expect((await joe.look()).data.now.downMbps).toBe(5);
});

test("Unknown and other customers' plans are not found, and nothing about them is returned", async () => {
  const [liz, mat] = [await owner(), await owner()];
  await tell(liz, { downBytes: 1_000 });
  const ids = [liz.planId, "0a000000-0000-4000-8000-00000000000f", "junk", "0"];
  for (const planId of ids) {
    for (const minutes of ["15", "1440"]) {
      const { code, data } = await mat.look(minutes, { planId });
      expect([planId, code]).toEqual([planId, 404]);
      expect(data).toEqual({ reason: "planNotFound", field: "planId" });
    }
    const stream = await live({ session: mat.session, planId });
    expect(stream.type).toContain("application/json");
    expect(JSON.parse(stream.text)).toMatchObject({ code: 404, data: { reason: "planNotFound" } });
  }
  for (const minutes of [0, 14, 30, 1441, -15, "junk", ""]) {
    const { code, data } = await mat.look(minutes);
    expect([minutes, code, data.field]).toEqual([minutes, 400, "minutes"]);
    // Not the reason that an invalid login duration gets.
    expect(data.reason).toBe(minutes === "" ? "missingField" : "badField");
  }
  expect((await api.send("monitor", { planId: mat.planId, minutes: 15 })).code).toBe(300);
});

test("The access key can read the monitor and its stream", async () => {
  const noa = await owner();
  const { data } = await api.send("member", { session: noa.session });
  const fields = { key: data.accessKey, planId: noa.planId };
  expect((await api.send("monitor", { ...fields, minutes: 15 })).code).toBe(0);
  expect((await live(fields)).type).toContain("text/event-stream");
});

test("The stream sends the newest point every second, each second once, only of this plan", async () => {
  const [oli, pam] = [await owner(), await owner()];
  keepTelling(oli, { downBytes: 625_000, connections: 2 });
  keepTelling(pam, null);
  await sleep(sized(1_200, 2_500));
  const stream = await live({ session: oli.session, planId: oli.planId });
  expect([stream.status, stream.type]).toEqual([200, "text/event-stream; charset=utf-8"]);
  const began = performance.now();
  await expect
    .poll(() => stream.events.length, { timeout: 8_000 })
    .toBeGreaterThanOrEqual(sized(3, 5));
  expect(performance.now() - began).toBeLessThan(timeLimit(6_500));
  const ats = stream.events.map(({ at }) => Date.parse(at) / 1_000);
  expect(ats).toEqual(ats.map((_, index) => (ats[0] ?? 0) + index));
  for (const { downMbps, tcpConnections } of stream.events) {
    expect(downMbps).toBeGreaterThan(4.7);
    expect(downMbps).toBeLessThan(5.3);
    expect(tcpConnections).toBe(2);
  }
  const age = api.services.world.now() - Date.parse(stream.events.at(-1)?.at ?? "");
  expect(age).toBeLessThan(3_500);
  // The same points as in the call's response.
  const { series } = (await oli.look()).data;
  expect(series).toEqual(expect.arrayContaining(stream.events.slice(0, -1)));
});

test("Seconds that arrive late are sent together, and none is missing", async () => {
  const quin = await owner();
  await tell(quin, { connections: 1 }, { spanMs: 10_000 });
  const stream = await live({ session: quin.session, planId: quin.planId });
  await expect.poll(() => stream.events.length).toBe(1);
  await sleep(3_200);
  await tell(quin, { connections: 1 }, { spanMs: 4_000 });
  await expect.poll(() => stream.events.length, { timeout: 3_000 }).toBeGreaterThanOrEqual(4);
  const ats = stream.events.map(({ at }) => Date.parse(at) / 1_000);
  expect(ats).toEqual(ats.map((_, index) => (ats[0] ?? 0) + index));
});

test.runIf(isFull)(
  "Without samples the stream stays silent, and still ends with the session",
  async () => {
    const { session, planId } = await owner();
    const stream = await live({ session, planId });
    await expect.poll(() => stream.text.length, { timeout: 3_000 }).toBeGreaterThan(3);
    expect(stream.events).toEqual([]);
    await api.send("signout", { session });
    await expect.poll(() => stream.ended, { timeout: 2_500 }).toBe(true);
  },
);

test("An account can have ten streams at most; a closed page frees one", async () => {
  const { session, planId } = await owner();
  const pages = [];
  for (let count = 0; count < streamsPerAccount; count += 1)
    pages.push(await live({ session, planId }));
  const refused = await live({ session, planId });
  expect(JSON.parse(refused.text)).toMatchObject({
    code: 409,
    data: { reason: "tooMany", limit: streamsPerAccount },
  });
  const other = await owner();
  expect((await live({ session: other.session, planId: other.planId })).type).toContain("event");
  pages[0]?.close();
  await expect
    .poll(async () => (await live({ session, planId })).type, { timeout: 2_000 })
    .toContain("event-stream");
});
