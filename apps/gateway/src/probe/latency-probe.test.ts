/** Exits of the pool are measured and reported without affecting customers (spec/pool#search). */
import { parseHost, type Target } from "@turnpike/rules/destination.ts";
import { isFull } from "@turnpike/net/testing/full.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { GatewayOptions, RunningGateway } from "../serve.ts";
import { connectTo, eventually, gatewayAt, statusOf } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { labExit } from "../testing/resources.ts";
import { TestHub } from "../testing/test-hub.ts";
import { rawOrigin } from "../testing/origin.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";

const latencyPace = { everyMs: 400, againMs: 150, suspectMs: 50 };

describe.each(engines)("the pool's latency probe ($name engine)", (engine) => {
  let came: string[];
  const undo: (() => unknown)[] = [];
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  const hub = forEachTest(() => new TestHub().listen());
  beforeEach(() => {
    came = [];
  });
  /** The target dialled through local exits; it echoes. */
  const web = forEachTest(() =>
    rawOrigin((socket) => {
      came.push(socket.remoteAddress ?? "");
      socket.pipe(socket);
    }),
  );
  beforeEach(() => {
    hub.addSubAccount("alice1", "secret1", 1e9);
  });
  afterEach(async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  });

  const target = (port = web.port): Target => {
    const read = parseHost("127.0.0.1", port);
    if ("bad" in read) throw new Error(read.bad);
    return read.target;
  };
  const start = async (changed: Partial<GatewayOptions> = {}): Promise<RunningGateway> => {
    const quick = { latencyPace, latencyBatchMs: 50 };
    const options = { probe: target(), ...quick, ...engine.options, ...changed };
    const running = await gatewayAt(hub, [web.authority], options);
    undo.push(() => running.stop(0));
    return running;
  };
  const isTold = (id: string) => eventually(`${id} is told`, () => hub.latencies.has(id));
  const isTaken = (id: string, ms: null | "some") =>
    eventually(`${id} is ${ms}`, () => {
      const told = hub.latencies.get(id);
      return ms === null ? told === null : typeof told === "number";
    });
  const upstreamAt = (port: number) => labExit({ how: "http", host: "127.0.0.1", port });

  test("A local exit is measured by dialling the probe target, in whole milliseconds", async () => {
    const exits = [labExit(), labExit(), labExit()];
    for (const exit of exits) hub.upsert(exit);
    await start({ latencyPace: {} });
    for (const exit of exits) await isTold(exit.id);
    expect([...hub.latencies.values()].every((ms) => Number.isInteger(ms) && Number(ms) >= 1)).toBe(
      true,
    );
    expect(came.toSorted()).toEqual(exits.map(({ ip }) => ip).toSorted());
  });

  test("For an upstream only its port is dialled, so that no one pays for a byte", async () => {
    let bytes = 0;
    const upstream = await rawOrigin((socket) => {
      socket.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
    });
    undo.push(() => upstream.stop());
    const [deadPort = 0] = await freePorts(1);
    const [well, socks, dead] = [
      upstreamAt(upstream.port),
      { ...upstreamAt(upstream.port), how: "socks5" } as const,
      upstreamAt(deadPort),
    ];
    for (const exit of [well, socks, dead]) hub.upsert(exit);
    await start();
    for (const exit of [well, socks]) await isTaken(exit.id, "some");
    await isTaken(dead.id, null);
    expect([bytes, came.length]).toEqual([0, 0]);
  });

  test("Probes are not traffic: no usage row, log line, connection or lease", async () => {
    const exit = labExit();
    hub.upsert(exit);
    const running = await start();
    await eventually("some rounds", () => came.length > 3);
    await pause(500);
    expect([hub.rows, hub.requests, hub.leases.size]).toEqual([[], [], 0]);
    expect(running.connections.size).toBe(0);
    expect(hub.connectionCounts.flat()).toEqual([]);
  });

  test("A failed exit is retried and reported once it works; others do not wait for it", async () => {
    const [port = 0] = await freePorts(1);
    const [failing, well] = [upstreamAt(port), labExit()];
    for (const exit of [failing, well]) hub.upsert(exit);
    await start();
    await isTaken(failing.id, null);
    await isTaken(well.id, "some");
    hub.upsert({ ...failing, port: web.port });
    await isTaken(failing.id, "some");
  });

  test.runIf(isFull)("Static, unlimited and deleted exits are not measured", async () => {
    const pool = labExit();
    const others = [labExit({ product: "static" }), labExit({ product: "unlimited" })];
    for (const exit of [pool, ...others]) hub.upsert(exit);
    await start();
    await isTold(pool.id);
    const late = labExit();
    hub.upsert(late);
    hub.delete("exit", pool.id);
    await isTold(late.id);
    hub.latencies.clear();
    await eventually("two rounds", () => hub.latencies.has(late.id));
    hub.latencies.clear();
    await eventually("two rounds", () => hub.latencies.has(late.id));
    expect([...hub.latencies.keys()]).toEqual([late.id]);
  });

  test("While the probe target is unreachable, nothing is reported about local exits", async () => {
    const [port = 0] = await freePorts(1);
    const [exit, upstream] = [labExit(), upstreamAt(web.port)];
    for (const each of [exit, upstream]) hub.upsert(each);
    await start({ probe: target(port) });
    await isTaken(upstream.id, "some");
    await pause(700);
    expect(hub.latencies.has(exit.id)).toBe(false);
  });

  test("Without a probe target, a local exit works only if this machine has its address", async () => {
    const there = labExit();
    const elsewhere = labExit({ ip: "203.0.113.9", host: "203.0.113.9", lab: false });
    for (const exit of [there, elsewhere]) hub.upsert(exit);
    await start({ probe: null });
    await isTaken(there.id, "some");
    await isTaken(elsewhere.id, null);
    expect(came).toEqual([]);
  });

  test("Each exit is measured by only one worker", async () => {
    const exits = Array.from({ length: 40 }, () => labExit());
    for (const exit of exits) hub.upsert(exit);
    for (const worker of [0, 1])
      await start({ worker, workers: 2, gateway: `g${worker}`, latencyPace: {} });
    await eventually("all are told", () => hub.latencies.size === 40, 10_000);
    await pause(300);
    expect(came.length).toBe(40);
  });

  test("Measurements made while the hub is unreachable are reported afterwards", async () => {
    const exits = [labExit(), labExit()];
    for (const exit of exits) hub.upsert(exit);
    await start();
    for (const exit of exits) await isTold(exit.id);
    await hub.disconnect();
    hub.latencies.clear();
    const before = came.length;
    await eventually("a round meanwhile", () => came.length > before + 2);
    await hub.listen();
    for (const exit of exits) await isTaken(exit.id, "some");
  });

  test("An exit that a customer's connection finds dead is measured sooner", async () => {
    const upstream = await rawOrigin((socket) => socket.destroy());
    const exit = upstreamAt(upstream.port);
    hub.upsert(exit);
    const running = await start({ latencyPace: { suspectMs: 0 } });
    await isTaken(exit.id, "some");
    await upstream.stop();
    const request = { user: "alice1", password: "secret1", authority: web.authority };
    expect([502, 503]).toContain(await statusOf(running, request));
    // The next round is minutes away.
    await isTaken(exit.id, null);
  });

  test("A gateway at its connection limit does not probe until customers disconnect", async () => {
    const exit = labExit();
    hub.upsert(exit);
    const limits = { perSubAccount: 10, all: 4 };
    const running = await start({ limits, accountShare: 1, latencyPace: { everyMs: 100 } });
    await isTold(exit.id);
    const request = { user: "alice1", password: "secret1", authority: web.authority };
    const open = await Promise.all(Array.from({ length: 4 }, () => connectTo(running, request)));
    await pause(300);
    const before = came.length;
    await pause(700);
    expect(came.length).toBe(before);
    for (const { client } of open) client.socket.destroy();
    await eventually("it goes on", () => came.length > before);
  });

  test.runIf(isFull)(
    "Many exits are measured at no more than 200 a second, and traffic continues",
    async () => {
      const exits = Array.from({ length: 500 }, (_, at) =>
        labExit({ ip: `127.20.${Math.floor(at / 250)}.${(at % 250) + 1}` }),
      );
      for (const exit of exits) hub.resources.set(`exit ${exit.id}`, exit);
      const began = performance.now();
      const running = await start({ latencyPace: {} });
      const request = { user: "alice1", password: "secret1", authority: web.authority };
      const { client } = await connectTo(running, request);
      await eventually("all are told", () => hub.latencies.size === exits.length, 30_000);
      // 25 rounds of 20; longer on a busy machine.
      expect(performance.now() - began).toBeGreaterThan(2_200);
      client.socket.write("ping");
      expect((await client.exactly(4)).toString()).toBe("ping");
      client.socket.destroy();
    },
    60_000,
  );

  test("After stopping, nothing is dialled any more", async () => {
    for (let count = 0; count < 30; count += 1) hub.upsert(labExit());
    const running = await start({ latencyPace: { everyMs: 50 } });
    await eventually("it is busy", () => came.length > 40);
    await running.stop(0);
    undo.length = 0;
    await pause(100);
    const before = came.length;
    await pause(400);
    expect(came.length).toBe(before);
  });
});
