import type { UsageRow } from "@turnpike/contract/data-plane.ts";
import type { UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import type { LoadSample } from "@turnpike/contract/gateway-states.ts";
import { LinkDown } from "@turnpike/link/link.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { LoadReports, type ProcessUsage } from "./load-reports.ts";
import { openLog } from "../lib/log.ts";
import { ownsShard } from "../lib/owns-shard.ts";
import { Snapshot } from "../link/snapshot.ts";
import { connectTo, eventually } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { dora, UnlimitedPortStage, unlimitedPort } from "../testing/unlimited-ports.ts";

const row = (changed: Partial<UsageRow>): UsageRow => ({
  leaseId: "",
  accountId: "a",
  subAccountId: "p1",
  product: "port",
  hour: 0,
  domain: "x.example",
  country: "DE",
  city: "berlin",
  upBytes: 0,
  downBytes: 0,
  requests: 0,
  ...changed,
});

let now: number;
let used: ProcessUsage;
let open: Map<string, number>;
let snapshot: Snapshot;
let load: LoadReports;
let samples: LoadSample[];
/** The hub's answer; immediate by default. */
let answer: () => Promise<void>;
const put = (fact: UnlimitedPortFact) =>
  snapshot.applyChange({ kind: "change", seq: 0, puts: [fact], drops: [] });

beforeEach(() => {
  [now, used, open, snapshot, samples] = [0, used0(), new Map(), new Snapshot(), []];
  answer = async () => {};
  put(unlimitedPort({ id: "p1", planId: "one" }));
  put(unlimitedPort({ id: "p2", planId: "one" }));
  put(unlimitedPort({ id: "p3", planId: "two", product: "bandwidth" }));
  load = make({ worker: 0, workers: 1 });
});
function used0(): ProcessUsage {
  return { cpuMs: 500, memoryPercent: 2 };
}
function make(share: { worker: number; workers: number }): LoadReports {
  const ask = async (_kind: string, { sample }: { sample: LoadSample }) => {
    samples.push(sample);
    await answer();
    return {};
  };
  return new LoadReports({
    gateway: "g1",
    epoch: "e1",
    ...share,
    snapshot,
    log: openLog("silent", "test"),
    link: { ask } as never,
    connections: { openPorts: () => open },
    clock: () => now,
    used: () => ({ ...used }),
  });
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
/** One collection of the meter, so long after the last. */
async function collect(afterMs: number, rows: UsageRow[] = []): Promise<void> {
  now += afterMs;
  load.addUsage(rows);
  await settled();
}
async function second(rows: UsageRow[] = []): Promise<void> {
  await collect(250, rows);
  for (let tick = 0; tick < 3; tick += 1) await collect(250);
}

test("One sample per second: bytes of a plan's ports together, its connections, CPU of that time", async () => {
  open = new Map([
    ["p1", 3],
    ["p2", 1],
  ]);
  await collect(250);
  used.cpuMs += 300;
  await collect(250, [row({ upBytes: 5, downBytes: 70 })]);
  await collect(250, [row({ subAccountId: "p2", downBytes: 30, upBytes: 1 })]);
  expect(samples).toEqual([]);
  await collect(250, [row({ subAccountId: "p3", product: "bandwidth", downBytes: 9 })]);
  expect(samples).toEqual([
    {
      spanMs: 1_000,
      cpuPercent: 30,
      memoryPercent: 2,
      plans: [
        { planId: "one", upBytes: 6, downBytes: 100, connections: 4 },
        { planId: "two", upBytes: 0, downBytes: 9, connections: 0 },
      ],
    },
  ]);
  open = new Map();
  await second();
  expect(samples[1]).toEqual({ spanMs: 1_000, cpuPercent: 0, memoryPercent: 2, plans: [] });
});

test("A late timer gives a longer span, and no more CPU than one core has", async () => {
  await second();
  used.cpuMs += 9_000;
  await collect(3_400, [row({ downBytes: 1_000 })]);
  expect(samples[1]).toMatchObject({ spanMs: 3_400, cpuPercent: 100 });
  expect(samples[1]?.plans).toEqual([
    { planId: "one", upBytes: 0, downBytes: 1_000, connections: 0 },
  ]);
  await second();
  expect(samples[2]).toMatchObject({ spanMs: 1_000, plans: [] });
});

test("Lost samples are sent with the next one, as one longer span, and only once", async () => {
  await second([row({ downBytes: 10 })]);
  answer = () => Promise.reject(new LinkDown("away"));
  used.cpuMs += 400;
  await second([row({ downBytes: 20 })]);
  await second([row({ downBytes: 30 }), row({ subAccountId: "p3", product: "bandwidth" })]);
  answer = async () => {};
  used.cpuMs += 200;
  await second([row({ upBytes: 7 })]);
  await second();
  expect(samples.map(({ spanMs }) => spanMs)).toEqual([1_000, 1_000, 2_000, 3_000, 1_000]);
  expect(samples[3]).toMatchObject({
    cpuPercent: 20,
    plans: [
      { planId: "one", upBytes: 7, downBytes: 50, connections: 0 },
      { planId: "two", upBytes: 0, downBytes: 0, connections: 0 },
    ],
  });
  expect(samples[4]?.plans).toEqual([]);
});

test("Only one request is pending at a time; later usage is sent with the next one", async () => {
  let taken = () => {};
  answer = () =>
    new Promise((resolve) => {
      taken = resolve;
    });
  await second([row({ downBytes: 1 })]);
  await second([row({ downBytes: 2 })]);
  await second([row({ downBytes: 4 })]);
  expect(samples).toHaveLength(1);
  answer = async () => {};
  taken();
  await settled();
  await collect(250);
  expect(samples[1]).toMatchObject({ spanMs: 2_250, plans: [{ downBytes: 6 }] });
});

test("Usage that could not be sent for a minute is dropped", async () => {
  answer = () => Promise.reject(new LinkDown("away"));
  for (let count = 0; count < 65; count += 1) await second([row({ downBytes: 1 })]);
  answer = async () => {};
  await second();
  const last = samples.at(-1);
  expect(last?.spanMs).toBeLessThanOrEqual(60_000);
  expect(last?.plans[0]?.downBytes).toBe(Math.round((last?.spanMs ?? 0) / 1_000) - 1);
});

test("A worker without ports of plans sends nothing; traffic of the pool is not included", async () => {
  for (const id of ["p1", "p2", "p3"]) {
    snapshot.applyChange({
      kind: "change",
      seq: 0,
      puts: [],
      drops: [{ kind: "unlimitedPort", id }],
    });
  }
  await second([row({ downBytes: 5 })]);
  expect(samples).toEqual([]);
  put(unlimitedPort({ id: "p1", planId: "one" }));
  const pool = row({ product: "traffic", downBytes: 99 });
  await second([pool, row({ subAccountId: "gone", downBytes: 7 })]);
  expect(samples).toEqual([
    { spanMs: 1_000, cpuPercent: 0, memoryPercent: 2, plans: [] } satisfies LoadSample,
  ]);
});

test("Of several workers only those that own ports send samples", async () => {
  const workers = [0, 1, 2, 3, 4, 5, 6, 7].map((worker) => ({ worker, workers: 8 }));
  const told: boolean[] = [];
  for (const share of workers) {
    load = make(share);
    samples = [];
    await second();
    told.push(samples.length > 0);
  }
  const expected = workers.map((share) => ["p1", "p2", "p3"].some((id) => ownsShard(id, share)));
  expect(told).toEqual(expected);
  expect(new Set(told).size).toBe(2);
});

test("After stopping, nothing is sent", async () => {
  load.stop();
  await second([row({ downBytes: 5 })]);
  expect(samples).toEqual([]);
});

describe.each(engines)("a real worker ($name engine)", ({ options }) => {
  const stage = forEachTest(() => UnlimitedPortStage.open(options));
  const sums = () => {
    const plans = stage.hub.loads.flatMap((sample) => sample.plans);
    const of = (way: "upBytes" | "downBytes") => plans.reduce((sum, plan) => sum + plan[way], 0);
    return { up: of("upBytes"), down: of("downBytes") };
  };
  const lastOpen = () => stage.hub.loads.at(-1)?.plans[0]?.connections ?? 0;

  test("sends samples with the exact bytes, and with open connections within a second", async () => {
    const { hub, origin, fact } = stage;
    await eventually("the first sample", () => hub.loads.length > 0, 2_000);
    const request = { ...dora, authority: origin.authority };
    const tunnels = await Promise.all([1, 2, 3].map(() => connectTo(stage.endpoint, request)));
    await eventually("three are seen", () => lastOpen() === 3, 1_600);
    const began = performance.now();
    const already = hub.loads.length;
    await Promise.all(
      tunnels.map(async ({ client }, at) => {
        const get = `GET /bytes/${3_000_000 + at} HTTP/1.1\r\nHost: a\r\n\r\n`;
        client.socket.write(get);
        const head = await client.head();
        await client.exactly(Number(/content-length: (\d+)/i.exec(head)?.[1]));
      }),
    );
    for (const { client } of tunnels) client.socket.end();
    await eventually("none is seen", () => hub.loads.length > already && lastOpen() === 0, 3_000);
    await eventually("all is billed", () => hub.billed(fact.id).down > 9_000_000);
    await eventually("all is told", () => sums().down === hub.billed(fact.id).down, 2_500);
    expect(sums()).toMatchObject({ up: hub.billed(fact.id).up, down: hub.billed(fact.id).down });
    const spans = hub.loads.slice(already).reduce((sum, { spanMs }) => sum + spanMs, 0);
    expect(Math.abs(spans - (performance.now() - began))).toBeLessThan(1_500);
    for (const { cpuPercent, memoryPercent } of hub.loads) {
      expect(cpuPercent).toBeGreaterThanOrEqual(0);
      expect(cpuPercent).toBeLessThanOrEqual(100);
      expect(memoryPercent).toBeGreaterThan(0);
      expect(memoryPercent).toBeLessThan(50);
    }
  }, 20_000);

  test("reports the CPU that it uses", async () => {
    const { hub } = stage;
    const already = hub.loads.length;
    // The worker runs in this process, so its CPU usage is this process's.
    const [used, began] = [process.cpuUsage(), performance.now()];
    while (performance.now() < began + 1_500) {
      const chunk = performance.now() + 40;
      while (performance.now() < chunk) Math.sqrt(chunk);
      await settled();
    }
    await eventually("samples", () => hub.loads.length > already + 1, 8_000);
    const { user, system } = process.cpuUsage(used);
    // Other work on the machine may leave it only part of a core.
    const usedPercent = (user + system) / 10 / (performance.now() - began);
    const most = Math.max(...hub.loads.slice(already).map(({ cpuPercent }) => cpuPercent));
    expect(most).toBeGreaterThan(0.6 * usedPercent);
  }, 15_000);

  test("reports little CPU while it waits", async () => {
    const { hub } = stage;
    const already = hub.loads.length;
    const [used, began] = [process.cpuUsage(), performance.now()];
    await eventually("quiet samples", () => hub.loads.length > already + 3, 12_000);
    const { user, system } = process.cpuUsage(used);
    const usedPercent = (user + system) / 10 / (performance.now() - began);
    const least = Math.min(...hub.loads.slice(already + 1).map(({ cpuPercent }) => cpuPercent));
    expect(least).toBeLessThan(1.4 * usedPercent + 3);
  }, 15_000);
});
