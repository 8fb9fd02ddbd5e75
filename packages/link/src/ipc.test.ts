import { randomUUID } from "node:crypto";
import { mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HubMessage, Questions } from "@turnpike/contract/data-plane.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { encodeFrame, frameReader } from "./ipc-wire.ts";
import { maxReceivedBytes } from "./messages.ts";
import { connectIpc, type HubOptions, listenIpc } from "./ipc.ts";
import { type Answers, type GatewayLink, type HubLink, LinkDown, type Peer } from "./link.ts";
import { timeLimit } from "../../net/src/testing/time-bar.ts";

let folder: string;
let path: string;
let stops: { stop(): Promise<void> }[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "link-"));
  path = join(folder, "hub.sock");
  stops = [];
});
afterEach(async () => {
  await Promise.all(stops.map((each) => each.stop()));
  rmSync(folder, { recursive: true, force: true });
});

const answersOf = (changed: Partial<Answers> = {}): Answers => ({
  hello: async () => ({ offsetMs: 7, seq: 0 }),
  snapshot: async ({ cursor }) => ({ facts: [], cursor }),
  lease: async () => ({ refused: "insufficientTraffic" }),
  settle: async ({ leaseIds }) => ({ settled: leaseIds.length }),
  held: async () => ({ returned: 0 }),
  report: async ({ reports }) => ({ applied: reports.map((each) => each.sequence) }),
  aside: async ({ asides }) => ({ kept: asides.length }),
  requests: async ({ rows }) => ({ kept: rows.length }),
  connections: async () => ({ kept: 0 }),
  census: async () => ({}),
  doors: async () => ({}),
  policyPart: async () => ({ part: null }),
  ports: async () => ({}),
  latencies: async () => ({}),
  load: async () => ({}),
  machine: async () => ({}),
  bound: async () => ({}),
  elsewhere: async () => ({ exists: false }),
  upstreams: async () => ({ limits: [], retry: [] }),
  slots: async ({ wanted }) => ({ allowed: wanted }),
  resolve: async () => ({ facts: [] }),
  hold: async () => ({ exitId: "e", minutes: 3, until: 0, changedAt: 0 }),
  ...changed,
});

const endOf = (answers: Answers, onPeer: (peer: Peer) => void = () => {}) => {
  return { answers, localNodeId: "local", onPeer };
};
async function hub(
  answers = answersOf(),
  onPeer?: (peer: Peer) => void,
  onUnanswered: HubOptions["onUnanswered"] = () => {},
): Promise<HubLink> {
  const link = await listenIpc(path, { ...endOf(answers, onPeer), onUnanswered });
  stops.push(link);
  return link;
}
function gateway(): GatewayLink {
  const link = connectIpc(path, { worker: 1, epoch: "e1" });
  stops.push(link);
  return link;
}
const whenUp = (link: GatewayLink, state = true) =>
  new Promise<void>((resolve) => link.onConnection((up) => up === state && resolve()));

test("A request reaches the hub and its response is returned", async () => {
  await hub();
  const link = gateway();
  await whenUp(link);
  expect(await link.ask("hello", { gateway: "g1", epoch: "e1" })).toEqual({ offsetMs: 7, seq: 0 });
  const settle = { gateway: "g1", epoch: "e1", leaseIds: [randomUUID(), randomUUID()] };
  expect(await link.ask("settle", settle)).toEqual({ settled: 2 });
});

test("Each of many concurrent requests gets its own response, in any order", async () => {
  await hub(
    answersOf({
      snapshot: async ({ cursor }) => {
        await new Promise((resolve) => setTimeout(resolve, (Number(cursor?.slice(5)) * 7) % 20));
        return { facts: [], cursor };
      },
    }),
  );
  const link = gateway();
  await whenUp(link);
  const cursors = Array.from({ length: 1_000 }, (_, index) => `exit/${index}`);
  const got = await Promise.all(cursors.map((cursor) => link.ask("snapshot", { cursor })));
  expect(got.map((each) => each.cursor)).toEqual(cursors);
});

test("Messages arrive in order, only at the peer to which they are sent", async () => {
  const peers: Peer[] = [];
  await hub(answersOf(), (peer) => peers.push(peer));
  const [first, second] = [gateway(), gateway()];
  const got: number[][] = [[], []];
  for (const [index, link] of [first, second].entries()) {
    link.onMessage((news: HubMessage) => void got[index]?.push(news.seq));
  }
  await Promise.all([whenUp(first), whenUp(second)]);
  await first.ask("hello", { gateway: "g", epoch: "e" });
  await second.ask("hello", { gateway: "g", epoch: "e" });
  for (let seq = 1; seq <= 500; seq += 1) peers[0]?.tell({ kind: "clock", seq, offsetMs: seq });
  await expect.poll(() => got.flat().length).toBe(500);
  expect(got.some((each) => each.length === 0)).toBe(true);
  expect(got.flat()).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
});

test("A question that fails is answered with a number, not with the error, and fails no other", async () => {
  const unanswered: unknown[] = [];
  const answers = answersOf({ settle: () => Promise.reject(new Error("no such lease")) });
  await hub(answers, undefined, (_peer, question) => unanswered.push(question));
  const link = gateway();
  await whenUp(link);
  const settle = { gateway: "g", epoch: "e", leaseIds: [] };
  await expect(link.ask("settle", settle)).rejects.toThrow(/^failed #\d+$/);
  expect(unanswered).toEqual([
    { kind: "settle", why: "failed", ref: expect.any(Number), error: new Error("no such lease") },
  ]);
  expect(await link.ask("hello", { gateway: "g", epoch: "e" })).toEqual({ offsetMs: 7, seq: 0 });
});

test("A request fails at once without a hub, and times out with a silent one", async () => {
  const link = gateway();
  await expect(link.ask("hello", { gateway: "g", epoch: "e" })).rejects.toThrow(LinkDown);
  await hub(answersOf({ hello: () => new Promise(() => {}) }));
  await whenUp(link);
  const asked = Date.now();
  await expect(link.ask("hello", { gateway: "g", epoch: "e" }, 50)).rejects.toThrow(LinkDown);
  expect(Date.now() - asked).toBeLessThan(timeLimit(1_000));
});

test("A hub that dies rejects pending requests at once; a new one is found within 250 ms", async () => {
  const silent: Answers["hello"] = () => new Promise<Questions["hello"]["answer"]>(() => {});
  const dying = await hub(answersOf({ hello: silent }));
  const link = gateway();
  await whenUp(link);
  const waiting = link.ask("hello", { gateway: "g", epoch: "e" }, 60_000);
  const down = whenUp(link, false);
  const rejected = waiting.catch((error: unknown) => error);
  await dying.stop();
  expect(await rejected).toBeInstanceOf(LinkDown);
  await down;
  await new Promise((resolve) => setTimeout(resolve, 600));
  const back = whenUp(link);
  await hub();
  const listening = Date.now();
  await back;
  expect(Date.now() - listening).toBeLessThan(timeLimit(300));
  expect(await link.ask("hello", { gateway: "g", epoch: "e" })).toEqual({ offsetMs: 7, seq: 0 });
});

test("The socket is private to its owner; a stale one is replaced, a live one is not", async () => {
  const stale = createServer().listen(path);
  await new Promise((resolve) => stale.once("listening", resolve));
  await expect(listenIpc(path, endOf(answersOf()))).rejects.toThrow("EADDRINUSE");
  // Closing a server unlinks its socket; a process that was killed leaves it behind.
  renameSync(path, `${path}.kept`);
  await new Promise((resolve) => stale.close(resolve));
  renameSync(`${path}.kept`, path);
  await hub();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("Disconnects peers that send garbage, no proof or an oversized frame; rejects unknown requests", async () => {
  await hub();
  const tooLarge = Buffer.alloc(4);
  tooLarge.writeUInt32BE(maxReceivedBytes + 1);
  const unproved = encodeFrame(JSON.stringify({ id: 1, kind: "hello", question: {} }));
  for (const bytes of [Buffer.from("\0\0\0\x02{]"), unproved, tooLarge]) {
    const socket = createConnection(path);
    socket.resume();
    socket.write(bytes);
    await new Promise((resolve) => socket.once("close", resolve));
  }
  const link = gateway();
  await whenUp(link);
  await expect(link.ask("constructor" as "hello", { gateway: "", epoch: "" })).rejects.toThrow(
    /^unknown #\d+$/,
  );
  expect(await link.ask("hello", { gateway: "g", epoch: "e" })).toEqual({ offsetMs: 7, seq: 0 });
});

test("Frames split at any point are reassembled", () => {
  const messages = [{ a: "äöü€" }, { b: [1, 2, 3] }, { c: "x".repeat(300) }, {}];
  const bytes = Buffer.concat(messages.map((each) => encodeFrame(JSON.stringify(each))));
  for (let size = 1; size <= bytes.length; size += 1) {
    const got: unknown[] = [];
    const read = frameReader((message) => got.push(message));
    for (let from = 0; from < bytes.length; from += size) read(bytes.subarray(from, from + size));
    expect(got).toEqual(messages);
  }
});
