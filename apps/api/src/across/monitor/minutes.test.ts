/** Minutes of the monitor on a real database: written, summed, read and deleted. */
import { readEnvironment } from "@turnpike/contract/environment.ts";
import type { LoadSample } from "@turnpike/contract/gateway-states.ts";
import { sql } from "kysely";
import pino from "pino";
import { beforeEach, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { testDatabase } from "../../platform/db/testing.ts";
import type { Services } from "../../platform/services.ts";
import { realWorld } from "../../platform/world.ts";
import { modules } from "../../app.ts";
import { keepPartitions } from "../../platform/partitions/keep.ts";
import { monitorOf, type WatchedPlan } from "./load.ts";
import { minutePoints } from "./minutes.ts";
import { writeMinutes } from "./write.ts";

const planId = "0a000000-0000-4000-8000-000000000001";
const other = "0a000000-0000-4000-8000-000000000002";
const plan: WatchedPlan = { planId, carriers: ["w1"], startedAt: 0 };
const minuteMs = 60_000;
const first = Date.parse("2026-11-22T10:00:00.000Z");

let now: number;
const database = forTests(testDatabase);
beforeEach(async () => {
  now = first;
  await sql`truncate worker_minute, plan_minute`.execute(database.db);
});

type Process = Services;
/** The parts of an API process that the monitor uses. */
function process(db = database.db): Process {
  const world = { ...realWorld(), now: () => now };
  return { db, memory: new Map(), world } as unknown as Services;
}
const load = { planId, upBytes: 0, downBytes: 0, connections: 0 };
/** Adds consecutive one-second samples of a worker. */
function tell(
  process: Process,
  seconds: number,
  plans: Partial<typeof load>[] = [{ downBytes: 625_000, connections: 2 }],
  changed: Partial<LoadSample> & { gateway?: string } = {},
): void {
  const { gateway = "w1", ...rest } = changed;
  for (let count = 0; count < seconds; count += 1) {
    now += rest.spanMs ?? 1_000;
    const sample = { spanMs: 1_000, cpuPercent: 20, memoryPercent: 2, ...rest };
    monitorOf(process).sample(
      gateway,
      { ...sample, plans: plans.map((each) => ({ ...load, ...each })) },
      now,
    );
  }
}
const shown = (of: Process, minutes = 60, changed: Partial<WatchedPlan> = {}) =>
  minutePoints(of, { ...plan, ...changed }, minutes);
const starts = (points: { at: string }[]) =>
  points.map(({ at }) => (Date.parse(at) - first) / minuteMs);
async function stored() {
  const { rows: plans } = await sql<{ down: number; ms: number; rows: number }>`
    select coalesce(sum(down_bytes), 0)::bigint as down,
      coalesce(sum(connection_ms), 0)::bigint as ms, count(*)::int as rows
    from plan_minute`.execute(database.db);
  const { rows: workers } = await sql<{ span: number; rows: number }>`
    select coalesce(sum(span_ms), 0)::int as span, count(*)::int as rows from worker_minute`.execute(
    database.db,
  );
  return { ...plans[0], span: workers[0]?.span, workers: workers[0]?.rows };
}
const full = {
  cpuPercent: 20,
  memoryPercent: 2,
  downMbps: 5,
  upMbps: 0,
  bandwidthMbps: 5,
  tcpConnections: 2,
};

test("A minute is written once it is over; the current one is shown from memory", async () => {
  const api = process();
  tell(api, 60);
  await writeMinutes(api);
  expect(await stored()).toMatchObject({ rows: 0, workers: 0 });
  now += 3_000;
  await writeMinutes(api);
  await writeMinutes(api);
  expect(await stored()).toEqual({
    down: 37_500_000,
    ms: 120_000,
    rows: 1,
    span: 60_000,
    workers: 1,
  });
  tell(api, 10, [{ downBytes: 1_250_000, connections: 5 }]);
  const points = await shown(api);
  expect(starts(points)).toEqual([0, 1]);
  expect(points[0]).toMatchObject(full);
  expect(points[1]).toMatchObject({ downMbps: 10, tcpConnections: 5 });
  expect(await shown(api, 60, { planId: other, carriers: [] })).toEqual([]);
});

test("A sample across two minutes is split, and late samples are added", async () => {
  const api = process();
  now += 30_500;
  tell(api, 29);
  now += 4_000;
  await writeMinutes(api);
  const before = await stored();
  now -= 4_000;
  tell(api, 1, [{ downBytes: 625_001, connections: 2 }]);
  now += minuteMs + 3_000;
  await writeMinutes(api);
  const after = await stored();
  expect([before.down, after.down]).toEqual([29 * 625_000, 30 * 625_000 + 1]);
  expect([after.workers, after.span, after.ms]).toEqual([2, 30_000, 60_000]);
  expect(starts(await shown(api))).toEqual([0, 1]);
  expect((await shown(api))[0]).toMatchObject(full);
});

test("A minute with a restart adds up; only the time without samples is missing", async () => {
  const before = process();
  tell(before, 20);
  await writeMinutes(before, true);
  now += 10_000;
  const after = process();
  tell(after, 15, undefined, { cpuPercent: 60, memoryPercent: 4 });
  expect((await shown(after))[0]).toMatchObject({ downMbps: 5, tcpConnections: 2 });
  tell(after, 15, undefined, { cpuPercent: 60, memoryPercent: 4 });
  now += 10_000;
  await writeMinutes(after);
  expect(await stored()).toEqual({
    down: 31_250_000,
    ms: 100_000,
    rows: 1,
    span: 50_000,
    workers: 1,
  });
  // 20 s at 20 % and 30 s at 60 %.
  expect(await shown(process())).toMatchObject([{ ...full, cpuPercent: 44, memoryPercent: 3.2 }]);
});

test("With two processes, a minute contains each one's worker exactly once", async () => {
  const [one, two] = [process(), process()];
  tell(one, 60);
  now = first;
  tell(two, 60, [{ upBytes: 125_000, connections: 1 }], {
    gateway: "w2",
    cpuPercent: 40,
    memoryPercent: 3,
  });
  now += 5_000;
  await Promise.all([writeMinutes(one), writeMinutes(two), writeMinutes(one)]);
  const both = {
    cpuPercent: 30,
    memoryPercent: 5,
    tcpConnections: 3,
    downMbps: 5,
    upMbps: 1,
    bandwidthMbps: 6,
  };
  for (const api of [one, two, process()]) {
    expect(await shown(api, 60, { carriers: ["w1", "w2"] })).toMatchObject([both]);
    expect(await shown(api, 60, { carriers: [] })).toMatchObject([both]);
  }
});

test("Idle minutes of its workers are shown as zeros; minutes without samples are left out", async () => {
  const api = process();
  tell(api, 60);
  tell(api, 60, []);
  now += 2 * minuteMs;
  tell(api, 60, [{ planId: other, downBytes: 5 }]);
  tell(api, 60, [], { gateway: "w2" });
  now += 4_000;
  await writeMinutes(api);
  const idle = { bandwidthMbps: 0, tcpConnections: 0, cpuPercent: 20 };
  for (const reader of [api, process()]) {
    const points = await shown(reader);
    expect(starts(points)).toEqual([0, 1, 4]);
    expect(points.slice(1)).toMatchObject([idle, idle]);
  }
  expect(starts(await shown(api, 60, { startedAt: first + 90_000 }))).toEqual([1, 4]);
  // A plan whose ports moved to another worker keeps the first worker's minutes.
  expect(starts(await shown(api, 60, { carriers: ["w2"] }))).toEqual([0, 5]);
  expect(await stored()).toMatchObject({ rows: 2, workers: 4 });
});

test("Bytes are written exactly, whatever the samples' lengths; none twice, none lost", async () => {
  const api = process();
  let told = 0;
  for (let count = 1; count <= 400; count += 1) {
    const downBytes = (count * 104_729) % 1_299_709;
    told += downBytes;
    tell(api, 1, [{ downBytes, connections: count % 7 }], { spanMs: 600 + ((count * 61) % 900) });
    if (count % 23 === 0) await writeMinutes(api);
    if (count % 100 === 0) await shown(api);
  }
  await writeMinutes(api, true);
  const { down, span } = await stored();
  expect(down).toBe(told);
  expect(Math.abs((span ?? 0) - (now - first))).toBeLessThan(60);
});

test("Minutes that could not be written are kept, shown and written later", async () => {
  const broken = await testDatabase();
  const api = process(broken.db);
  tell(api, 60);
  now += 5_000;
  await sql`alter table plan_minute rename to elsewhere`.execute(broken.db);
  await expect(writeMinutes(api)).rejects.toThrow(/plan_minute/);
  const { rows } = await sql`select 1 from worker_minute`.execute(broken.db);
  expect(rows).toEqual([]);
  await sql`alter table elsewhere rename to plan_minute`.execute(broken.db);
  expect(await shown(api)).toMatchObject([full]);
  await writeMinutes(api);
  expect(await shown(process(broken.db))).toMatchObject([full]);
  await broken.drop();
});

test("A reader concurrent with the writer sees each minute complete and once", async () => {
  const api = process();
  tell(api, 600);
  now += 5_000;
  const readers = () => Array.from({ length: 10 }, () => shown(api));
  const before = readers();
  const written = writeMinutes(api);
  const read = await Promise.all([...before, ...readers()]);
  await written;
  for (const points of read) {
    expect(points).toHaveLength(10);
    for (const point of points) expect(point).toMatchObject(full);
  }
});

test("After the lab's clock moves an hour, the minute is written unchanged and the hour is a gap", async () => {
  const api = process();
  tell(api, 90);
  now += 3_600_000;
  await writeMinutes(api);
  tell(api, 60);
  const points = await shown(api, 360);
  expect(starts(points)).toEqual([0, 1, 61, 62]);
  for (const point of points) expect(point).toMatchObject(full);
  expect(starts(await shown(api, 60))).toEqual([61, 62]);
});

test("60, 360 and 1,440 minutes can be read; minutes are dropped 32 hours later at the latest", async () => {
  const api = process();
  const aMinute = { downBytes: 37_500_000, connections: 2 };
  for (let count = 0; count < 26; count += 1) {
    tell(api, 1, [aMinute], { spanMs: minuteMs });
    await writeMinutes(api, true);
  }
  await sql`
    insert into plan_minute select ${planId}, at, 'w1', 0, 37500000, 120000
    from generate_series(${new Date(first - 26 * 3_600_000)}::timestamptz,
      ${new Date(first - 1)}::timestamptz, interval '1 minute') as at`.execute(database.db);
  await sql`
    insert into worker_minute select 'w1', minute, 60000, 20, 2 from plan_minute
    on conflict do nothing`.execute(database.db);
  now = first + 26 * minuteMs;
  for (const minutes of [60, 360, 1440] as const) {
    const points = await shown(api, minutes);
    // The current minute has just begun and has no samples.
    expect(points).toHaveLength(minutes - 1);
    expect(points.every(({ downMbps }) => downMbps === 5)).toBe(true);
  }
  const left = async (hours: number) => {
    const log = pino({ enabled: false });
    const env = readEnvironment({ NODE_ENV: "test" });
    await keepPartitions({ db: database.db, log, modules, env }, Date.now() + hours * 3_600_000);
    const { rows } = await sql<{ minutes: number }>`
      select (select count(*) from plan_minute) + (select count(*) from worker_minute)
        as minutes`.execute(database.db);
    return rows[0]?.minutes;
  };
  expect(await left(0)).toBeGreaterThan(2 * 1_440);
  // Whole partitions are dropped: quarter days, and one for all before the installation.
  expect(await left(32)).toBe(0);
});
