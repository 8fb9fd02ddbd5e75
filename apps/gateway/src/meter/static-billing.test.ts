/** Static IPs' bytes are counted as carried, without disturbing leased traffic. */
import type { ExitFact, UsageRow } from "@turnpike/contract/data-plane.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import type { RunningGateway } from "../serve.ts";
import { Client, connectTo, eventually, gatewayAt, socksTo } from "../testing/test-gateway.ts";
import type { Endpoint } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import {
  absoluteRequests,
  countingTarget,
  type CountingTarget,
  exchange,
  resetAmid,
} from "../testing/exact-traffic.ts";
import { labExit } from "../testing/resources.ts";
import { TestHub } from "../testing/test-hub.ts";
import { httpOrigin, type Origin } from "../testing/origin.ts";
import { staticListenerOf } from "../testing/static-ips.ts";
import { freePort } from "@turnpike/net/testing/free-ports.ts";
import { seeded } from "../testing/test-sizes.ts";

const hub = forEachTest(() => new TestHub().listen());
let gateway: RunningGateway;
let web: Origin & { up(): number; down(): number };
let raw: CountingTarget;
let port: number;
const password = "secret3";

interface Customer {
  id: string;
  user: string;
  ip: string;
  door: Endpoint;
}

async function customer(user: string, exit: ExitFact): Promise<Customer> {
  hub.upsert(exit);
  const { id } = hub.addStaticIp(exit, user, password);
  return { id, user, ip: exit.ip, door: { port, host: exit.ip } };
}

const login = ({ user }: Customer) => ({ user, password });

/** Sends `up` bytes and receives `down`; both are compared. */
async function tunnel(by: Customer, socks: boolean, up: number, down: number): Promise<void> {
  const { client } = socks
    ? await socksTo(by.door, { ...login(by), port: raw.port })
    : await connectTo(by.door, { ...login(by), authority: raw.authority });
  await exchange(client, up, down);
}

const requests = (by: Customer, sizes: number[]) =>
  absoluteRequests(new Client(by.door.port, undefined, by.door.host), web.authority, {
    sizes,
    login: login(by),
  });

describe.each(engines)("exact accounting (M1, $name engine)", (engine) => {
  beforeEach(async () => {
    [web, raw] = await Promise.all([httpOrigin(), countingTarget()]);
    hub.upsert(labExit());
    port = await freePort();
    const options = { staticPorts: [port], lastReportsMs: 300, ...engine.options };
    gateway = await gatewayAt(hub, [web.authority, raw.authority], options);
  });
  afterEach(async () => {
    await gateway.stop(100);
    await Promise.all([web.stop(), raw.stop()]);
  });

  test("Two static IPs and a plan at once are each counted separately", async () => {
    const random = seeded(61);
    const size = () => 4 + Math.floor(random() ** 3 * 2 * 1024 * 1024);
    const exits = [labExit({ product: "static" }), labExit({ product: "short" })] as const;
    const long = await customer("carol1", exits[0]);
    const short = await customer("shorty1", exits[1]);
    for (const exit of exits) await staticListenerOf(hub, exit, port);
    const planId = hub.addSubAccount("alice1", password, 1e9);
    const plan = { id: planId, user: "alice1", ip: "", door: { port: gateway.port } };
    const answered = new Map<string, number>();
    let planTunnels = 0;
    for (let round = 0; round < 4; round += 1) {
      const each = [long, short, plan].flatMap((by) => [
        tunnel(by, false, size(), size()),
        tunnel(by, true, size(), size()),
      ]);
      planTunnels += 2;
      const absolute = [long, short].map(async (by) => {
        const down = await requests(by, [size(), size(), 0, size()]);
        answered.set(by.id, (answered.get(by.id) ?? 0) + down);
      });
      await Promise.all([...each, ...absolute]);
    }
    const at = (ip: string) => raw.seen.get(ip) ?? { up: 0, down: 0 };
    await eventually("all is counted", () =>
      [long, short].every(({ id }) => hub.billed(id).requests === 4 * 6),
    );
    await eventually("the targets have all", () => raw.sockets.size === 0);
    await new Promise((resolve) => setTimeout(resolve, 600));
    for (const by of [long, short]) {
      expect(hub.billed(by.id).down).toBe(at(by.ip).down + (answered.get(by.id) ?? 0));
    }
    const rawUp = at(long.ip).up + at(short.ip).up;
    expect(hub.billed(long.id).up + hub.billed(short.id).up).toBe(rawUp + web.up());
    const planSeen = [...raw.seen].filter(([ip]) => ip !== long.ip && ip !== short.ip);
    expect(planSeen).toEqual([
      [expect.any(String), { up: hub.billed(planId).up, down: hub.billed(planId).down }],
    ]);
    expect(hub.billed(planId).requests).toBe(planTunnels);
    judgeRows({ long: long.id, short: short.id, plan: planId });
    expect(hub.unleased).toBe(0);
    await eventually("the plan's leases are settled", () => hub.leases.size === 0, 20_000);
    const { up, down } = hub.billed(planId);
    expect(hub.left.get(planId)).toBe(1e9 - up - down);
  }, 60_000);

  test("A reset mid-transfer counts no more than was handed over", async () => {
    const exit = labExit({ product: "static" });
    const by = await customer("carol1", exit);
    await staticListenerOf(hub, exit, port);
    const { client } = await connectTo(by.door, { ...login(by), authority: raw.authority });
    const isOver = () => gateway.connections.size === 0;
    await resetAmid(client, { isOver, billed: () => hub.billed(by.id) });
  });

  test("Usage while the hub is unreachable is reported once, even after a restart (M7)", async () => {
    const exit = labExit({ product: "static" });
    const by = await customer("carol1", exit);
    await staticListenerOf(hub, exit, port);
    await tunnel(by, false, 10, 1_000);
    await hub.disconnect();
    await tunnel(by, true, 20_004, 300_000);
    await new Promise((resolve) => setTimeout(resolve, 400));
    await gateway.stop(0);
    await hub.listen();
    const options = { staticPorts: [port], lastReportsMs: 300, ...engine.options };
    gateway = await gatewayAt(hub, [web.authority, raw.authority], options);
    await eventually("both are counted", () => hub.billed(by.id).requests === 2);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(hub.billed(by.id)).toEqual({ up: 20_014, down: 301_000, requests: 2 });
  }, 20_000);
});

/** Static IPs' rows have no lease, the plan's rows have one. */
function judgeRows({ long, short, plan }: Record<"long" | "short" | "plan", string>): void {
  const kinds = new Set(
    hub.rows.map((row: UsageRow) => `${row.subAccountId} ${row.product} ${row.leaseId !== ""}`),
  );
  expect([...kinds].sort()).toEqual(
    [`${long} static false`, `${plan} traffic true`, `${short} short false`].sort(),
  );
}
