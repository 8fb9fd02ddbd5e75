/** Bytes carried at opened IPs and whitelisted ports are counted or billed exactly (M1). */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { Client, connectTo, eventually, gatewayAt, socksTo } from "../testing/test-gateway.ts";
import { bothEngines } from "../testing/engines.ts";
import { absoluteRequests, askFor, countingTarget, exchange } from "../testing/exact-traffic.ts";
import {
  erin,
  first,
  LeasedPortStage,
  openedIp,
  second,
  whitelistedPort,
} from "../testing/leased-ports.ts";
import { whenOpen } from "../testing/unlimited-ports.ts";
import { socksBare } from "../testing/static-ips.ts";
import { seeded } from "../testing/test-sizes.ts";

let stage: LeasedPortStage;
const raw = forEachTest(countingTarget);

interface At {
  port: number;
  from?: string;
  named?: boolean;
}

async function tunnelBy(at: At, socks: boolean): Promise<Client> {
  const { named = false, ...from } = at;
  const request = { ...(named ? erin : {}), ...from };
  if (!socks) return (await connectTo(at, { ...request, authority: raw.authority })).client;
  const to = { ...request, port: raw.port };
  return (named ? await socksTo(at, { ...erin, ...to }) : await socksBare(at, to)).client;
}

/** Sends `up` bytes and receives `down`, which are compared. */
const tunnel = async (at: At, socks: boolean, up: number, down: number) =>
  exchange(await tunnelBy(at, socks), up, down);

const requests = ({ port, from, named }: At, sizes: number[]) =>
  absoluteRequests(new Client(port, from), stage.origin.authority, {
    sizes,
    login: named ? erin : undefined,
  });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(bothEngines)("exact accounting at leased ports ($name engine)", (engine) => {
  const options = { lastReportsMs: 300, ...engine.options };
  beforeEach(async () => {
    stage = await LeasedPortStage.open(options, [raw.authority]);
  });
  afterEach(() => stage.stop());

  test("An opened IP and two clients of a whitelisted port at once are each counted separately", async () => {
    const random = seeded(Date.now() % 1_000_000);
    const size = () => 4 + Math.floor(random() ** 3 * 1024 * 1024);
    const opened = await stage.add(openedIp(stage.exits[0]));
    const white = await stage.add(whitelistedPort());
    const ways: { id: string; at: At }[] = [
      { id: opened.id, at: { port: opened.port, named: true } },
      { id: stage.subAccounts.one.id, at: { port: white.port, from: first } },
      { id: stage.subAccounts.two.id, at: { port: white.port, from: second } },
    ];
    const carried = new Map(ways.map(({ id }) => [id, { up: 0, down: 0, requests: 0 }]));
    for (let round = 0; round < 2; round += 1) {
      const each = ways.flatMap(({ id, at }) =>
        [false, true].map((socks) => {
          const [up, down] = [size(), size()];
          const sum = carried.get(id) ?? { up: 0, down: 0, requests: 0 };
          const { up: wasUp, down: wasDown, requests: before } = sum;
          Object.assign(sum, { up: wasUp + up, down: wasDown + down, requests: before + 1 });
          return tunnel(at, socks, up, down);
        }),
      );
      await Promise.all(each);
    }
    for (const { id, at } of ways) {
      const before = stage.origin.up();
      const down = await requests(at, [size(), size(), 0, size()]);
      const sum = carried.get(id) ?? { up: 0, down: 0, requests: 0 };
      sum.up += stage.origin.up() - before;
      sum.down += down;
      sum.requests += 4;
    }
    const { hub } = stage;
    await eventually("all is counted", () =>
      ways.every(({ id }) => hub.billed(id).requests === carried.get(id)?.requests),
    );
    await pause(600);
    for (const { id } of ways) expect(hub.billed(id)).toEqual(carried.get(id));
    const sums = ways.map(({ id }) => hub.billed(id));
    expect(raw.up() + stage.origin.up()).toBe(sums.reduce((sum, { up }) => sum + up, 0));
    const kinds = hub.rows.map(({ product, subAccountId, leaseId }) =>
      [product, subAccountId === opened.id, leaseId === ""].join(" "),
    );
    expect([...new Set(kinds)].toSorted()).toEqual(["ip true true", "traffic false false"]);
    expect(hub.unleased).toBe(0);
  }, 60_000);

  test("An opened IP's usage while the hub is unreachable is reported once, even after a restart", async () => {
    const fact = await stage.add(openedIp(stage.exits[0]));
    const at = { port: fact.port, named: true };
    await tunnel(at, false, 10, 1_000);
    await stage.hub.disconnect();
    await tunnel(at, true, 20_004, 300_000);
    await pause(400);
    await stage.gateway.stop(0);
    stage.hub.ports.clear();
    await stage.hub.listen();
    const again = await gatewayAt(stage.hub, [], options);
    await whenOpen(stage.hub, fact);
    await eventually("both are counted", () => stage.hub.billed(fact.id).requests === 2);
    await pause(600);
    expect(stage.hub.billed(fact.id)).toEqual({ up: 20_014, down: 301_000, requests: 2 });
    await again.stop(0);
  }, 20_000);

  test("A whitelisted port's tunnel ends when its client's traffic is used up, and no byte is unpaid", async () => {
    const white = await stage.add(whitelistedPort());
    const { one, two } = stage.subAccounts;
    stage.hub.left.set(one.id, 3_000_000);
    const client = await tunnelBy({ port: white.port, from: first }, false);
    askFor(client, 8_000_000);
    await eventually("it is cut", () => client.ended || client.closed, 10_000);
    expect(client.bytes).toBeLessThanOrEqual(3_000_000);
    await tunnel({ port: white.port, from: second }, true, 4, 4_000_000);
    await eventually("it is billed", () => stage.hub.billed(two.id).down === 4_000_000);
    const { up, down } = stage.hub.billed(one.id);
    expect(up + down).toBeLessThanOrEqual(3_000_000);
    expect(down).toBeGreaterThanOrEqual(client.bytes);
    expect(stage.hub.unleased).toBe(0);
  }, 20_000);
});
