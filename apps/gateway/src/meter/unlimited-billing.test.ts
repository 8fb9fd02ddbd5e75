/** Unlimited ports' bytes are counted exactly as carried (M1). */
import type { UsageRow } from "@turnpike/contract/data-plane.ts";
import type { UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningGateway } from "../serve.ts";
import { Client, connectTo, eventually, gatewayAt, socksTo } from "../testing/test-gateway.ts";
import { bothEngines } from "../testing/engines.ts";
import {
  absoluteRequests,
  countingTarget,
  type CountingTarget,
  exchange,
  resetAmid,
} from "../testing/exact-traffic.ts";
import { TestHub } from "../testing/test-hub.ts";
import { httpOrigin, type Origin } from "../testing/origin.ts";
import { dora, unlimitedExit, unlimitedPort, whenOpen } from "../testing/unlimited-ports.ts";
import { seeded } from "../testing/test-sizes.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";

let gateway: RunningGateway;
let web: Origin & { up(): number; down(): number };
let raw: CountingTarget;
let facts: [UnlimitedPortFact, UnlimitedPortFact];

/** Sends `up` bytes and receives `down`; both are compared. */
async function tunnel({ port }: { port: number }, socks: boolean, up: number, down: number) {
  const { client } = socks
    ? await socksTo({ port }, { ...dora, port: raw.port })
    : await connectTo({ port }, { ...dora, authority: raw.authority });
  await exchange(client, up, down);
}

const requests = ({ port }: { port: number }, sizes: number[]) =>
  absoluteRequests(new Client(port), web.authority, { sizes, login: dora });

describe.each(bothEngines)("exact accounting ($name engine)", (engine) => {
  const options = { lastReportsMs: 300, ...engine.options };
  const open = async () => {
    gateway = await gatewayAt(hub, [web.authority, raw.authority], options);
    for (const fact of facts) await whenOpen(hub, fact);
  };
  const hub = forEachTest(() => new TestHub().listen());
  beforeEach(async () => {
    [web, raw] = await Promise.all([httpOrigin(), countingTarget()]);
    for (let count = 0; count < 3; count += 1) hub.upsert(unlimitedExit());
    const [first = 0, second = 0] = await freePorts(2);
    // One port that has to wait for turns, and one that hardly has to.
    facts = [
      unlimitedPort({ port: first, mbps: 100 }),
      unlimitedPort({ port: second, product: "bandwidth", planId: "plan-2" }),
    ];
    for (const fact of facts) hub.upsert(fact);
    await open();
  });
  afterEach(async () => {
    await gateway.stop(100);
    await Promise.all([web.stop(), raw.stop()]);
  });

  test("Two ports at once are counted separately, and together equal what the targets saw", async () => {
    const random = seeded(62);
    const size = () => 4 + Math.floor(random() ** 3 * 1024 * 1024);
    const [slow, fast] = facts;
    const carried = new Map(facts.map(({ id }) => [id, { up: 0, down: 0 }]));
    for (let round = 0; round < 3; round += 1) {
      const each = [slow, fast].flatMap((fact) =>
        [false, true].map((socks) => {
          const [up, down] = [size(), size()];
          const sum = carried.get(fact.id);
          if (sum) Object.assign(sum, { up: sum.up + up, down: sum.down + down });
          return tunnel(fact, socks, up, down);
        }),
      );
      await Promise.all(each);
    }
    const answered = await requests(fast, [size(), size(), 0, size()]);
    await eventually("all is counted", () => hub.billed(fast.id).requests === 10);
    await eventually("all is counted", () => hub.billed(slow.id).requests === 6);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(hub.billed(slow.id)).toEqual({ ...carried.get(slow.id), requests: 6 });
    const own = carried.get(fast.id) ?? { up: 0, down: 0 };
    expect(hub.billed(fast.id)).toEqual({
      up: own.up + web.up(),
      down: own.down + answered,
      requests: 10,
    });
    expect(raw.up() + web.up()).toBe(hub.billed(slow.id).up + hub.billed(fast.id).up);
    const kinds = new Set(hub.rows.map((row: UsageRow) => `${row.product} ${row.leaseId}`));
    expect([...kinds].sort()).toEqual(["bandwidth ", "port "]);
    expect([hub.unleased, hub.leases.size]).toEqual([0, 0]);
  }, 60_000);

  test("Usage while the hub is unreachable is reported once, even after a restart", async () => {
    const [fact] = facts;
    await tunnel(fact, false, 10, 1_000);
    await hub.disconnect();
    await tunnel(fact, true, 20_004, 300_000);
    await new Promise((resolve) => setTimeout(resolve, 400));
    await gateway.stop(0);
    hub.ports.clear();
    await hub.listen();
    await open();
    await eventually("both are counted", () => hub.billed(fact.id).requests === 2);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(hub.billed(fact.id)).toEqual({ up: 20_014, down: 301_000, requests: 2 });
  }, 20_000);

  test("A reset mid-transfer counts no more than was handed over", async () => {
    const [fact] = facts;
    const { client } = await connectTo({ port: fact.port }, { ...dora, authority: raw.authority });
    const isOver = () => gateway.connections.size === 0;
    await resetAmid(client, { isOver, billed: () => hub.billed(fact.id) });
  });
});
