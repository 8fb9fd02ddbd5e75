/** Clients that are not allowed in, whatever credentials they send (G8). */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import type { RunningGateway } from "../serve.ts";
import { basic, Client, gatewayAt } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { TestHub } from "../testing/test-hub.ts";
import { Outside } from "../testing/outside.ts";
import { realWorld } from "../lib/world.ts";

let gateway: RunningGateway;
let id: string;
const listed = "203.0.113.9";
const get = "GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\n";
const connect = "CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n";
const early = "\x16\x03\x01 early bytes of an eager client";

/** Sends bytes from an address; returns the response's status, 0 if it is just closed. */
async function statusOf(bytes: string, from = "127.0.0.1"): Promise<number> {
  const client = new Client(gateway.port, from);
  client.socket.write(Buffer.from(bytes, "latin1"));
  const text = await client.head();
  client.socket.destroy();
  if (text === "") return 0;
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? -1);
}

async function socksMethod(methods: number[], from = "127.0.0.1"): Promise<number> {
  const client = new Client(gateway.port, from);
  client.socket.write(Buffer.from([5, methods.length, ...methods]));
  const reply = await client.exactly(2);
  client.socket.destroy();
  return reply[1] ?? -1;
}

describe.each(engines)("without access nothing leaves the gateway (G8, $name engine)", (engine) => {
  const hub = forEachTest(() => new TestHub().listen());
  beforeEach(() => {
    id = hub.addSubAccount("alice1", "secret1", 1e9);
  });
  const outside = forEachTest(() =>
    new Outside(({ socket }) => {
      socket.end("HTTP/1.1 204 Here\r\n\r\n");
    }).listen(),
  );
  beforeEach(async () => {
    hub.upsert(outside.exit());
    hub.upsert({ kind: "whitelist", id: "listed", ip: listed, subAccountId: id, expiresAt: null });
    const world = { ...realWorld(), lookup: async () => ["93.184.216.34"] };
    gateway = await gatewayAt(hub, [], { host: "::", world, ...engine.options });
  });
  afterEach(() => gateway.stop(0));

  const claims = [
    "",
    `X-Forwarded-For: ${listed}`,
    `X-Forwarded-For: ${listed}, 127.0.0.1`,
    `Forwarded: for=${listed}`,
    `X-Real-IP: ${listed}`,
    `True-Client-IP: ${listed}`,
    `Client-IP: ${listed}`,
    `CF-Connecting-IP: ${listed}`,
    `X-Original-Forwarded-For: ${listed}`,
    `Authorization: ${basic("alice1", "secret1")}`,
    `Authentication: ${basic("alice1", "secret1")}`,
    `Cookie: Proxy-Authorization=${basic("alice1", "secret1")}`,
    "Proxy-Authorization:",
    "Proxy-Authorization: Basic",
    "Proxy-Authorization: Basic Og==",
    `Proxy-Authorization: Bearer ${basic("alice1", "secret1").slice(6)}`,
    `Proxy-Authorization: Digest username="alice1"`,
    `Proxy-Authorization: ${basic("alice1", "")}`,
    `Proxy-Authorization: ${basic("", "secret1")}`,
    `Proxy-Authorization: ${basic("alice1", "Secret1")}`,
    `Proxy-Authorization: ${basic("alice1", "secret1 ")}`,
    `Proxy-Authorization: ${basic("alice1\0", "secret1")}`,
    `Proxy-Authorization: ${basic("alice1\r\n", "secret1")}`,
    `Proxy-Authorization: ${basic("sub-alice1", "secret1")}`,
    `Proxy-Authorization: ${basic("account-alice1", "secret1")}`,
  ];
  test.each(claims)("%j gets 407 for CONNECT and GET", async (claim) => {
    const fields = claim === "" ? "" : `${claim}\r\n`;
    for (const head of [get, connect]) {
      expect(await statusOf(`${head}${fields}\r\n${early}`)).toBe(407);
    }
    expect(outside.reached).toEqual([]);
    expect(hub.billed(id)).toEqual({ up: 0, down: 0, requests: 0 });
  });

  test("A PROXY header of either version does not let a client pose as another", async () => {
    const signature = "\r\n\r\n\0\r\nQUIT\n";
    const from = "\xcb\0\x71\x09";
    for (const line of [
      `PROXY TCP4 ${listed} 127.0.0.1 4711 7000\r\n`,
      `PROXY TCP6 ::ffff:${listed} ::1 4711 7000\r\n`,
      "PROXY UNKNOWN\r\n",
      `${signature}!\x11\0\x0c${from}\x7f\0\0\x01\x12\x67\x1b\x58`,
      `${signature} \0\0\0`,
    ]) {
      expect(await statusOf(`${line}${get}\r\n`)).toBe(400);
      expect(await statusOf(`${line}\x05\x01\0`)).toBe(400);
    }
    expect(outside.reached).toEqual([]);
  });

  test("SOCKS5 without user and password needs a whitelisted address; no other method is accepted", async () => {
    for (const methods of [[0], [1], [3, 4], [0, 1], [128, 254, 255]]) {
      expect(await socksMethod(methods)).toBe(255);
    }
    expect(await socksMethod([0, 2])).toBe(2);
    expect(outside.reached).toEqual([]);
  });

  test("A whitelisted IPv4 address matches on a dual-stack socket, and no other address does", async () => {
    const entry = { kind: "whitelist", id: "w1", ip: "127.0.0.7", subAccountId: id } as const;
    hub.upsert({ ...entry, expiresAt: Date.now() + 60_000 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await statusOf(`${get}\r\n`, "127.0.0.7")).toBe(204);
    expect(await socksMethod([0], "127.0.0.7")).toBe(0);
    expect(outside.reached).toHaveLength(1);
    for (const from of ["127.0.0.6", "127.0.0.70", "127.0.7.0"]) {
      expect(await statusOf(`${get}\r\n`, from)).toBe(407);
      expect(await socksMethod([0], from)).toBe(255);
    }
    // A listed address does not make up for wrong credentials.
    const wrong = `Proxy-Authorization: ${basic("alice1", "wrong12")}\r\n`;
    expect(await statusOf(`${get}${wrong}\r\n`, "127.0.0.7")).toBe(407);
    hub.upsert({ ...entry, expiresAt: Date.now() + 300 });
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await statusOf(`${get}\r\n`, "127.0.0.7")).toBe(407);
    expect(await socksMethod([0], "127.0.0.7")).toBe(255);
    expect(outside.reached).toHaveLength(1);
  });

  test("Disabled, used-up and deleted accounts are refused with their reason before any byte is sent", async () => {
    const login = `Proxy-Authorization: ${basic("bobby1", "secret1")}\r\n`;
    const bob = hub.addSubAccount("bobby1", "secret1", 0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await statusOf(`${connect}${login}\r\n${early}`)).toBe(402);
    const fact = hub.resources.get(`subAccount ${bob}`);
    if (fact?.kind === "subAccount") hub.upsert({ ...fact, enabled: false });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await statusOf(`${connect}${login}\r\n${early}`)).toBe(403);
    hub.delete("subAccount", bob);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await statusOf(`${connect}${login}\r\n${early}`)).toBe(407);
    expect(outside.reached).toEqual([]);
  });
});
