/** What the hub does with questions that are too large, malformed or too many. */
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { UsageRow } from "@turnpike/contract/data-plane.ts";
import { maxQuestionBytes } from "@turnpike/contract/link-questions.ts";
import { expect, test } from "vitest";
import { Encoded, LinkDown } from "./link.ts";
import { atEnd, linked, node } from "./linked-testing.ts";
import { maxReceivedBytes } from "./messages.ts";
import { NodeRates } from "./node-rates.ts";
import { rawLink } from "./raw-link-testing.ts";

const ofBytes = (bytes: number) => new Encoded(JSON.stringify({ cursor: "x".repeat(bytes) }));
const settle = { gateway: "eu-1-1", epoch: "e1", leaseIds: [randomUUID()] };
const usage: UsageRow = {
  leaseId: "",
  accountId: randomUUID(),
  subAccountId: randomUUID(),
  product: "static",
  hour: 0,
  domain: "example.com",
  country: "DE",
  city: "berlin",
  upBytes: 1,
  downBytes: 1,
  requests: 1,
};

test("A question above 1 MiB is refused unparsed, and the connection stays; one above 2 MiB ends it", async () => {
  const { asked, unanswered, connect } = await linked();
  const link = await connect(1);
  const large = link.ask("snapshot", ofBytes(maxQuestionBytes));
  await expect(large).rejects.toThrow(/^tooLarge #\d+$/);
  expect(await link.ask("settle", settle)).toEqual({});
  await expect(link.ask("snapshot", ofBytes(maxReceivedBytes))).rejects.toThrow(LinkDown);
  expect(asked).toEqual([["settle", settle]]);
  expect(unanswered.map(({ kind, why }) => [kind, why])).toEqual([["snapshot", "tooLarge"]]);
});

test("A question of very many empty objects is refused unparsed; brackets in texts and full reports are not", async () => {
  const { asked, unanswered, connect } = await linked();
  const link = await connect(1);
  for (const part of ["{}", "[]"]) {
    const list = (count: number) => new Encoded(`{"cursor":[${Array(count).fill(part).join()}]}`);
    await expect(link.ask("snapshot", list(300_000))).rejects.toThrow(/^tooLarge #\d+$/);
    await expect(link.ask("snapshot", list(1_500))).rejects.toThrow(/^tooLarge #\d+$/);
  }
  expect(unanswered).toHaveLength(4);
  const texts = Array.from({ length: 1_000 }, () => ({ target: `"\\${"[{".repeat(200)}` }));
  await link.ask("requests", { gateway: "g", epoch: "e", rows: texts, dropped: 0 } as never);
  const holder = { accountId: usage.accountId, subAccountId: usage.subAccountId };
  const of = { ...holder, product: "traffic", hour: 0, domain: "", country: "", city: "" };
  const outcomes = Array.from({ length: 1_000 }, () => {
    return { ...of, outcomes: {}, reasons: {}, connects: [] };
  });
  const by = { gateway: "g", epoch: "e" };
  const reports = [1, 2, 3].map((sequence) => ({ ...by, sequence, rows: [], outcomes }));
  await link.ask("report", { reports } as never);
  const open = Array.from({ length: 8_000 }, () => ({ ...holder, connections: 1 }));
  await link.ask("census", { ...by, open });
  expect(asked.map(([kind]) => kind)).toEqual(["requests", "report", "census"]);
});

test("Unknown words, wrong types and long lists are refused before any handler; unknown fields are dropped", async () => {
  const { asked, connect } = await linked();
  const link = await connect(1);
  const report = (rows: unknown[], more: object = {}) => {
    const reports = [{ gateway: "eu-1-1", epoch: "e1", sequence: 1, rows, ...more }];
    return link.ask("report", { reports } as never);
  };
  const bad: Promise<unknown>[] = [
    link.ask("resolve", null as never),
    link.ask("settle", { ...settle, leaseIds: "all" } as never),
    link.ask("settle", { ...settle, leaseIds: Array.from({ length: 501 }, randomUUID) }),
    link.ask("hold", {
      subAccountId: node.id,
      key: "k",
      minutes: 1e9,
      proposedExitId: node.id,
    } as never),
    report([{ ...usage, product: "gold" }]),
    report([{ ...usage, product: "__proto__" }]),
    report([{ ...usage, upBytes: "9" }]),
    report([{ ...usage, domain: { length: 1 } }]),
    report([null]),
    report([], { sequence: 0 }),
  ];
  for (const each of bad) await expect(each).rejects.toThrow(/^malformed #\d+$/);
  expect(asked).toEqual([]);
  await link.ask("settle", { ...settle, later: { field: 1 } } as never);
  expect(asked).toEqual([["settle", settle]]);
});

test("A node that sends more than its share waits, over all its connections, and is reported when that lasts", async () => {
  const lasting: string[] = [];
  let now = 0;
  const rates = new NodeRates({
    onLasting: ({ nodeName }) => lasting.push(nodeName),
    now: () => now,
  });
  const node = (nodeId: string) => ({
    nodeId,
    nodeName: nodeId,
    worker: 1,
    epoch: "e",
    version: "0",
    generation: 1,
    protocol: 1,
  });
  const MiB = 1024 * 1024;
  for (let sent = 0; sent < 32; sent += 1) expect(rates.take(node("greedy"), MiB)).toBe(0);
  expect(rates.take(node("greedy"), MiB)).toBeCloseTo(125, -1);
  expect(rates.take(node("other"), MiB)).toBe(0);
  for (let second = 0; second < 20; second += 1) {
    for (let sent = 0; sent < 40; sent += 1) rates.take(node("greedy"), MiB);
    now += 1_000;
  }
  expect(lasting).toEqual(["greedy"]);
  now += 60_000;
  expect(rates.take(node("greedy"), MiB)).toBe(0);
});

test("A message counts as long as it takes to read, so that no node keeps the hub from the others", () => {
  let now = 0;
  const rates = new NodeRates({ onLasting: () => {}, now: () => now, busyMsPerSecond: 350 });
  const run = { worker: 1, epoch: "e", version: "0", generation: 1, protocol: 1 };
  const node = (name: string) => ({ nodeId: name, nodeName: name, ...run });
  for (let sent = 0; sent < 10; sent += 1) expect(rates.take(node("slow"), 20, { ms: 10 })).toBe(0);
  expect(rates.take(node("slow"), 20, { ms: 40 })).toBeCloseTo(100, -1);
  expect(rates.take(node("other"), 20, { ms: 10 })).toBe(0);
  now += 1_100;
  expect(rates.take(node("slow"), 20, { ms: 100 })).toBe(0);
});

test("Pings count like questions: a flood of them is read later", async () => {
  const rates = new NodeRates({ onLasting: () => {}, bytesPerSecond: 10_000 });
  const { url } = await linked({ rates });
  const { socket } = await rawLink(url, node);
  atEnd(() => socket.terminate());
  let pongs = 0;
  socket.on("message", () => {
    pongs += 1;
  });
  for (let sent = 0; sent < 40_000; sent += 1) socket.send('{"ping":1,"skewMs":0}');
  await expect.poll(() => pongs, { timeout: 5_000 }).toBeGreaterThan(1_000);
  await new Promise((resolve) => setTimeout(resolve, 500));
  // What one read of the socket holds is answered at once.
  expect(pongs).toBeLessThan(12_000);
  expect(socket.readyState).toBe(socket.OPEN);
});

test("What is no message counts too, for all workers of a node: pongs, and parts of messages", {
  timeout: 20_000,
}, async () => {
  const rates = new NodeRates({ onLasting: () => {}, busyMsPerSecond: 60 });
  const { url, connect } = await linked({ rates });
  const other = await connect(2);
  const { socket, answers } = await rawLink(url, node);
  atEnd(() => socket.terminate());
  const pongs = Buffer.from("8a8000000000".repeat(300_000), "hex");
  const parts = Buffer.from("008000000000".repeat(1_000), "hex");
  const ping = (isLast: boolean) =>
    Buffer.concat([Buffer.from(isLast ? [0x80, 0x82] : [0x01, 0x88]), Buffer.alloc(4)]);
  const split = Buffer.concat([ping(false), Buffer.from('{"ping":'), parts, ping(true)]);
  const began = performance.now();
  const raw = Reflect.get(socket, "_socket") as Socket;
  for (let sent = 0; sent < 150; sent += 1) raw.write(Buffer.concat([split, Buffer.from("1}")]));
  raw.write(pongs);
  socket.send(JSON.stringify({ id: 7, kind: "settle", question: settle }));
  let slowest = 0;
  while (answers.length === 0) {
    const asked = performance.now();
    await other.ask("settle", settle);
    slowest = Math.max(slowest, performance.now() - asked);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(slowest).toBeGreaterThan(100);
  expect(performance.now() - began).toBeGreaterThan(400);
  for (let sent = 0; sent < 3; sent += 1) raw.write(pongs);
  await expect.poll(() => socket.readyState, { timeout: 10_000 }).toBe(socket.CLOSED);
});

test("Links of a machine whose backlog takes longer than an end may be silent stay up", {
  timeout: 30_000,
}, async () => {
  const rates = new NodeRates({ onLasting: () => {}, busyMsPerSecond: 3 });
  const { connect } = await linked({ rates });
  const workers = [1, 2, 3, 4];
  const links = await Promise.all(workers.map(connect));
  let lost = 0;
  for (const link of links) link.onConnection((up) => (lost += up ? 0 : 1));
  const addresses = Array.from({ length: 15_000 }, () => "x".repeat(60));
  const question = new Encoded(JSON.stringify({ addresses, port: 1 }));
  const began = performance.now();
  await Promise.all(links.map((link) => link.ask("machine", question, 25_000)));
  expect([lost, performance.now() - began > 3_500]).toEqual([0, true]);
});

test("A greedy node's link stays up while it waits", async () => {
  const rates = new NodeRates({ onLasting: () => {}, bytesPerSecond: 200_000 });
  const { asked, connect } = await linked({ rates });
  const link = await connect(1);
  const addresses = Array.from({ length: 2_000 }, () => "x".repeat(60));
  const question = new Encoded(JSON.stringify({ addresses, port: 1 }));
  const began = performance.now();
  for (let sent = 0; sent < 8; sent += 1) await link.ask("machine", question, 30_000);
  expect(performance.now() - began).toBeGreaterThan(300);
  expect(asked).toHaveLength(8);
});
