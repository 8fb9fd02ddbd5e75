/** Attacks on UDP associations: from elsewhere, malformed, too many, too large. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RunningGateway } from "../serve.ts";
import { labExit } from "../testing/resources.ts";
import { eventually, gatewayAt } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";
import { strangerAt, UdpClient, type UdpOrigin, udpOrigin } from "../testing/udp.ts";
import { datagramHeader } from "../parse/socks5.ts";
import { ownerSilentMs } from "../relay/udp-owner.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";

let origin: UdpOrigin;
let gateway: RunningGateway;
let client: UdpClient;
let id: string;
const login = { user: "alice1", password: "secret1" };
const target = () => ({ address: "127.0.0.1", port: origin.port });
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const hub = forEachTest(() => new TestHub().listen());
beforeEach(async () => {
  origin = await udpOrigin();
  id = hub.addSubAccount("alice1", "secret1", 50_000_000);
  hub.upsert(labExit());
  gateway = await gatewayAt(hub, [origin.authority]);
  client = await UdpClient.open(gateway, login);
});
afterEach(async () => {
  client.stop();
  await gateway.stop(0);
  origin.stop();
});

const whole = (payload: string) =>
  Buffer.concat([datagramHeader("127.0.0.1", origin.port), Buffer.from(payload)]);

test("Only the client sends through an association, and only its targets send to the client", async () => {
  const elsewhere = await strangerAt("127.0.0.77");
  const samePlace = await strangerAt("127.0.0.1");
  // Also before the client's first datagram.
  client.raw(whole("from elsewhere"), elsewhere);
  await wait(50);
  client.raw(whole("mine"));
  await client.exactly(1);
  client.raw(whole("from another port"), samePlace);
  client.raw(whole("from elsewhere"), elsewhere);
  const [seen] = origin.received;
  // A third party that learnt the exit's port, and one that sends to the client's socket.
  samePlace.send(Buffer.from("unasked"), seen?.port ?? 0, seen?.address ?? "");
  await wait(100);
  expect(origin.received.map(({ payload }) => payload.toString())).toEqual(["mine"]);
  expect(client.answers.map(({ payload }) => payload.toString())).toEqual(["mine"]);
  await eventually("billed", () => hub.billed(id).up === 4 && hub.billed(id).down === 4);
  elsewhere.close();
  samePlace.close();
});

test("Another program that sends first neither uses nor blocks an association whose port was declared", async () => {
  const own = await UdpClient.open(gateway, { ...login, declares: true });
  const other = await strangerAt("127.0.0.1");
  for (let count = 0; count < 3; count += 1) own.raw(whole("not the client"), other);
  await wait(50);
  own.raw(whole("mine"));
  await own.exactly(1);
  own.raw(whole("not the client"), other);
  await wait(50);
  expect(origin.received.map(({ payload }) => payload.toString())).toEqual(["mine"]);
  await eventually("billed", () => hub.billed(id).up === 4 && hub.billed(id).down === 4);
  own.stop();
  other.close();
});

test("Another program that sends first keeps the client out only until it is silent", async () => {
  const other = await strangerAt("127.0.0.1");
  client.raw(whole("first"), other);
  await eventually("it arrived", () => origin.received.length === 1);
  const began = performance.now();
  while (client.answers.length === 0 && performance.now() - began < 6_000) {
    client.raw(whole("mine"));
    await wait(200);
  }
  expect(performance.now() - began).toBeGreaterThan(ownerSilentMs - 500);
  const [answer] = await client.exactly(1);
  expect(answer?.payload.toString()).toBe("mine");
  other.close();
});

test("Garbage, fragments and empty payloads are dropped at no cost; the association stays open", async () => {
  const header = datagramHeader("127.0.0.1", origin.port);
  const withByte = (at: number, value: number) => {
    const bytes = whole("x");
    bytes[at] = value;
    return bytes;
  };
  const garbage = [
    Buffer.alloc(0),
    Buffer.from([0]),
    Buffer.from([0, 0, 0]),
    Buffer.from([0, 0, 0, 1]),
    header.subarray(0, 9),
    header,
    withByte(0, 1),
    withByte(1, 1),
    withByte(2, 1),
    withByte(2, 0x81),
    withByte(3, 0),
    withByte(3, 9),
    Buffer.from([0, 0, 0, 3, 0, 0, 80, 1]),
    Buffer.from([0, 0, 0, 3, 255, 65]),
    Buffer.concat([Buffer.from([0, 0, 0, 3, 3]), Buffer.from("a b"), Buffer.from([0, 80, 1])]),
    Buffer.concat([datagramHeader("127.0.0.1", 0), Buffer.from("port 0")]),
    Buffer.alloc(1_200, 255),
  ];
  for (const bytes of garbage) client.raw(bytes);
  client.raw(whole("good"));
  await client.exactly(1);
  await wait(50);
  expect(origin.received.map(({ payload }) => payload.toString())).toEqual(["good"]);
  await eventually("billed", () => hub.billed(id).up === 4 && hub.billed(id).down === 4);
  expect(client.control.ended).toBe(false);
});

test("A payload too large for a datagram to the client is dropped and not billed", async () => {
  origin.stop();
  // With no room for the reply's header: 65,507 bytes are the maximum for UDP.
  origin = await udpOrigin((payload) => [Buffer.alloc(65_507), payload]);
  await gateway.stop(0);
  gateway = await gatewayAt(hub, [origin.authority]);
  client.stop();
  client = await UdpClient.open(gateway, login);
  client.raw(whole("ask"));
  const answers = await client.exactly(1);
  expect(answers[0]?.payload.toString()).toBe("ask");
  await eventually("billed", () => hub.billed(id).up === 3 && hub.billed(id).down === 3);
});

test("Of a flood that cannot be paid yet at most 128 datagrams are kept, and billing is exact", async () => {
  const [metricsPort = 0] = await freePorts(1);
  // Counts datagrams without answering, and loses none of them.
  origin.stop();
  origin = await udpOrigin(() => []);
  origin.socket.setRecvBufferSize(1_000_000);
  await gateway.stop(0);
  client.stop();
  gateway = await gatewayAt(hub, [origin.authority], { metrics: { port: metricsPort } });
  const dropped = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(/^\S+_datagrams_total\{what="dropped"\} (\d+)/m.exec(text)?.[1]);
  };
  const settled = () =>
    eventually("it settles", async () => {
      const { length } = origin.received;
      const before = await dropped();
      await wait(100);
      return origin.received.length === length && (await dropped()) === before && length > 0;
    });
  // Little is left, so that the lease pays for fewer datagrams than are sent.
  hub.left.set(id, 2_000_000);
  client = await UdpClient.open(gateway, login);
  await hub.disconnect();
  for (let round = 0; round < 20; round += 1) {
    for (let sent = 0; sent < 100; sent += 1) client.send(Buffer.alloc(400, 1), target());
    await wait(5);
  }
  await settled();
  const paid = origin.received.length;
  expect(await dropped()).toBeGreaterThan(500);
  await hub.listen();
  await eventually("the next lease", () => origin.received.length > paid);
  await settled();
  expect(origin.received.length - paid).toBeLessThanOrEqual(128);
  client.control.socket.destroy();
  await eventually("closed", () => gateway.connections.size === 0);
  // A gateway that stops reports everything and returns its leases.
  await gateway.stop(0);
  expect([hub.leases.size, hub.unleased]).toEqual([0, 0]);
  expect(hub.billed(id)).toMatchObject({ up: origin.received.length * 400, down: 0 });
});

test("Bytes on the TCP connection are not relayed; a client that floods it is disconnected", async () => {
  client.control.socket.write(Buffer.alloc(4_096));
  await eventually("closed", () => client.control.ended);
  expect(gateway.connections.size).toBe(0);
});

test("With many targets the number kept is bounded, and each target is billed and logged", async () => {
  const many = 300;
  const origins = await Promise.all(Array.from({ length: many }, () => udpOrigin()));
  await gateway.stop(0);
  gateway = await gatewayAt(
    hub,
    origins.map(({ authority }) => authority),
  );
  client.stop();
  client = await UdpClient.open(gateway, login);
  for (const { port } of origins) {
    client.send(Buffer.from("hello"), { address: "127.0.0.1", port });
    if (port % 16 === 0) await wait(2);
  }
  const lines = () => hub.requests.filter(({ protocol }) => protocol === "udp");
  await client.exactly(many);
  await eventually("the oldest have ended", () => lines().length >= many - 256);
  client.control.socket.destroy();
  await eventually("all have a line", () => lines().length === many);
  expect(new Set(lines().map(({ id: line }) => line)).size).toBe(many);
  await eventually(
    "billed",
    () => hub.billed(id).up === many * 5 && hub.billed(id).requests === many,
  );
  for (const each of origins) each.stop();
});
