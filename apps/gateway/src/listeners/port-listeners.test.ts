/**
 * Ports of unlimited plans as seen by clients and the hub (spec/unlimited#ports, UNLIMITED_PORTS).
 */
import type { UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import { isFull } from "@turnpike/net/testing/full.ts";
import { describe, expect, test } from "vitest";
import { eventually, statusOf } from "../testing/test-gateway.ts";
import { close, listenAt } from "../testing/static-listeners.ts";
import { engines } from "../testing/engines.ts";
import { labExit } from "../testing/resources.ts";
import {
  asksForLogin,
  firstAnswer,
  isClosed,
  onePort,
  pause,
  ListeningPortsBench,
  portsOf,
} from "../testing/listening-ports.ts";
import { dora, unlimitedPort, whenOpen } from "../testing/unlimited-ports.ts";
import { rawOrigin } from "../testing/origin.ts";
import { seeded } from "../testing/test-sizes.ts";
import { realWorld } from "../lib/world.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";

const bench = forEachTest(() => ListeningPortsBench.open());

describe.each(engines)("with the $name engine", ({ options }) => {
  test("A port opens when it is added, is reported within 250 ms, and closes when it is deleted", async () => {
    const [first, second] = (await portsOf(2)) as [UnlimitedPortFact, UnlimitedPortFact];
    bench.hub.upsert(first);
    await bench.gateway(options);
    await whenOpen(bench.hub, first);
    const began = performance.now();
    bench.hub.upsert(second);
    await whenOpen(bench.hub, second);
    // About 45 ms usually; other processes share the machine.
    expect(performance.now() - began).toBeLessThan(timeLimit(250));
    for (const { port } of [first, second]) expect(await firstAnswer(port)).toMatch(asksForLogin);
    bench.hub.delete("unlimitedPort", first.id);
    await waitFor("the port is closed", () => isClosed(first.port), timeLimit(100));
    expect(await firstAnswer(second.port)).toMatch(asksForLogin);
  });

  test("Ports listen only at HOST and close with the gateway", async () => {
    const fact = await onePort();
    bench.hub.upsert(fact);
    const running = await bench.gateway({ ...options, host: "127.0.0.5" });
    await whenOpen(bench.hub, fact);
    expect(await firstAnswer(fact.port, "127.0.0.5")).toMatch(asksForLogin);
    expect(await firstAnswer(fact.port)).toBeNull();
    await running.stop();
    expect(await firstAnswer(fact.port, "127.0.0.5")).toBeNull();
  });

  test("An expired port stays open until it is deleted, and returns 402", async () => {
    const fact = await onePort({ expiresAt: Date.now() - 1 });
    bench.hub.upsert(fact);
    await bench.gateway(options);
    await whenOpen(bench.hub, fact);
    expect(await statusOf(fact, { ...dora, authority: "a.example:80" })).toBe(402);
  });

  test("A port whose number changes moves there; two ports may swap their numbers", async () => {
    const [one, two] = (await portsOf(2)) as [UnlimitedPortFact, UnlimitedPortFact];
    const [fresh = 0] = await freePorts(1);
    for (const fact of [one, two]) bench.hub.upsert(fact);
    await bench.gateway(options);
    for (const fact of [one, two]) await whenOpen(bench.hub, fact);
    const moved = { ...one, port: fresh };
    bench.hub.upsert(moved);
    await whenOpen(bench.hub, moved);
    expect(await firstAnswer(one.port)).toBeNull();
    expect(await firstAnswer(fresh)).toMatch(asksForLogin);
    const swapped = [
      { ...one, port: two.port },
      { ...two, port: fresh },
    ];
    for (const fact of swapped) bench.hub.resources.set(`unlimitedPort ${fact.id}`, fact);
    bench.hub.announce({ puts: swapped, drops: [] });
    for (const fact of swapped) await whenOpen(bench.hub, fact);
    expect(bench.warned).toEqual([]);
  });

  test("A port in use is reported with the cause, and tried again until it opens", async () => {
    const fact = await onePort();
    const foreign = await listenAt("127.0.0.1", fact.port);
    bench.hub.upsert(fact);
    await bench.gateway(options);
    await eventually("it is told", () => bench.known(fact) !== undefined);
    expect(bench.known(fact)).toEqual({
      kind: fact.kind,
      portId: fact.id,
      port: fact.port,
      open: false,
      code: "EADDRINUSE",
      detail: "EADDRINUSE",
    });
    await pause(400);
    expect(bench.warned).toEqual(["listeners failed at 1 port of unlimited plans: EADDRINUSE"]);
    await close(foreign);
    await whenOpen(bench.hub, fact);
    expect(bench.known(fact)).toMatchObject({ code: "", detail: "" });
    expect(await firstAnswer(fact.port)).toMatch(asksForLogin);
  });

  test("A changed port is tried at once, independently of the next retry", async () => {
    const fact = await onePort();
    const [fresh = 0] = await freePorts(1);
    const foreign = await listenAt("127.0.0.1", fact.port);
    bench.undo.push(() => close(foreign));
    bench.hub.upsert(fact);
    await bench.gateway({ ...options, portRetryMs: 60_000 });
    await eventually("it is told", () => bench.known(fact)?.open === false);
    bench.hub.upsert({ ...fact, port: fresh });
    await whenOpen(bench.hub, { ...fact, port: fresh });
    bench.hub.upsert(fact);
    await eventually("it is told", () => bench.known(fact)?.open === false);
    await close(foreign);
    bench.hub.upsert({ ...fact, name: "other1" });
    await whenOpen(bench.hub, fact);
  });

  test("Two workers together open every port exactly once", async () => {
    const facts = await portsOf(40);
    for (const fact of facts) bench.hub.upsert(fact);
    const by = new Map<string, string[]>();
    const worker = async (count: number) => {
      bench.hub.ports.clear();
      await bench.gateway({ ...options, gateway: `g${count}`, worker: count, workers: 2 });
      await eventually(`what worker ${count} has`, () => bench.hub.ports.size > 5);
      await pause(200);
      for (const id of bench.hub.ports.keys()) by.set(id, [...(by.get(id) ?? []), `g${count}`]);
    };
    await worker(1);
    expect(by.size).toBeLessThan(35);
    await worker(2);
    expect(bench.warned).toEqual([]);
    expect([...by.values()].filter((workers) => workers.length !== 1)).toEqual([]);
    expect(by.size).toBe(40);
    for (const { port } of facts) expect(await firstAnswer(port)).toMatch(asksForLogin);
  });

  test("A second gateway that opens the same port reports EADDRINUSE until the first one stops", async () => {
    const fact = await onePort();
    bench.hub.upsert(fact);
    const first = await bench.gateway(options);
    await whenOpen(bench.hub, fact);
    // Like a worker that is started before the one that it replaces has ended.
    await bench.gateway({ ...options, gateway: "g2" });
    await eventually("it is told", () => bench.known(fact)?.detail === "EADDRINUSE");
    await first.stop();
    await whenOpen(bench.hub, fact);
  });

  test.runIf(isFull)(
    "After any sequence of changes exactly the existing ports are listening",
    async () => {
      const seed = Date.now() % 1_000_000;
      const random = seeded(seed);
      const numbers = await freePorts(24);
      const standing = new Map<string, UnlimitedPortFact>();
      await bench.gateway({ ...options, portRetryMs: 60_000 });
      const free = () => {
        const taken = new Set([...standing.values()].map(({ port }) => port));
        return numbers.filter((port) => !taken.has(port));
      };
      const pick = <T>(of: T[]) => of[Math.floor(random() * of.length)];
      for (let step = 0; step < 600; step += 1) {
        const [port, old] = [pick(free()), pick([...standing.values()])];
        const what = random();
        if (what < 0.35 && port !== undefined) put(unlimitedPort({ port }));
        else if (what < 0.6 && old) drop(old);
        else if (what < 0.8 && old && port !== undefined) put({ ...old, port });
        else if (old) put({ ...old, name: `name${step}` });
        if (random() < 0.3) await pause(random() * 40);
      }
      function put(fact: UnlimitedPortFact): void {
        standing.set(fact.id, fact);
        bench.hub.upsert(fact);
      }
      function drop({ kind, id }: UnlimitedPortFact): void {
        standing.delete(id);
        bench.hub.delete(kind, id);
      }
      for (const fact of standing.values()) await whenOpen(bench.hub, fact);
      await pause(200);
      const wanted = new Set([...standing.values()].map(({ port }) => port));
      for (const port of numbers) {
        const answer = await firstAnswer(port);
        expect([seed, port, answer !== null]).toEqual([seed, port, wanted.has(port)]);
      }
    },
    30_000,
  );

  test("While ports listen at all addresses, connections to targets still get local ports", async () => {
    // More in a row than the portable engine tries.
    const first = 20_000 + Math.floor(Math.random() * 3_000);
    const facts = Array.from({ length: 400 }, (_, at) => unlimitedPort({ port: first + at }));
    const origin = await rawOrigin((socket) => void socket.resume());
    bench.undo.push(() => origin.stop());
    bench.hub.addSubAccount("alice1", "secret1", 1e9);
    bench.hub.upsert(labExit());
    for (const fact of facts) bench.hub.resources.set(`unlimitedPort ${fact.id}`, fact);
    // Starts with local ports just below them.
    const random = () => (first - 10_240) / (32_700 - 10_240 + 1);
    const world = { ...realWorld(), random };
    const running = await bench.gateway({ ...options, host: "0.0.0.0", world }, [origin.authority]);
    await running.listenersReported(5_000);
    const open = [...bench.hub.ports.values()].filter((state) => state.open).length;
    expect(open).toBeGreaterThan(390);
    for (let count = 0; count < 5; count += 1) {
      const request = { user: "alice1", password: "secret1", authority: origin.authority };
      expect(await statusOf(running, request)).toBe(200);
    }
  });
});
