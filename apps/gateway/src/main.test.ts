import { type ChildProcess, fork } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Client, connectTo, eventually } from "./testing/test-gateway.ts";
import { close, listenAt } from "./testing/static-listeners.ts";
import { labExit } from "./testing/resources.ts";
import { TestHub } from "./testing/test-hub.ts";
import { unlimitedPort } from "./testing/unlimited-ports.ts";
import { freeStaticPort } from "./testing/static-ips.ts";
import { type Origin, pattern, rawOrigin } from "./testing/origin.ts";
import { Outside } from "./testing/outside.ts";
import { sized } from "./testing/test-sizes.ts";
import { freePort, freePorts } from "@turnpike/net/testing/free-ports.ts";
import { timeBar } from "@turnpike/net/testing/time-bar.ts";

const MB = 1_000_000;
/** Workers that are killed; while the second is, the hub is away. */
const rounds = sized({ short: 2, full: 6 });
let hub: TestHub;
let origin: Origin;
let id: string;
let port: number;
const children: ChildProcess[] = [];

beforeEach(async () => {
  hub = await new TestHub().listen();
  id = hub.addSubAccount("alice1", "secret1", 4_000 * MB);
  hub.upsert(labExit());
  // 20 MB/s, so that what a crash loses can be told in time.
  origin = await rawOrigin((socket) => {
    const timer = setInterval(() => socket.writable && socket.write(pattern(200_000)), 10);
    socket.on("close", () => clearInterval(timer));
    socket.on("end", () => socket.end());
    socket.resume();
  });
  port = await freePort();
});
afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill("SIGKILL");
  await origin.stop();
  await hub.stop();
});

async function start(changed: Record<string, string> = {}): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "main.ts"), {
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "test",
      LOG_LEVEL: "error",
      GATEWAY_PORT: String(port),
      GATEWAY_WORKER: "1",
      GATEWAY_WORKERS: "1",
      DATA_DIR: hub.folder,
      TURNPIKE_LINK: hub.path,
      LAB_TARGETS: origin.authority,
      // No exit of these tests is static; were one, its door would be nobody else's.
      STATIC_PORTS: String(freeStaticPort()),
      ...changed,
    },
  });
  children.push(child);
  let ready = false;
  child.on("message", (message) => {
    ready ||= message === "ready";
  });
  await eventually("the worker is ready", () => ready || child.exitCode !== null, 15_000);
  return child;
}
const journal = () => {
  const [folder = ""] = readdirSync(join(hub.folder, "gateway"));
  return readdirSync(join(hub.folder, "gateway", folder));
};
const open = async () =>
  (await connectTo({ port }, { user: "alice1", password: "secret1", authority: origin.authority }))
    .client;
const whenGone = (child: ChildProcess) =>
  eventually("it ends", () => child.exitCode !== null || child.signalCode !== null, 8_000);

test("After kill -9 billed ≤ carried, less than 500 ms is forgiven, nothing twice (M2)", async () => {
  let carried = 0;
  for (let round = 0; round < rounds; round += 1) {
    const child = await start();
    const client = await open();
    await eventually("bytes flow", () => client.bytes > 8 * MB, 10_000);
    if (round === 1) await hub.away();
    await new Promise((resolve) => setTimeout(resolve, 300 + round * 70));
    child.kill("SIGKILL");
    await whenGone(child);
    await eventually("the client sees it", () => client.closed || client.ended);
    client.socket.destroy();
    carried += client.bytes;
    if (round === 1) await hub.listen();
  }
  const last = await start();
  await eventually("every lease is settled", () => hub.leases.size === 0, 8_000);
  const { down, up } = hub.billed(id);
  expect(up).toBe(0);
  expect(down).toBeLessThanOrEqual(carried);
  expect(carried - down).toBeLessThan(rounds * 0.5 * 20 * MB);
  expect(hub.unleased).toBe(0);
  expect(hub.left.get(id)).toBe(4_000 * MB - down);
  last.kill("SIGTERM");
  await whenGone(last);
  expect(last.exitCode).toBe(0);
  expect(journal()).toEqual([]);
}, 60_000);

test("SIGTERM lets a tunnel end, reports all, gives leases back and exits with 0", async () => {
  const child = await start();
  const client = await open();
  await eventually("bytes flow", () => client.bytes > MB, 10_000);
  child.kill("SIGTERM");
  await new Promise((resolve) => setTimeout(resolve, 500));
  await expect(
    new Promise((resolve, reject) => {
      const late = new Client(port);
      late.socket.on("connect", () => reject(new Error("accepted")));
      late.socket.on("error", resolve);
    }),
  ).resolves.toBeInstanceOf(Error);
  const before = client.bytes;
  await eventually("bytes still flow", () => client.bytes > before + MB);
  client.socket.end();
  await whenGone(child);
  expect(child.exitCode).toBe(0);
  expect(hub.leases.size).toBe(0);
  expect(hub.billed(id).down).toBe(client.bytes);
  expect(journal()).toEqual([]);
}, 30_000);

test("SIGTERM drains for DRAIN_SECONDS, /healthz says so to the end, a second one changes nothing", async () => {
  const [metricsPort = 0] = await freePorts(1);
  // The worker adds its number.
  const child = await start({ DRAIN_SECONDS: "2.5", METRICS_PORT: String(metricsPort - 1) });
  const health = async () => {
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/healthz`).catch(() => null);
    return answer && `${answer.status} ${await answer.text()}`;
  };
  expect(await health()).toBe('200 {"state":"up"}');
  const client = await open();
  await eventually("bytes flow", () => client.bytes > MB, 10_000);
  const began = performance.now();
  child.kill("SIGTERM");
  await expect.poll(health).toMatch(/^503 /);
  const seen: string[] = [];
  child.once("exit", () => seen.push("exit"));
  setTimeout(() => child.kill("SIGTERM"), 1_000);
  while (child.exitCode === null && child.signalCode === null) {
    const now = await health();
    if (now !== null) seen.push(now);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const tookMs = performance.now() - began;
  expect(child.exitCode).toBe(0);
  expect([...new Set(seen)]).toEqual(['503 {"state":"draining"}', "exit"]);
  expect(seen.length).toBeGreaterThan(5);
  expect(tookMs).toBeGreaterThan(2_400);
  expect(tookMs).toBeLessThan(timeBar(8_000));
  expect(hub.billed(id).down).toBeGreaterThanOrEqual(client.bytes);
  expect(hub.leases.size).toBe(0);
  expect(journal()).toEqual([]);
}, 30_000);

test("Where the lab has no target (LAB_TARGET_PORT=0) a worker starts and probes without one", async () => {
  const child = await start({ LAB_TARGET_PORT: "0" });
  expect(child.exitCode).toBe(null);
  const client = await open();
  await eventually("bytes flow", () => client.bytes > 0);
  client.socket.destroy();
}, 30_000);

test("A worker is ready once the hub knows of its ports of unlimited plans (spec/unlimited#ports)", async () => {
  const facts = (await freePorts(50)).map((free) => unlimitedPort({ port: free }));
  for (const fact of facts) hub.upsert(fact);
  const [taken] = facts;
  const foreign = await listenAt("127.0.0.1", taken?.port ?? 0);
  await start();
  const told = facts.map(({ id }) => hub.ports.get(id)?.open);
  expect(told).toEqual([false, ...Array(49).fill(true)]);
  await close(foreign);
}, 30_000);

test("A worker whose parent is gone ends", async () => {
  const child = await start();
  child.disconnect();
  await whenGone(child);
  expect(child.exitCode).toBe(0);
}, 30_000);

test("In the lab an upstream proxy may be named `localhost` (spec/operator#exits-import)", async () => {
  const outside = await new Outside().listen();
  for (const key of hub.resources.keys()) if (key.startsWith("exit ")) hub.resources.delete(key);
  hub.upsert(outside.exit({ host: "localhost" }));
  await start();
  const client = await open();
  expect(outside.reached.map(({ authority }) => authority)).toEqual([origin.authority]);
  client.socket.destroy();
  await outside.stop();
}, 30_000);
