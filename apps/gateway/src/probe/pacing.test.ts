/** How many probes are sent, and what happens after an internal error (spec/gateway#exits). */
import { createServer, type Server } from "node:net";
import { parseHost, type Target } from "@turnpike/rules/destination.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "../start/open-engine.ts";
import { Upstreams } from "../dial/upstreams.ts";
import type { Log } from "../lib/log.ts";
import { eventually } from "../testing/test-gateway.ts";
import { close, listenAt, quickPace } from "../testing/static-listeners.ts";
import { labExit } from "../testing/resources.ts";
import { StaticListener } from "../listeners/static-listener.ts";
import { defaultPace } from "./exit-health.ts";
import { ProbeTarget } from "./probe-target.ts";
import { ExitProbes, type ExitProbesOptions } from "./exit-probes.ts";
import { checkByTarget } from "./probe-exit.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";

const undo: (() => unknown)[] = [];
let lines: { at: number; fields: { count?: number; error?: string }; message: string }[];
let log: Log;

beforeEach(() => {
  lines = [];
  const line = (fields: object, message: string) =>
    void lines.push({ at: performance.now(), fields, message });
  log = { debug: () => {}, info: line, warn: line, error: line };
});
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Creates this many listeners that nobody connects to. */
async function doorsOf(count: number): Promise<Map<string, StaticListener>> {
  const exits = new Map<string, StaticListener>();
  for (let at = 0; at < count; at += 1) {
    const staticListener = new StaticListener(labExit({ product: "static" }), [1]);
    staticListener.setWanted(true);
    await staticListener.open(1, async () => ({ port: 1, stop: () => {} }));
    exits.set(staticListener.exit.id, staticListener);
  }
  return exits;
}

async function probes(
  changed: Partial<ExitProbesOptions> & Pick<ExitProbesOptions, "check" | "exits">,
) {
  const options = { pace: defaultPace, isSold: () => false, target: null, changed: () => {}, log };
  const made = new ExitProbes({ ...options, ...changed });
  undo.push(() => made.stop());
  return made;
}

describe("Probes do not come in bursts", () => {
  test("At the start at most 20 are sent per tick, those of customers first", async () => {
    const exits = await doorsOf(200);
    const sold = new Set([...exits.keys()].slice(150, 190));
    const began: { id: string; at: number }[] = [];
    const check = async ({ id }: { id: string }) => {
      began.push({ id, at: performance.now() });
      return null;
    };
    await probes({ exits, check, isSold: (id) => sold.has(id), pace: { ...defaultPace } });
    await eventually("the sold ones", () => began.length >= 40, 5_000);
    expect(new Set(began.slice(0, 40).map(({ id }) => id))).toEqual(sold);
    await eventually("three ticks more", () => began.length >= 100, 5_000);
    const perTick = new Map<number, number>();
    const first = began[0]?.at ?? 0;
    for (const { at } of began) {
      const tick = Math.round((at - first) / defaultPace.tickMs);
      perTick.set(tick, (perTick.get(tick) ?? 0) + 1);
    }
    expect(Math.max(...perTick.values())).toBe(20);
  });

  test("As many are sent as the pace requires, even if more than 20 a tick", async () => {
    const exits = await doorsOf(600);
    let began = 0;
    const check = async () => {
      began += 1;
      return null;
    };
    // 600 exits per second are 60 per tick.
    const pace = { ...defaultPace, soldMs: 1_000, tickMs: 100 };
    await probes({ exits, check, isSold: () => true, pace });
    await pause(1_500);
    expect(began).toBeGreaterThan(600);
  });

  test("Probes that started together drift apart: intervals differ by exit and by round", async () => {
    const exits = await doorsOf(20);
    const began = new Map<string, number[]>();
    const check = async ({ id }: { id: string }) => {
      began.set(id, [...(began.get(id) ?? []), performance.now()]);
      return null;
    };
    const pace = { ...defaultPace, soldMs: 500, tickMs: 5 };
    await probes({ exits, check, isSold: () => true, pace });
    await eventually(
      "four probes each",
      () => began.size === 20 && [...began.values()].every((all) => all.length >= 4),
      9_000,
    );
    const stretches = (at: number) =>
      [...began.values()].map((all) => Math.round(((all[at] ?? 0) - (all[at - 1] ?? 0)) / 10));
    for (const each of [stretches(2), stretches(3)]) {
      expect(Math.min(...each)).toBeGreaterThanOrEqual(39);
      expect(new Set(each).size).toBeGreaterThan(4);
    }
    const [second, third] = [stretches(2), stretches(3)];
    const others = second.filter((each, at) => Math.abs(each - (third[at] ?? 0)) >= 3);
    expect(others.length).toBeGreaterThan(3);
  });
});

describe("An internal error in a probe has no lasting effect", () => {
  test("The exit is not judged, errors are logged at most once a second, and the exit is tried again", async () => {
    const exits = await doorsOf(3);
    const [bad] = exits.keys();
    const tried: number[] = [];
    const check = async ({ id }: { id: string }) => {
      if (id !== bad) return null;
      tried.push(performance.now());
      if (tried.length <= 2) throw new Error("EMFILE: too many open files");
      return null;
    };
    await probes({ exits, check, pace: { ...quickPace, downMs: 300 } });
    const staticListener = exits.get(bad ?? "");
    await eventually(
      "the others are judged",
      () => [...exits.values()].filter(({ health }) => health.judged).length === 2,
    );
    expect(staticListener?.health).toMatchObject({ state: "unknown", judged: false });
    await eventually("it is logged", () => lines.length > 0);
    const fields = { count: 1, error: expect.stringContaining("EMFILE") };
    expect(lines).toMatchObject([{ fields, message: "static exit probes failed" }]);
    await eventually("it is tried again", () => staticListener?.health.state === "up");
    const [first = 0, second = 0, third = 0] = tried;
    expect(tried.length).toBeGreaterThanOrEqual(3);
    expect(Math.min(second - first, third - second)).toBeGreaterThan(295);
    // The second error came 300 ms after the first: it waits for the next line.
    const gaps = lines.slice(1).map(({ at }, index) => at - (lines[index]?.at ?? at));
    expect(Math.min(1_000, ...gaps)).toBeGreaterThan(990);
  });

  test("A target that cannot be dialled counts as one that does not respond, and is tried again", async () => {
    const [port = 0] = await freePorts(1);
    const server = await listenAt("127.0.0.1", port);
    undo.push(() => close(server));
    const engine = openEngine("portable", { worker: 0, workers: 1, random: Math.random, log });
    let broken = true;
    const connect: typeof engine.connect = (to, opened) => {
      if (broken) throw new Error("EMFILE: too many open files");
      engine.connect(to, opened);
    };
    const options = {
      lookup: async () => [],
      pace: quickPace,
      log,
      target: named("127.0.0.1", port),
    };
    const target = new ProbeTarget({ ...options, engine: { ...engine, connect } });
    undo.push(() => target.stop());
    expect(await target.answers()).toBe(false);
    expect(target.down).toBe(true);
    broken = false;
    await eventually("it answers", () => !target.down);
  });
});

function named(host: string, port: number): Target {
  const read = parseHost(host, port);
  if ("bad" in read) throw new Error(read.bad);
  return read.target;
}

describe("A target's name", () => {
  let server: Server;
  let port: number;
  beforeEach(async () => {
    server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const at = server.address();
    port = typeof at === "object" && at ? at.port : 0;
    undo.push(() => close(server));
  });
  const targetOf = (lookup: (host: string) => Promise<string[]>) => {
    const engine = openEngine("portable", { worker: 0, workers: 1, random: Math.random, log });
    const target = new ProbeTarget({
      target: named("probe.example.com", port),
      engine,
      lookup,
      pace: { ...quickPace, downMs: 60_000, timeoutMs: 400 },
      log,
    });
    undo.push(() => target.stop());
    return { target, engine };
  };

  test("is looked up once for all callers, who wait no longer than a probe may take", async () => {
    let asked = 0;
    let answer: (found: string[]) => void = () => {};
    const { target } = targetOf(() => {
      asked += 1;
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
    const began = performance.now();
    const all = await Promise.all(Array.from({ length: 32 }, () => target.addresses()));
    expect(all.flat()).toEqual([]);
    expect(performance.now() - began).toBeLessThan(timeLimit(800));
    await target.answers();
    expect([asked, target.down]).toEqual([1, true]);
    answer(["127.0.0.1"]);
    await pause(20);
    expect(await target.addresses()).toEqual(["127.0.0.1"]);
    expect(asked).toBe(1);
  });

  test("that does not resolve proves nothing about a local exit, which is not taken for reachable", async () => {
    const { target, engine } = targetOf(async () => []);
    const lookup = async () => [];
    const upstreams = new Upstreams({ engine, lookup, isOwn: () => false, isAllowed: () => false });
    const check = checkByTarget(target, { engine, upstreams, timeoutMs: 400 });
    const exit = labExit({ product: "static", lab: false });
    expect(await check(exit)).toBe("the probe target's name does not resolve");
    const exits = await doorsOf(1);
    for (const staticListener of exits.values()) staticListener.exit = exit;
    await probes({ exits, check, target, pace: quickPace });
    const [staticListener] = exits.values();
    await eventually("nothing can be concluded", () => staticListener?.health.judged ?? false);
    expect(staticListener?.health.state).toBe("unknown");
  });
});
