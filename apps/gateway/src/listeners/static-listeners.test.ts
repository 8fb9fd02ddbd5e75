/** Listeners of static IPs as seen by clients and the hub (spec/static#ports, STATIC_PORTS). */
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { GatewayOptions, RunningGateway } from "../serve.ts";
import { connectTo, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { close, reportedState, listenAt, quickPace } from "../testing/static-listeners.ts";
import { engines } from "../testing/engines.ts";
import { labExit } from "../testing/resources.ts";
import { TestHub } from "../testing/test-hub.ts";
import { StaticListeners } from "./static-listeners.ts";
import { httpOrigin, rawOrigin } from "../testing/origin.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { firstAnswer } from "../testing/listening-ports.ts";

const undo: (() => unknown)[] = [];
let ports: number[];
let block = 0;

const hub = forEachTest(() => new TestHub().listen());
beforeEach(async () => {
  ports = await freePorts(3);
  block += 1;
});
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

/** Exits in an address block used only by this test. */
const exitsOf = (count: number, changed: Partial<ExitFact> = {}): ExitFact[] =>
  Array.from({ length: count }, (_, at) =>
    labExit({
      ip: `127.45.${block + 20 * Math.floor(at / 250)}.${(at % 250) + 1}`,
      product: "static",
      ...changed,
    }),
  );

const warned: string[] = [];
async function gateway(changed: Partial<GatewayOptions> = {}, allow: string[] = []) {
  warned.length = 0;
  const warn = ({ detail }: { detail?: string }, message: string) =>
    void warned.push(detail ? `${message}: ${detail}` : message);
  const running: RunningGateway = await gatewayAt(hub, allow, {
    staticPorts: ports,
    probePace: quickPace,
    staticRetryMs: 150,
    log: { debug: () => {}, info: () => {}, warn, error: () => {} },
    ...changed,
  });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= running.stop(0));
  undo.push(stop);
  return { ...running, stop };
}

const told = (exits: ExitFact[]) => exits.map((exit) => reportedState(hub, exit));
const eventuallyTold = (exits: ExitFact[], what: string) =>
  eventually(`told ${what}`, () => told(exits).every((each) => each === what), 15_000).catch(() =>
    expect(told(exits)).toEqual(exits.map(() => what)),
  );

describe.each(engines)("with the $name engine", ({ options }) => {
  test("Each static exit, sold or not, has a static listener at its own address; pool exits have none", async () => {
    const [one, other] = exitsOf(2) as [ExitFact, ExitFact];
    const pool = labExit({ ip: `127.45.${block}.99` });
    const short = labExit({ ip: `127.45.${block}.98`, product: "short" });
    for (const exit of [one, other, pool, short]) hub.upsert(exit);
    await gateway(options);
    await eventuallyTold([one, other, short], ports.join());
    for (const port of ports) {
      expect(await firstAnswer(port, one.ip)).toMatch(/^HTTP\/1.1 407 /);
      expect(await firstAnswer(port, short.ip)).toMatch(/^HTTP\/1.1 407 /);
      expect(await firstAnswer(port, pool.ip)).toBeNull();
    }
    expect(hub.doors.has(pool.id)).toBe(false);
  });

  test("A port in use is skipped with one warning, and opened once it is free", async () => {
    const [, taken = 0] = ports;
    const foreign = await listenAt("0.0.0.0", taken);
    const exits = exitsOf(40);
    for (const exit of exits) hub.upsert(exit);
    await gateway(options);
    await eventuallyTold(exits, [ports[0], ports[2]].join());
    expect(warned).toEqual([`static listeners failed at 40 addresses: port ${taken} EADDRINUSE`]);
    await close(foreign);
    await eventuallyTold(exits, ports.join());
    expect(warned.filter((line) => line.startsWith("static listeners failed"))).toHaveLength(1);
  });

  test("Two workers together open every static listener once", async () => {
    const exits = exitsOf(60);
    for (const exit of exits) hub.upsert(exit);
    const worker = (count: number) =>
      gateway({ ...options, gateway: `g${count}`, worker: count, workers: 2 });
    await worker(1);
    const first = async () => exits.filter(({ id }) => hub.doors.has(id)).length;
    await eventually("the first worker's doors", () => hub.doors.size > 10);
    await new Promise((resolve) => setTimeout(resolve, 400));
    const share = await first();
    expect(share).toBeLessThan(50);
    await worker(2);
    expect(warned).toEqual([]);
    await eventuallyTold(exits, ports.join());
  });
});

test("A static listener opens when its exit is added and closes when the exit is retired", async () => {
  const [first, second] = exitsOf(2) as [ExitFact, ExitFact];
  hub.upsert(first);
  const running = await gateway();
  await eventuallyTold([first], ports.join());
  hub.upsert(second);
  await eventuallyTold([second], ports.join());
  hub.delete("exit", first.id);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(await firstAnswer(ports[0] ?? 0, first.ip)).toBeNull();
  expect(await firstAnswer(ports[0] ?? 0, second.ip)).toMatch(/^HTTP\/1.1 407 /);
  await running.stop();
  for (const port of ports) expect(await firstAnswer(port, second.ip)).toBeNull();
});

test("A client of a static listener uses exactly that exit", async () => {
  const origin = await httpOrigin();
  undo.push(() => origin.stop());
  const [exit] = exitsOf(1) as [ExitFact];
  hub.upsert(exit);
  hub.addStaticIp(exit, "static1", "secret22");
  await gateway({}, [origin.authority]);
  await eventuallyTold([exit], ports.join());
  const socket = connect({ host: exit.ip, port: ports[2] ?? 0 });
  const login = Buffer.from("static1:secret22").toString("base64");
  socket.write(
    `GET http://${origin.authority}/ip HTTP/1.1\r\nHost: ${origin.authority}\r\n` +
      `Proxy-Authorization: Basic ${login}\r\nConnection: close\r\n\r\n`,
  );
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  expect(answer).toContain(exit.ip);
});

test("An address that this machine does not have is reported as unreachable, with one log line", async () => {
  const exits = [1, 2, 3].map((at) => labExit({ ip: `203.0.113.${at}`, product: "static" }));
  for (const exit of exits) hub.upsert(exit);
  await gateway();
  await eventually("all told", () => hub.doors.size === 3);
  expect(told(exits)).toEqual(
    exits.map(({ ip }) => ` dead: ${ip} is not an address of the gateway's machine`),
  );
  expect(warned).toEqual(["static listeners failed at 3 addresses: not on this machine"]);
});

test("Every static listener is reported on each connection, and again if the hub did not respond", async () => {
  const exits = exitsOf(700);
  for (const exit of exits) hub.resources.set(`exit ${exit.id}`, exit);
  await gateway();
  await eventuallyTold(exits, ports.join());
  await hub.disconnect();
  hub.doors.clear();
  hub.doorReportsToFail = 1;
  await hub.listen();
  await eventuallyTold(exits, ports.join());
  expect(hub.doorReportsToFail).toBeLessThan(0);
});

test("If descriptors run out, sold static listeners come first, and the rest are reported as failed", async () => {
  const exits = exitsOf(10);
  const [, , , , , , , , early, late] = exits as [...ExitFact[], ExitFact, ExitFact];
  if (!early || !late) throw new Error("too few exits");
  const origin = await rawOrigin((socket) => void socket.resume());
  undo.push(() => origin.stop());
  for (const exit of exits) hub.upsert(exit);
  hub.addStaticIp(early, "static1", "secret22");
  // (164 - 128) / 2 ports are six listeners.
  const running = await gateway({ files: 164, accountShare: 1 }, [origin.authority]);
  await eventually("all told", () => hub.doors.size === 10);
  const open = () => exits.filter(({ id }) => (hub.doors.get(id)?.ports.length ?? 0) === 3);
  await eventually("six are open", () => open().length === 6);
  expect(open()).toContain(early);
  expect(open()).not.toContain(late);
  expect(reportedState(hub, late)).toMatch(/^ dead: open file limit reached/);
  expect(warned).toEqual([
    "static listeners failed at 4 addresses: open file limit of 164 reached",
  ]);
  // (164 - 128 - 18) * 0.4 connections would be 7, but there are always at least 16.
  const login = { user: "static1", password: "secret22", authority: origin.authority };
  const door = { host: early.ip, port: ports[0] ?? 0 };
  for (let count = 0; count < 16; count += 1) {
    expect((await connectTo(door, login)).head).toMatch(/^HTTP\/1.1 200 /);
  }
  expect((await connectTo(door, login)).head).toMatch(/^HTTP\/1.1 429 /);
  expect(running.connections.size).toBe(16);
  hub.addStaticIp(late, "static1", "secret22");
  await eventually("the one sold later is open", () => open().includes(late));
  expect(open().length).toBe(6);
  expect(open()).toContain(early);
});

test("Changes that do not concern static listeners do not refresh them", async () => {
  const [one, two] = exitsOf(2) as [ExitFact, ExitFact];
  hub.upsert(one);
  await gateway();
  await eventuallyTold([one], ports.join());
  const looks = vi.spyOn(StaticListeners.prototype, "refresh");
  undo.push(() => looks.mockRestore());
  const pause = () => new Promise((resolve) => setTimeout(resolve, 400));
  await pause();
  looks.mockClear();
  hub.upsert(labExit());
  hub.addSubAccount("alice1", "secret1", 1e9);
  await pause();
  expect(looks).not.toHaveBeenCalled();
  hub.upsert(two);
  await eventuallyTold([two], ports.join());
  const { length } = looks.mock.calls;
  expect(length).toBeGreaterThan(0);
  hub.addStaticIp(two, "static1", "secret22");
  await eventually("the sold one is looked at", () => looks.mock.calls.length > length);
});

test("No tunnel leads to a static listener's public address, and no exit leads into one (G6)", async () => {
  // Behind NAT: clients connect to 8.8.8.8, but this machine has the other address.
  const [door] = exitsOf(1, { ip: "8.8.8.8", host: `127.45.${block}.1` }) as [ExitFact];
  hub.upsert(door);
  const loop = labExit({ how: "http", host: door.host, port: ports[0] ?? 0, ip: "198.51.100.9" });
  hub.upsert(loop);
  hub.addSubAccount("alice1", "secret1", 1e9);
  const running = await gateway();
  await eventuallyTold([door], ports.join());
  const alice = { user: "alice1", password: "secret1" };
  const inside = await connectTo(running, { ...alice, authority: "8.8.8.8:443" });
  expect(inside.head).toMatch(/^HTTP\/1.1 403 /);
  const around = await connectTo(running, { ...alice, authority: "93.184.216.34:443" });
  expect(around.head).toMatch(/^HTTP\/1.1 50[23] /);
  expect(warned).toEqual(["exit failed: the exit leads back to this gateway"]);
  for (const { client } of [inside, around]) client.socket.destroy();
});
