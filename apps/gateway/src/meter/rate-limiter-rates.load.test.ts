/** M7 and related limits, over real sockets with both engines; `bench/ports.ts` runs longer. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import { basic, Client, connectTo, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { TestHub } from "../testing/test-hub.ts";
import { httpOrigin, pattern, rawOrigin } from "../testing/origin.ts";
import { dora, unlimitedExit, unlimitedPort, whenOpen } from "../testing/unlimited-ports.ts";
import { measure, openStreams, RateOrigin, sleep, type Direction } from "../testing/rates.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";

const measuredSeconds = 4;
/** Flows that start together share the initial burst unequally, so the first second is left out. */
const fairWithin = 0.2;

describe.each(engines)("an unlimited port's rate, $name", ({ options }) => {
  const hub = forTests(() => new TestHub().listen());
  const origin = forTests(() => RateOrigin.open());
  const web = forTests(httpOrigin);
  /** Echoes what it receives, including the end. */
  const echo = forTests(() => rawOrigin((socket) => void socket.pipe(socket)));
  const gateway = forTests(async () => {
    for (let count = 0; count < 3; count += 1) hub.upsert(unlimitedExit());
    const idleTimeouts = {
      idleMs: 5_000,
      idleShortMs: 5_000,
      halfClosedMs: 5_000,
      stalledMs: 5_000,
      neverReadMs: 1_500,
    };
    const allow = [origin.authority, web.authority, echo.authority];
    return gatewayAt(hub, allow, { ...options, idleTimeouts });
  });

  async function ports(count: number, mbps: number): Promise<UnlimitedPortFact[]> {
    const facts = (await freePorts(count)).map((port) => unlimitedPort({ port, mbps }));
    for (const fact of facts) hub.upsert(fact);
    for (const fact of facts) await whenOpen(hub, fact);
    return facts;
  }

  const streamsAt = (fact: UnlimitedPortFact, way: Direction, count: number) =>
    openStreams({ endpoint: { port: fact.port }, login: dora, origin, way, count });

  test.each([
    { mbps: 5, counts: [1, 8, 32] },
    { mbps: 100, counts: [4] },
  ])(
    "$mbps Mbps with $counts streams in both directions: exact, no large initial burst, fair (M7)",
    async ({ mbps, counts }) => {
      const facts = await ports(counts.length, mbps);
      const shots = facts.flatMap((fact, at) =>
        (["up", "down"] as const).map(async (way) => {
          const streams = await streamsAt(fact, way, counts[at] ?? 1);
          const rates = await measure(streams, measuredSeconds);
          streams.stop();
          return rates;
        }),
      );
      for (const rates of await Promise.all(shots)) {
        expect(rates.mbps / mbps).toBeGreaterThan(0.93);
        expect(rates.mbps / mbps).toBeLessThan(1.05);
        expect(rates.firstSecondMbps / mbps).toBeLessThan(1.5);
        expect(rates.unfair).toBeLessThan(fairWithin);
      }
    },
  );

  test("Short requests on successive connections are no faster than the port", async () => {
    const [fact] = (await ports(1, 5)) as [UnlimitedPortFact];
    const began = performance.now();
    let bytes = 0;
    const lane = async () => {
      while (performance.now() - began < 3_000) {
        const client = new Client(fact.port);
        const login = `Proxy-Authorization: ${basic(dora.user, dora.password)}\r\n`;
        const head = `GET http://${web.authority}/bytes/20000 HTTP/1.1\r\nHost: ${web.authority}`;
        client.socket.write(`${head}\r\n${login}Connection: close\r\n\r\n`);
        await eventually("the answer", () => client.ended || client.closed, 10_000);
        client.socket.destroy();
        expect(client.bytes).toBeGreaterThan(20_000);
        bytes += client.bytes;
      }
    };
    await Promise.all([1, 2, 3, 4].map(lane));
    const mbps = bytes / (performance.now() - began) / 125;
    expect(mbps).toBeLessThan(5.25);
    expect(mbps).toBeGreaterThan(4);
  });

  test("Every byte passes a slow port once, followed by the end, and all are counted", async () => {
    const [fact] = (await ports(1, 40)) as [UnlimitedPortFact];
    const bytes = 300_000;
    const began = performance.now();
    const visits = Array.from({ length: 8 }, async (_, at) => {
      const request = { ...dora, authority: echo.authority };
      const { client } = await connectTo({ port: fact.port }, request);
      client.socket.end(pattern(bytes, at * 1_000));
      await eventually("the end", () => client.ended, 15_000);
      expect(client.all().equals(pattern(bytes, at * 1_000))).toBe(true);
    });
    await Promise.all(visits);
    expect((8 * bytes) / (performance.now() - began) / 125).toBeLessThan(40 * 1.15);
    const whole = { up: 8 * bytes, down: 8 * bytes, requests: 8 };
    await eventually("all is booked", () => hub.billed(fact.id).down === 8 * bytes);
    expect(hub.billed(fact.id)).toEqual(whole);
  });

  test("Disabling a port closes connections that wait for their turn at once", async () => {
    const [fact] = (await ports(1, 5)) as [UnlimitedPortFact];
    const [up, down] = [await streamsAt(fact, "up", 20), await streamsAt(fact, "down", 20)];
    await sleep(500);
    const began = performance.now();
    hub.upsert({ ...fact, enabled: false });
    const clients = [...up.clients, ...down.clients];
    await eventually("all are closed", () => gateway.connections.count(fact.id) === 0, 2_000);
    await eventually("all hear it", () => clients.every(({ closed, ended }) => closed || ended));
    expect(performance.now() - began).toBeLessThan(1_500);
    // They leave nothing behind: another port of the same gateway has its full rate.
    up.stop();
    down.stop();
    const [next] = (await ports(1, 5)) as [UnlimitedPortFact];
    const streams = await streamsAt(next, "down", 2);
    const { mbps } = await measure(streams, 2);
    streams.stop();
    expect(mbps).toBeGreaterThan(4);
  });

  test("A client that resets while it waits is removed at once, and others get its share", async () => {
    const [fact] = (await ports(1, 5)) as [UnlimitedPortFact];
    const streams = await streamsAt(fact, "down", 10);
    await sleep(300);
    for (const client of streams.clients.slice(1)) client.socket.resetAndDestroy();
    await eventually("they are gone", () => gateway.connections.count(fact.id) === 1, 1_000);
    const [before = 0] = streams.arrived();
    await sleep(2_000);
    const [after = 0] = streams.arrived();
    streams.stop();
    expect((after - before) / 2_000 / 125).toBeGreaterThan(4);
  });

  test("A client that waits long for its turn is neither idle nor stalled; one that reads nothing is", async () => {
    const [fact] = (await ports(1, 5)) as [UnlimitedPortFact];
    // A turn comes every 1.7 s: longer than `neverReadMs`, shorter than the other timeouts.
    const count = Math.round((1_700 * 625) / 4_096);
    const streams = await streamsAt(fact, "down", count);
    await sleep(6_000);
    expect(gateway.connections.count(fact.id)).toBe(count);
    const bytes = streams.arrived();
    expect(Math.min(...bytes)).toBeGreaterThan(4_096);
    streams.stop();
    const fast = { ...fact, mbps: 1_000 };
    hub.upsert(fast);
    const [deaf] = (await streamsAt(fast, "down", 1)).clients as [Client];
    deaf.socket.pause();
    await eventually("it is ended", () => gateway.connections.count(fact.id) === 0, 15_000);
    deaf.socket.destroy();
  });

  test("A changed rate applies to open connections", async () => {
    const [fact] = (await ports(1, 5)) as [UnlimitedPortFact];
    const streams = await streamsAt(fact, "down", 4);
    await sleep(500);
    const during = async (mbps: number) => {
      hub.upsert({ ...fact, mbps });
      await sleep(200);
      const before = streams.arrived().reduce((sum, each) => sum + each, 0);
      const began = performance.now();
      await sleep(1_500);
      const after = streams.arrived().reduce((sum, each) => sum + each, 0);
      return (after - before) / (performance.now() - began) / 125;
    };
    const [fast, slow] = [await during(100), await during(5)];
    expect([fast > 70, fast < 130, slow > 3.5, slow < 6.5]).toEqual([true, true, true, true]);
    streams.stop();
  });

  test.skipIf(options.engine !== "native")(
    "The kernel holds no more bytes to be relayed than the port's buffer",
    async () => {
      const [fact] = (await ports(1, 5)) as [UnlimitedPortFact];
      const up = await streamsAt(fact, "up", 16);
      const down = await streamsAt(fact, "down", 16);
      await sleep(1_500);
      const atPort = heldOf((local) => local === fact.port);
      const targets = Number(origin.authority.split(":")[1]);
      const atExits = heldOf((_, remote) => remote === targets);
      up.stop();
      down.stop();
      expect(atPort.length).toBeGreaterThanOrEqual(16);
      expect(Math.max(...atPort)).toBeGreaterThan(30_000);
      expect(Math.max(...atPort, ...atExits)).toBeLessThan(330_000);
    },
  );
});

/** Unread bytes of this machine's connections, by local and remote port. */
function heldOf(counts: (local: number, remote: number) => boolean): number[] {
  const held: number[] = [];
  for (const line of readFileSync("/proc/net/tcp", "utf8").split("\n").slice(1)) {
    const [, local = "", remote = "", state, queues = ""] = line.trim().split(/\s+/);
    const portOf = (text: string) => Number.parseInt(text.split(":")[1] ?? "", 16);
    if (state !== "01" || !counts(portOf(local), portOf(remote))) continue;
    held.push(Number.parseInt(queues.split(":")[1] ?? "0", 16));
  }
  return held;
}
