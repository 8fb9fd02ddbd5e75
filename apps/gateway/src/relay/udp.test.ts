/** SOCKS5 UDP ASSOCIATE through a gateway: relayed, metered, authorised and ended (RFC 1928 §7). */
import { afterEach, describe, expect, test } from "vitest";
import { realWorld } from "../lib/world.ts";
import type { GatewayOptions, RunningGateway } from "../serve.ts";
import { type UdpTarget, UdpTargets } from "./udp-targets.ts";
import type { Target } from "@turnpike/rules/destination.ts";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { bothEngines } from "../testing/engines.ts";
import { labExit } from "../testing/resources.ts";
import { eventually, gatewayAt } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";
import { UdpClient, udpOrigin } from "../testing/udp.ts";

const login = { user: "alice1", password: "secret1" };
let gateway: RunningGateway;
let clients: UdpClient[] = [];

const hub = forEachTest(() => new TestHub().listen());
const origin = forEachTest(udpOrigin);
afterEach(async () => {
  for (const client of clients.splice(0)) client.stop();
  await gateway.stop(0);
});

async function start(options: Partial<GatewayOptions> = {}, bytes = 1_000_000): Promise<string> {
  const id = hub.addSubAccount("alice1", "secret1", bytes);
  if (!hub.resources.has("exit exit-udp")) {
    hub.upsert(labExit({ id: "exit-udp", ip: "127.1.9.9" }));
  }
  gateway = await gatewayAt(hub, [origin.authority], options);
  return id;
}

async function open(asked: Partial<Parameters<typeof UdpClient.open>[1]> = {}) {
  const client = await UdpClient.open(gateway, { ...login, ...asked });
  clients.push(client);
  return client;
}
const bytesOf = (count: number, fill = 7) => Buffer.alloc(count, fill);
const target = () => ({ address: "127.0.0.1", port: origin.port });
const billed = (id: string, up: number, down: number) =>
  eventually("what was carried is billed", () => {
    const sum = hub.billed(id);
    return sum.up === up && sum.down === down;
  });

describe.each(bothEngines)("$name", ({ options }) => {
  test("Datagrams leave by the exit's address, responses come back, payloads are billed exactly", async () => {
    const id = await start(options);
    const client = await open();
    expect(client.code).toBe(0);
    expect(client.relay.address).toBe("127.0.0.1");
    for (const size of [1, 512, 1_400, 20_000]) client.send(bytesOf(size), target());
    const answers = await client.exactly(4);
    expect(answers.map(({ payload }) => payload.length).sort((a, b) => a - b)).toEqual([
      1, 512, 1_400, 20_000,
    ]);
    expect(answers[0]).toMatchObject(target());
    expect(origin.received.every(({ address }) => address === "127.1.9.9")).toBe(true);
    expect(gateway.connections.size).toBe(1);
    await billed(id, 21_913, 21_913);
    // The association ends with its TCP connection.
    client.control.socket.destroy();
    await eventually("it is closed", () => gateway.connections.size === 0);
    await eventually("its line", () => hub.requests.length > 0);
    expect(hub.requests).toMatchObject([
      {
        protocol: "udp",
        target: origin.authority,
        exitIp: "127.1.9.9",
        address: "127.0.0.1",
        upBytes: 21_913,
        downBytes: 21_913,
        outcome: "ok",
      },
    ]);
    expect(hub.billed(id).requests).toBe(1);
    client.send(bytesOf(10), target());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(origin.received).toHaveLength(4);
  });

  test("When the traffic is used up, no more datagrams pass and the association is closed", async () => {
    const id = await start(options, 10_000);
    const client = await open();
    for (let sent = 0; sent < 40; sent += 1) client.send(bytesOf(700), target());
    await eventually("cut", () => client.control.ended);
    await eventually("settled", () => hub.leases.size === 0);
    const { up, down } = hub.billed(id);
    expect(up).toBe(origin.received.length * 700);
    expect(up + down).toBeLessThanOrEqual(10_000);
    expect(up + down).toBeGreaterThan(10_000 - 1_400);
    expect(hub.unleased).toBe(0);
    await eventually("a line", () => hub.requests.length > 0);
    expect(hub.requests.at(-1)).toMatchObject({ outcome: "cut", reason: "insufficientTraffic" });
  });
});

test("Names are resolved by the gateway; internal addresses and blocked ports are refused", async () => {
  const names: Record<string, string[]> = {
    "good.example": ["198.41.0.4"],
    "bad.example": ["10.0.0.1"],
  };
  const looked: string[] = [];
  const world = {
    ...realWorld(),
    lookup: (host: string) => {
      looked.push(host);
      return names[host] ?? [];
    },
  };
  await start({ world, blockedPorts: [25] });
  const client = await open();
  client.sendToName(bytesOf(10), "bad.example", 53);
  client.sendToName(bytesOf(10), "good.example", 25);
  client.send(bytesOf(10), { address: "169.254.169.254", port: 80 });
  client.send(bytesOf(10), { address: "127.0.0.1", port: origin.port + 1 });
  client.send(bytesOf(10), target());
  await client.exactly(1);
  client.stop();
  await eventually("lines", () => hub.requests.length === 5);
  const reasons = hub.requests.map((row) => `${row.target} ${row.reason}`).sort();
  expect(reasons).toEqual(
    [
      "bad.example:53 targetNotAllowed",
      "good.example:25 portBlocked",
      "169.254.169.254:80 targetNotAllowed",
      `127.0.0.1:${origin.port + 1} targetNotAllowed`,
      `${origin.authority} `,
    ].sort(),
  );
  expect(looked).toEqual(["bad.example"]);
  clients = [];
});

test("An exit behind another proxy carries no UDP: reply 07, unless another suitable exit exists", async () => {
  hub.upsert(labExit({ id: "exit-udp", how: "socks5", host: "127.0.0.1", port: 1, country: "FR" }));
  await start();
  const refused = await open();
  expect(refused.code).toBe(7);
  hub.upsert(labExit({ id: "exit-near", ip: "127.1.9.8" }));
  await eventually("the exit is known", async () => (await open()).code === 0);
  expect((await open({ user: "alice1-region-FR" })).code).toBe(7);
  await eventually("lines", () => hub.requests.some(({ reason }) => reason === "udpNotSupported"));
});

test("Datagrams arrive only at UDP_PORTS; without any, associations are refused", async () => {
  const free = await udpOrigin();
  const { port } = free;
  await start({ udpPorts: [port] });
  const taken = await open();
  expect(taken.code).toBe(1);
  free.stop();
  const client = await open();
  expect([client.code, client.relay.port]).toEqual([0, port]);
  client.send(bytesOf(5), target());
  await client.exactly(1);
  await gateway.stop(0);
  gateway = await gatewayAt(hub, [origin.authority], { udpPorts: [] });
  expect((await open()).code).toBe(7);
});

test("Behind a proxy with a PROXY header there is no UDP: reply 07", async () => {
  await start({ proxies: ["127.0.0.1/32"] });
  const before = Buffer.from("PROXY TCP4 198.41.0.9 198.41.0.10 1000 7000\r\n");
  expect((await open({ before })).code).toBe(7);
});

test("An association is one connection of the account, and associations have their own share", async () => {
  await start({ limits: { all: 16 }, accountShare: 0.5 });
  expect((await open()).code).toBe(0);
  expect((await open()).code).toBe(0);
  expect((await open()).code).toBe(2);
  clients[0]?.control.socket.destroy();
  await eventually("its place is free", () => gateway.connections.size === 1);
  expect((await open()).code).toBe(0);
});

test("New targets have a rate, as each is a line of the trace; those beyond it get nothing", async () => {
  await start();
  let [ended, made] = [0, 0];
  const targets = new UdpTargets(() => void (ended += 1));
  const touch = (name: string) =>
    targets.touch({ authority: name } as Target, () => {
      made += 1;
      return { target: { authority: name }, peers: new Set() } as unknown as UdpTarget;
    });
  let known = "";
  for (let at = 0; at < 10_000; at += 1) if (touch(`t${at}`) !== null) known = `t${at}`;
  expect(made).toBeGreaterThanOrEqual(512);
  expect(made).toBeLessThan(600);
  // Those that are known go on.
  expect(touch(known)).not.toBeNull();
  targets.endAll();
  expect(ended).toBe(made);
});

test("Idle associations are closed, and logged as timed out", async () => {
  const idle = {
    idleMs: 600,
    idleShortMs: 600,
    halfClosedMs: 600,
    stalledMs: 600,
    neverReadMs: 600,
  };
  await start({ idleTimeouts: idle });
  const client = await open();
  client.send(bytesOf(5), target());
  await client.exactly(1);
  await eventually("it is closed", () => client.control.ended);
  await eventually("its line", () => hub.requests.length > 0);
  expect(hub.requests[0]).toMatchObject({ protocol: "udp", outcome: "cut", reason: "timedOut" });
});

test("A change that removes access ends an association; a blocked target gets no more datagrams", async () => {
  await start();
  const client = await open();
  client.send(bytesOf(5), target());
  await client.exactly(1);
  hub.upsert({ kind: "blockedTarget", id: "b1", accountId: null, pattern: "127.0.0.1/32" });
  await eventually("no answer comes", async () => {
    const before = client.answers.length;
    client.send(bytesOf(5), target());
    await new Promise((resolve) => setTimeout(resolve, 60));
    return client.answers.length === before;
  });
  expect(client.control.ended).toBe(false);
  hub.delete("subAccount", "sub-alice1");
  await eventually("it is cut", () => client.control.ended);
});

test("IPv6 works for the client, its association and the target", async () => {
  const target6 = await udpOrigin(undefined, "::1");
  const id = hub.addSubAccount("alice1", "secret1", 1_000_000);
  hub.upsert(labExit({ ip: "::1", host: "::1" }));
  gateway = await gatewayAt(hub, [target6.authority], { host: "::1", hosts: ["::1"] });
  const client = await UdpClient.open({ port: gateway.port, host: "::1" }, login);
  clients.push(client);
  expect([client.code, client.relay.address]).toEqual([0, "::1"]);
  client.send(bytesOf(900), { address: "::1", port: target6.port });
  const [answer] = await client.exactly(1);
  expect(answer).toMatchObject({ address: "::1", port: target6.port });
  await billed(id, 900, 900);
  target6.stop();
});
