import { createHmac } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openResolver } from "../authorise/resolve-target.ts";
import { Snapshot } from "../link/snapshot.ts";
import { RelayListener, workersShareRelay } from "./relay-listener.ts";

const key = "the owner's";
const most = 20;
const second = { id: "0d7f3f0e-5a5c-4d1f-9a54-1f3f3a1f0003", generation: 1 };
const asker = { id: "0d7f3f0e-5a5c-4d1f-9a54-1f3f3a1f0002", generation: 3 };
const exit = (id: string, more: Partial<ExitFact> = {}): ExitFact => ({
  kind: "exit",
  id,
  how: "local",
  ip: "127.0.21.1",
  host: "127.0.21.1",
  port: 0,
  user: "",
  password: "",
  country: "FO",
  state: "s",
  city: "c",
  postal: "1",
  isp: "i",
  asn: 1,
  lab: false,
  product: "pool",
  ...more,
});

let target: Server;
let targetPort: number;
let relay: RelayListener;
let another: () => RelayListener;
let port: number;
let ids = 0;
const rows: RequestRow[] = [];
beforeAll(async () => {
  // Sends the client's address, then echoes.
  target = createServer({ allowHalfOpen: true }, (socket) => {
    socket.write(`${socket.remoteAddress}\n`);
    socket.pipe(socket);
  }).listen({ host: "127.0.0.1", port: 0 });
  await once(target, "listening");
  targetPort = (target.address() as AddressInfo).port;
  const snapshot = new Snapshot();
  snapshot.replace([exit("own"), exit("far", { relayed: true }), exit("up", { how: "http" })]);
  const policy = {
    allow: new Set([`127.0.0.1:${targetPort}`]),
    ownAddresses: new Set<string>(),
    ownNames: new Set<string>(),
  };
  const resolver = openResolver(policy, () => Promise.reject(new Error("no names")));
  const log = { warn() {}, info() {}, debug() {}, error() {} } as never;
  const world = { now: Date.now, id: () => String((ids += 1)) };
  const kept = { ended: (row: RequestRow) => void rows.push(row), open: () => {} };
  another = () =>
    new RelayListener({
      host: "127.0.0.1",
      log,
      snapshot,
      resolver,
      world,
      rows: kept,
      maxRelayed: most,
    });
  relay = another();
  const free = createServer().listen({ host: "127.0.0.1", port: 0 });
  await once(free, "listening");
  ({ port } = free.address() as AddressInfo);
  await new Promise((closed) => free.close(closed));
  relay.set({ port, key, askers: [asker, second] });
});
afterAll(() => {
  relay?.stop();
  target?.close();
});

const hmac = (text: string, by: string) => createHmac("sha256", by).update(text).digest("hex");
const passwordOf = (id: string, by = key, { id: node, generation } = asker) =>
  `${node}.${hmac(`${id} ${node} ${generation}`, by)}`;
async function asks(user: string, password: string, authority = `127.0.0.1:${targetPort}`) {
  const socket = connect({ host: "127.0.0.1", port });
  const login = Buffer.from(`${user}:${password}`).toString("base64");
  socket.write(
    `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nProxy-Authorization: Basic ${login}\r\n\r\n`,
  );
  socket.end("ping");
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

test("Another node uses a local exit with the exit's password, from the exit's address", async () => {
  const answer = await asks("own", passwordOf("own"));
  expect(answer).toBe("HTTP/1.1 200 OK\r\n\r\n127.0.21.1\nping");
  await expect.poll(() => rows.length).toBe(1);
  const used = { exitIp: "127.0.21.1", subAccountId: asker.id, product: "relay", outcome: "ok" };
  expect(rows[0]).toMatchObject({
    ...used,
    target: `127.0.0.1:${targetPort}`,
    client: "127.0.0.1",
  });
  expect([rows[0]?.upBytes, rows[0]?.downBytes]).toEqual([4, 15]);
});

test("A password ends with the generation of its node, and so do its open connections", async () => {
  const login = Buffer.from(`own:${passwordOf("own")}`).toString("base64");
  const authority = `127.0.0.1:${targetPort}`;
  const socket = connect({ host: "127.0.0.1", port });
  socket.write(
    `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nProxy-Authorization: Basic ${login}\r\n\r\n`,
  );
  await once(socket, "data");
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => {});
  const fresh = { ...asker, generation: 4 };
  relay.setAskers([fresh]);
  await closed;
  expect(await asks("own", passwordOf("own"))).toMatch(/^HTTP\/1.1 407 /);
  expect(await asks("own", passwordOf("own", key, fresh))).toMatch(/^HTTP\/1.1 200 /);
  relay.setAskers([]);
  expect(await asks("own", passwordOf("own", key, fresh))).toMatch(/^HTTP\/1.1 407 /);
  // A hub of the previous release knows one password for all.
  relay.set({ port, secret: "old" });
  expect(await asks("own", hmac("own", "old"))).toMatch(/^HTTP\/1.1 200 /);
  relay.set({ port, key, askers: [asker, second] });
  expect(await asks("own", hmac("own", "old"))).toMatch(/^HTTP\/1.1 407 /);
});

test("A head has to arrive as a whole within seconds, however slowly it comes", async () => {
  const slow = connect({ host: "127.0.0.1", port });
  slow.on("error", () => {});
  const closed = new Promise((resolve) => slow.once("close", resolve));
  const began = performance.now();
  const drip = setInterval(() => slow.write("X"), 500);
  await closed;
  clearInterval(drip);
  expect(performance.now() - began).toBeGreaterThan(3_000);
  expect(performance.now() - began).toBeLessThan(timeLimit(7_000));
});

test("Connections of a network that have not sent a password have a share; others are served", async () => {
  const many = Array.from({ length: 300 }, () =>
    connect({ host: "127.0.0.1", port, localAddress: "127.0.21.9" }),
  );
  let ended = 0;
  for (const one of many) one.on("error", () => {}).once("close", () => (ended += 1));
  expect(await asks("own", passwordOf("own"))).toMatch(/^HTTP\/1.1 200 /);
  await expect.poll(() => ended, { timeout: 4_000 }).toBe(44);
  expect(await asks("own", passwordOf("own"))).toMatch(/^HTTP\/1.1 200 /);
  for (const one of many) one.destroy();
});

test("A node that takes all places of a relay keeps no other node out", async () => {
  const hoarder = asker;
  const authority = `127.0.0.1:${targetPort}`;
  const hold = async () => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.on("error", () => {});
    const login = Buffer.from(`own:${passwordOf("own", key, hoarder)}`).toString("base64");
    socket.write(
      `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nProxy-Authorization: Basic ${login}\r\n\r\n`,
    );
    const [answer] = (await once(socket, "data")) as [Buffer];
    return { socket, status: answer.toString("latin1", 9, 12) };
  };
  const held: Awaited<ReturnType<typeof hold>>[] = [];
  for (let count = 0; count < most + 2; count += 1) held.push(await hold());
  const statuses = held.map(({ status }) => status);
  expect(statuses.slice(most - 1)).toEqual(["200", "503", "503"]);
  const closed = once(held[0]?.socket as Socket, "close");
  expect(await asks("own", passwordOf("own", key, second))).toMatch(/^HTTP\/1.1 200 /);
  await closed;
  for (const { socket } of held) socket.destroy();
});

test("Access without the password is refused, and other nodes' exits are not relayed again", async () => {
  for (const [user, password] of [
    ["own", "wrong"],
    ["own", passwordOf("own", "another's")],
    ["own", passwordOf("own", key, { ...asker, generation: 2 })],
    ["own", passwordOf("far")],
    ["far", passwordOf("far")],
    ["up", passwordOf("up")],
    ["none", passwordOf("none")],
  ] as const)
    expect(await asks(user, password)).toMatch(/^HTTP\/1.1 407 /);
});

test("Internal targets and names are refused here, too", async () => {
  const ask = (authority: string) => asks("own", passwordOf("own"), authority);
  expect(await ask("127.0.0.1:22")).toMatch(/^HTTP\/1.1 403 /);
  expect(await ask("10.1.2.3:80")).toMatch(/^HTTP\/1.1 403 /);
  expect(await ask("localhost:80")).toMatch(/^HTTP\/1.1 400 /);
});

test.runIf(workersShareRelay)("All workers of a node listen at the relay's port", async () => {
  const two = another();
  two.set({ port, key, askers: [asker] });
  relay.set(null);
  try {
    expect(await asks("own", passwordOf("own"))).toMatch(/^HTTP\/1.1 200 /);
  } finally {
    relay.set({ port, key, askers: [asker, second] });
    two.stop();
  }
});
