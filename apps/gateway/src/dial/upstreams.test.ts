/** Lookups of upstream proxies' names, over real connections. */
import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Peer } from "../engine/engine.ts";
import { openEngine } from "../start/open-engine.ts";
import { eventually } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { labExit } from "../testing/resources.ts";
import { Upstreams, type UpstreamsOptions } from "./upstreams.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
let server: Server;
let port: number;
const undo: (() => unknown)[] = [];
let asked: number;
let answer: () => Promise<string[]>;

beforeEach(async () => {
  asked = 0;
  answer = async () => ["127.0.0.1"];
  server = createServer((socket) => socket.on("error", () => {}).destroy());
  undo.push(() => server.close());
  // Tests listen on it at other addresses, too.
  port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
});
afterEach(() => {
  for (const step of undo.splice(0)) step();
});

describe.each(engines)("names of upstream proxies, $name", ({ options }) => {
  const open = (changed: Partial<UpstreamsOptions> = {}) => {
    const settings = { worker: 0, workers: 1, random: Math.random, log: quiet };
    return new Upstreams({
      engine: openEngine(options.engine ?? "auto", settings),
      lookup: () => {
        asked += 1;
        return answer();
      },
      isOwn: () => false,
      isAllowed: () => true,
      ...changed,
    });
  };
  /** The address that was reached, or why none was, and how long that took. */
  const reach = async (upstreams: Upstreams, timeoutMs = 2_000, to = port) => {
    const exit = labExit({ how: "http", host: "up.example", port: to });
    const began = performance.now();
    const opened = await new Promise<Peer | Error>((done) =>
      upstreams.connect(exit, timeoutMs, done),
    );
    const ms = performance.now() - began;
    if (opened instanceof Error) return { why: opened.message, ms };
    const { address } = opened;
    opened.destroy();
    return { address, ms };
  };
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  test("Concurrent lookups share one result, which is cached for a while", async () => {
    const upstreams = open();
    await Promise.all(Array.from({ length: 20 }, () => reach(upstreams)));
    expect(await reach(upstreams)).toMatchObject({ address: "127.0.0.1" });
    expect(asked).toBe(1);
  });

  test("A stale result is served while it is refreshed, but not after it has expired", async () => {
    const upstreams = open({ freshMs: 50, endMs: 400 });
    await reach(upstreams);
    await pause(60);
    answer = () => Promise.reject(new Error("ENOTFOUND"));
    expect(await reach(upstreams)).toMatchObject({ address: "127.0.0.1" });
    expect(asked).toBe(2);
    await pause(400);
    expect(await reach(upstreams)).toMatchObject({ why: "the upstream's name does not resolve" });
    answer = async () => ["127.0.0.1"];
    expect(await reach(upstreams)).toMatchObject({ address: "127.0.0.1" });
  });

  test("Outside the lab, a name that resolves to an internal address is refused each time", async () => {
    const upstreams = open({ isAllowed: () => false });
    answer = async () => ["127.0.0.1", "10.0.0.1"];
    const why = "the upstream's name leads to an internal address";
    expect(await reach(upstreams)).toMatchObject({ why });
    expect(await reach(upstreams)).toMatchObject({ why });
    expect(asked).toBe(2);
  });

  test("If no address responds, the next attempt looks the name up again, as it may have moved", async () => {
    answer = async () => ["127.0.0.9"];
    const upstreams = open();
    expect(await reach(upstreams)).toHaveProperty("why");
    answer = async () => ["127.0.0.1"];
    expect(await reach(upstreams)).toMatchObject({ address: "127.0.0.1" });
    expect(asked).toBe(2);
  });

  test("A silent resolver takes half of the timeout and one lookup", async () => {
    answer = () => new Promise(() => {});
    const upstreams = open();
    const all = await Promise.all([1, 2, 3].map(() => reach(upstreams, 400)));
    for (const { why, ms } of all) {
      expect(why).toBe("the upstream's name was not resolved in time");
      expect(ms).toBeGreaterThan(190);
      expect(ms).toBeLessThan(timeLimit(390));
    }
    expect(asked).toBe(1);
  });

  test("A silent address leaves time for the next one, which is tried first from then on", async () => {
    const silent = await silentAt("127.0.0.8");
    const also = createServer((socket) => socket.destroy());
    undo.push(() => also.close());
    await new Promise<void>((resolve) => also.listen(silent, "127.0.0.1", resolve));
    answer = async () => ["127.0.0.8", "127.0.0.1"];
    const upstreams = open();
    const first = await reach(upstreams, 1_000, silent);
    expect(first).toMatchObject({ address: "127.0.0.1" });
    expect(first.ms).toBeGreaterThan(400);
    const second = await reach(upstreams, 1_000, silent);
    expect(second).toMatchObject({ address: "127.0.0.1" });
    expect(second.ms).toBeLessThan(timeLimit(400));
  });

  test("One of the gateway's own addresses among the results is skipped", async () => {
    const own = createServer((socket) => socket.destroy());
    undo.push(() => own.close());
    await new Promise<void>((resolve) => own.listen(port, "127.0.0.7", resolve));
    answer = async () => ["127.0.0.7", "127.0.0.1"];
    const upstreams = open({ isOwn: (host) => host === "127.0.0.7" });
    expect(await reach(upstreams)).toMatchObject({ address: "127.0.0.1" });
  });
});

async function freePort(): Promise<number> {
  const [one = 0] = await freePorts(1);
  return one;
}

/** A port that does not answer, as its listener's queue is full and never emptied. */
async function silentAt(host: string): Promise<number> {
  const at = await freePort();
  const code = `
    const { createServer } = require("node:net");
    const { parentPort } = require("node:worker_threads");
    const server = createServer();
    server.listen({ port: ${at}, host: "${host}", backlog: 1 }, () => {
      parentPort.postMessage("listening");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const worker = new Worker(code, { eval: true });
  undo.push(() => worker.terminate());
  await once(worker, "message");
  let opened = 0;
  const fill = () => {
    const socket = connect(at, host, () => {
      opened += 1;
    });
    socket.on("error", () => {});
    undo.push(() => socket.destroy());
  };
  for (let count = 0; count < 40; count += 1) fill();
  await eventually("its queue is full", () => opened > 0);
  await new Promise((resolve) => setTimeout(resolve, 100));
  return at;
}
