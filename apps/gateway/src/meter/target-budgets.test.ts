/** Budgets per target as seen by clients (spec/traffic-plan#budgets-per-target). */
import type { SubAccountFact } from "@turnpike/contract/data-plane.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import type { RunningGateway } from "../serve.ts";
import { bothEngines } from "../testing/engines.ts";
import { httpOrigin, rawOrigin } from "../testing/origin.ts";
import { labExit, noLimits } from "../testing/resources.ts";
import { basic, Client, connectTo, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";

const MB = 1_000_000;
const alice = { user: "alice1", password: "secret1" };
const budget = 3 * MB;

const hub = forEachTest(() => new TestHub().listen());
let gateways: RunningGateway[];
const web = forEachTest(httpOrigin);
let id: string;

/** Requests this many bytes; returns the head and the number of body bytes received. */
async function download(gateway: RunningGateway, bytes: number) {
  const client = new Client(gateway.port);
  const login = `Proxy-Authorization: ${basic(alice.user, alice.password)}\r\n`;
  const url = `http://${web.authority}/bytes/${bytes}`;
  client.socket.write(`GET ${url} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${login}\r\n`);
  const head = await client.head();
  await eventually("its end", () => client.ended || client.closed, 15_000);
  return { head, bytes: client.bytes };
}

/** Sets target budgets of the given sizes in bytes, which the hub leases. */
function limit(targets: Record<string, number>, spentUntil: number | null = null): void {
  const fact = hub.resources.get(`subAccount ${id}`) as SubAccountFact;
  const targetBudgets = Object.keys(targets).map((target) => ({ target, spentUntil }));
  for (const [target, bytes] of Object.entries(targets)) hub.budgets.set(`${id} ${target}`, bytes);
  hub.upsert({ ...fact, limits: { ...noLimits, targetBudgets } });
}

const carried = () => {
  const { up, down } = hub.billed(id);
  return up + down;
};
const reasons = () => new Set(hub.requests.map(({ reason }) => reason));

describe.each(bothEngines)("a target's budget ($name engine)", ({ options }) => {
  /** Echoes what it receives. */
  const echo = forEachTest(() => rawOrigin((socket) => void socket.pipe(socket)));
  beforeEach(async () => {
    id = hub.addSubAccount(alice.user, alice.password, 4_000 * MB);
    hub.upsert(labExit());
    const allowed = [web.authority, echo.authority];
    gateways = await Promise.all(
      ["g1", "g2"].map((gateway) => gatewayAt(hub, allowed, { ...options, gateway })),
    );
  });
  afterEach(() => Promise.all(gateways.map((gateway) => gateway.stop(100))));

  test("closes its connections at the exact byte across two gateways, and refuses new ones", async () => {
    limit({ "127.0.0.1": budget });
    const [one, other] = gateways as [RunningGateway, RunningGateway];
    const both = await Promise.all([download(one, 8 * MB), download(other, 8 * MB)]);
    expect(both.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(budget);
    await eventually("all is reported", () => carried() > 0 && hub.leases.size === 0, 15_000);
    // Unused bytes of one gateway's lease are leased again or returned: the total is exact.
    expect(carried() + (hub.budgets.get(`${id} 127.0.0.1`) ?? 0)).toBe(budget);
    expect(carried()).toBeGreaterThan(budget / 2);
    expect(hub.unleased).toBe(0);
    hub.budgets.set(`${id} 127.0.0.1`, 0);
    const { head } = await download(one, 1_000);
    expect(head).toMatch(/^HTTP\/1\.1 402/);
    expect(head).toMatch(/used up/);
    await eventually("the log says why", () => reasons().has("targetBudgetSpent"), 5_000);
    // The sub-account still has traffic: other targets are not affected.
    hub.budgets.delete(`${id} 127.0.0.1`);
    limit({ "example.com": 0 });
    await eventually("the budget is gone", async () => {
      return (await download(one, 1_000)).head.startsWith("HTTP/1.1 200");
    });
  }, 40_000);

  test("closes open connections when it is set, and none when it is removed", async () => {
    const [one] = gateways as [RunningGateway];
    const open = () => connectTo(one, { ...alice, authority: echo.authority });
    const before = (await open()).client;
    limit({ "127.0.0.1": budget });
    await eventually("it is cut", () => before.ended || before.closed, 5_000);
    const after = (await open()).client;
    limit({});
    await new Promise((resolve) => setTimeout(resolve, 300));
    after.socket.write("hello");
    expect((await after.exactly(5)).toString()).toBe("hello");
    limit({ "127.0.0.1": budget }, Date.now() + 60_000);
    await eventually("it is used up", () => after.ended || after.closed, 5_000);
    expect(hub.unleased).toBe(0);
  }, 20_000);
});
