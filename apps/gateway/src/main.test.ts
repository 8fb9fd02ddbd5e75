import { isFull, sized } from "@turnpike/net/testing/full.ts";
import { expect, test } from "vitest";
import { Client, eventually } from "./testing/test-gateway.ts";
import { close, listenAt } from "./testing/static-listeners.ts";
import { unlimitedPort } from "./testing/unlimited-ports.ts";
import { Outside } from "./testing/outside.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";
import { MB, whenGone, WorkerFixture } from "./testing/worker-fixture.ts";

const worker = new WorkerFixture();

test("SIGTERM lets a tunnel finish, reports everything, returns leases and exits with 0", async () => {
  const child = await worker.start();
  const client = await worker.open();
  await eventually("bytes flow", () => client.bytes > MB, 10_000);
  child.kill("SIGTERM");
  await new Promise((resolve) => setTimeout(resolve, 500));
  await expect(
    new Promise((resolve, reject) => {
      const late = new Client(worker.port);
      late.socket.on("connect", () => reject(new Error("accepted")));
      late.socket.on("error", resolve);
    }),
  ).resolves.toBeInstanceOf(Error);
  const before = client.bytes;
  await eventually("bytes still flow", () => client.bytes > before + MB);
  client.socket.end();
  await whenGone(child);
  expect(child.exitCode).toBe(0);
  expect(worker.hub.leases.size).toBe(0);
  expect(worker.hub.billed(worker.id).down).toBe(client.bytes);
  expect(worker.journal()).toEqual([]);
}, 30_000);

test("SIGTERM drains for DRAIN_SECONDS, which /healthz shows; a second SIGTERM changes nothing", async () => {
  const [metricsPort = 0] = await freePorts(1);
  // The worker adds its number.
  const child = await worker.start({ DRAIN_SECONDS: "2.5", METRICS_PORT: String(metricsPort - 1) });
  const health = async () => {
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/healthz`).catch(() => null);
    return answer && `${answer.status} ${await answer.text()}`;
  };
  expect(await health()).toBe('200 {"state":"up"}');
  const client = await worker.open();
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
  expect(tookMs).toBeLessThan(timeLimit(8_000));
  expect(worker.hub.billed(worker.id).down).toBeGreaterThanOrEqual(client.bytes);
  expect(worker.hub.leases.size).toBe(0);
  expect(worker.journal()).toEqual([]);
}, 30_000);

test.runIf(isFull)(
  "Without a lab target (LAB_TARGET_PORT=0) a worker relays traffic and probes its exits",
  async () => {
    const child = await worker.start({ LAB_TARGET_PORT: "0" });
    expect(child.exitCode).toBe(null);
    const client = await worker.open();
    await eventually("bytes flow", () => client.bytes > 0);
    client.socket.destroy();
    const told = () => [...worker.hub.latencies.values()];
    await eventually("the exit is probed", () => told().length > 0, 10_000);
    expect(told()).toEqual([expect.any(Number)]);
  },
  30_000,
);

test("A worker is ready once its ports of unlimited plans are reported to the hub (spec/unlimited#ports)", async () => {
  // The worker waits 3 s for them at most, which is little on a busy machine.
  const facts = (await freePorts(sized(10, 50))).map((free) => unlimitedPort({ port: free }));
  for (const fact of facts) worker.hub.upsert(fact);
  const [taken] = facts;
  const foreign = await listenAt("127.0.0.1", taken?.port ?? 0);
  await worker.start();
  const told = facts.map(({ id }) => worker.hub.ports.get(id)?.open);
  expect(told).toEqual([false, ...facts.slice(1).map(() => true)]);
  await close(foreign);
}, 30_000);

test("A worker exits when its parent process disconnects", async () => {
  const child = await worker.start();
  child.disconnect();
  await whenGone(child);
  expect(child.exitCode).toBe(0);
}, 30_000);

test.runIf(isFull)(
  "In the lab an upstream proxy may be named `localhost` (spec/operator#exits-import)",
  async () => {
    const outside = await new Outside().listen();
    for (const key of worker.hub.resources.keys())
      if (key.startsWith("exit ")) worker.hub.resources.delete(key);
    worker.hub.upsert(outside.exit({ host: "localhost" }));
    await worker.start();
    const client = await worker.open();
    expect(outside.reached.map(({ authority }) => authority)).toEqual([worker.origin.authority]);
    client.socket.destroy();
    await outside.stop();
  },
  30_000,
);
