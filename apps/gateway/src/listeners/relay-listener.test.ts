import { createHmac } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openResolver } from "../authorise/resolve-target.ts";
import { Snapshot } from "../link/snapshot.ts";
import { RelayListener, workersShareRelay } from "./relay-listener.ts";

const secret = "the owner's";
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
  another = () => new RelayListener({ host: "127.0.0.1", log, snapshot, resolver });
  relay = another();
  const free = createServer().listen({ host: "127.0.0.1", port: 0 });
  await once(free, "listening");
  ({ port } = free.address() as AddressInfo);
  await new Promise((closed) => free.close(closed));
  relay.set({ port, secret });
});
afterAll(() => {
  relay?.stop();
  target?.close();
});

const passwordOf = (id: string, by = secret) => createHmac("sha256", by).update(id).digest("hex");
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
});

test("Access without the password is refused, and other nodes' exits are not relayed again", async () => {
  for (const [user, password] of [
    ["own", "wrong"],
    ["own", passwordOf("own", "another's")],
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
  const second = another();
  second.set({ port, secret });
  relay.set(null);
  try {
    expect(await asks("own", passwordOf("own"))).toMatch(/^HTTP\/1.1 200 /);
  } finally {
    relay.set({ port, secret });
    second.stop();
  }
});
