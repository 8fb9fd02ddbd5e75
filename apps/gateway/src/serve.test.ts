import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import type { RunningGateway } from "./serve.ts";
import {
  basic,
  Client,
  connectTo,
  eventually,
  gatewayAt,
  socksTo,
  statusOf,
} from "./testing/test-gateway.ts";
import { labExit } from "./testing/resources.ts";
import { TestHub } from "./testing/test-hub.ts";
import { httpOrigin, pattern } from "./testing/origin.ts";

let gateway: RunningGateway;
const MB = 1_000_000;

const hub = forEachTest(() => new TestHub().listen());
const origin = forEachTest(httpOrigin);
beforeEach(async () => {
  hub.addSubAccount("alice1", "secret1", 1_000 * MB);
  for (let count = 0; count < 20; count += 1) {
    hub.upsert(labExit({ country: count % 2 === 0 ? "DE" : "US" }));
  }
  gateway = await gatewayAt(hub, [origin.authority]);
});
afterEach(() => gateway.stop(100));

const alice = { user: "alice1", password: "secret1" };
const get = (path: string, user = "alice1", more = "") =>
  `GET http://${origin.authority}${path} HTTP/1.1\r\nHost: x.example\r\n` +
  `Proxy-Authorization: ${basic(user, "secret1")}\r\n${more}\r\n`;

describe("the three proxy protocols (spec/gateway#protocols)", () => {
  test("CONNECT opens a tunnel from the exit's own IP address", async () => {
    const { client, head } = await connectTo(gateway, { ...alice, authority: origin.authority });
    expect(head).toMatch(
      /^HTTP\/1\.1 200 Connection Established\r\nX-Request-Id: [0-9a-f]{24}\r\n\r\n$/,
    );
    client.socket.write(
      `GET /ip HTTP/1.1\r\nHost: ${origin.authority}\r\nConnection: close\r\n\r\n`,
    );
    await eventually("the answer", () => client.ended);
    expect(client.all().toString()).toMatch(/"ip":"127\.1\./);
    client.socket.destroy();
  });

  test("SOCKS5 opens a tunnel", async () => {
    const { client, code } = await socksTo(gateway, { ...alice, port: origin.port });
    expect(code).toBe(0);
    client.socket.write("GET /bytes/100000 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    await client.head();
    expect((await client.exactly(100_000)).equals(pattern(100_000))).toBe(true);
    client.socket.destroy();
  });

  test("Relays absolute-form requests, several on one connection", async () => {
    const client = new Client(gateway.port);
    for (const size of [0, 10, 100_000, 1]) {
      client.socket.write(get(`/bytes/${size}`));
      expect(await client.head()).toMatch(/^HTTP\/1\.1 200 OK/);
      expect((await client.exactly(size)).equals(pattern(size))).toBe(true);
    }
    client.socket.destroy();
  });

  test("Relays chunked responses and chunked uploads completely", async () => {
    const client = new Client(gateway.port);
    client.socket.write(get("/chunks/20000", "alice1", "Connection: close\r\n"));
    expect(await client.head()).toContain("Transfer-Encoding: chunked");
    await eventually("the end", () => client.ended);
    expect(
      unchunk(client.all()).equals(Buffer.concat([pattern(7001), pattern(7001), pattern(5998)])),
    ).toBe(true);
    const second = new Client(gateway.port);
    second.socket.write(
      `POST http://${origin.authority}/sink HTTP/1.1\r\nHost: x\r\n` +
        `Proxy-Authorization: ${basic("alice1", "secret1")}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    for (const size of [1, 5_000, 70_000]) {
      second.socket.write(`${size.toString(16)}\r\n`);
      second.socket.write(pattern(size));
      second.socket.write("\r\n");
    }
    second.socket.write("0\r\n\r\n");
    expect(await second.head()).toMatch(/^HTTP\/1\.1 200/);
    expect((await second.exactly(5)).toString()).toBe("75001");
    client.socket.destroy();
    second.socket.destroy();
  });

  test("Expect: 100-continue is answered by the origin before the body is uploaded", async () => {
    const client = new Client(gateway.port);
    client.socket.write(
      `POST http://${origin.authority}/sink HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n` +
        `Expect: 100-continue\r\nProxy-Authorization: ${basic("alice1", "secret1")}\r\n\r\n`,
    );
    expect(await client.head()).toMatch(/^HTTP\/1\.1 100 Continue/);
    client.socket.write("hello");
    expect(await client.head()).toMatch(/^HTTP\/1\.1 200/);
    expect((await client.exactly(1)).toString()).toBe("5");
    client.socket.destroy();
  });
});

function unchunk(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf("\r\n", at);
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16);
    if (!(size > 0)) return Buffer.concat(parts);
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}

describe("exits", () => {
  const ip = async (user: string) => {
    const client = new Client(gateway.port);
    client.socket.write(get("/ip", user, "Connection: close\r\n"));
    await eventually("the answer", () => client.ended || client.closed);
    client.socket.destroy();
    return client.all().toString();
  };
  const address = async (user: string) => /"ip":"([^"]+)"/.exec(await ip(user))?.[1] ?? "";

  test("Each connection uses a new exit without sid and keeps the same exit with sid", async () => {
    const fresh = new Set<string>();
    for (let tries = 0; tries < 12; tries += 1) fresh.add(await address("alice1"));
    expect(fresh.size).toBeGreaterThan(2);
    const held = new Set<string>();
    for (let tries = 0; tries < 6; tries += 1)
      held.add(await address("alice1-region-DE-sid-a1-t-10"));
    expect(held.size).toBe(1);
    expect(hub.stickySessionsAsked).toBe(1);
  });

  test("A session's exit that is retired is replaced, or returns 502 with strict-1", async () => {
    const before = await address("alice1-sid-b2-t-10");
    const gone = [...hub.resources.values()].find(
      (fact) => fact.kind === "exit" && fact.ip === before,
    );
    if (gone) hub.delete("exit", gone.id);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await ip("alice1-sid-b2-t-10-strict-1")).toMatch(/^HTTP\/1\.1 502/);
    const after = await address("alice1-sid-b2-t-10");
    expect(after).toMatch(/^127\.1\./);
    expect(after).not.toBe(before);
  });

  test("Returns 400 naming a value that no exit has, and 503 for places that no single exit matches", async () => {
    expect(await ip("alice1-region-FR")).toMatch(/^HTTP\/1\.1 400 [\s\S]*region "fr"/);
    hub.upsert(labExit({ country: "FR", city: "paris" }));
    await eventually("the new exit", () => true);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await ip("alice1-region-FR-city-frankfurt")).toMatch(/^HTTP\/1\.1 503/);
    expect(await ip("alice1-region-FR")).toMatch(/^HTTP\/1\.1 200/);
  });

  test("A session keeps a single exit while the hub is unreachable", async () => {
    await ip("alice1");
    await hub.disconnect();
    const held = new Set<string>();
    for (let tries = 0; tries < 4; tries += 1) held.add(await address("alice1-sid-c3"));
    expect(held.size).toBe(1);
    expect([...held][0]).toMatch(/^127\.1\./);
    await hub.listen();
  });
});

describe("access checks", () => {
  const status = (user: string | undefined, password: string, authority = origin.authority) =>
    statusOf(gateway, user === undefined ? { authority } : { user, password, authority });

  test("Credentials are checked before parameters, and parameters before the target", async () => {
    expect(await status(undefined, "")).toBe(407);
    expect(await status("alice1", "wrong12")).toBe(407);
    expect(await status("nobody1", "secret1")).toBe(407);
    expect(await status("alice1-regoin-DE", "wrong12")).toBe(407);
    expect(await status("alice1-regoin-DE", "secret1")).toBe(400);
    expect(await status("alice1", "secret1", "127.0.0.1:22")).toBe(403);
    expect(await status("alice1", "secret1", "localhost:80")).toBe(403);
    expect(await status("ALICE1", "secret1")).toBe(200);
  });

  test("Delays guesses at a user from an address after 10 different ones a minute, but not the owner", async () => {
    // The same wrong password counts once.
    for (let tries = 0; tries < 12; tries += 1) expect(await status("alice1", "guess10")).toBe(407);
    for (let tries = 11; tries < 20; tries += 1)
      expect(await status("alice1", `guess${tries}`)).toBe(407);
    expect(await status("alice1", "guess20")).toBe(429);
    expect(await status("alice1", "secret1")).toBe(200);
    const elsewhere = { ...alice, authority: origin.authority, from: "127.0.0.9" };
    expect(await statusOf(gateway, elsewhere)).toBe(200);
  });

  test("Rejects names that resolve to a private address, even if only among others", async () => {
    await gateway.stop(0);
    const { realWorld } = await import("./lib/world.ts");
    const answers: Record<string, string[]> = {
      "inner.example": ["10.0.0.1"],
      "mixed.example": ["93.184.216.34", "::ffff:127.0.0.1"],
      "target.example": ["127.0.0.1"],
    };
    const lookup = async (host: string) => answers[host] ?? Promise.reject(new Error("ENOTFOUND"));
    gateway = await gatewayAt(hub, [origin.authority], { world: { ...realWorld(), lookup } });
    for (const host of ["inner.example", "mixed.example", "target.example"]) {
      expect(await status("alice1", "secret1", `${host}:${origin.port}`)).toBe(403);
    }
    expect(await status("alice1", "secret1", "unknown.example:80")).toBe(502);
  });

  test("Closes connections that send garbage or never complete their header", async () => {
    await gateway.stop(0);
    gateway = await gatewayAt(hub, [origin.authority], { headTimeoutMs: 300 });
    const slow = [new Client(gateway.port), new Client(gateway.port), new Client(gateway.port)];
    slow[1]?.socket.write("GET http://a.example/ HTTP/1.1\r\nX-");
    slow[2]?.socket.write(Buffer.from([5]));
    const garbage = new Client(gateway.port);
    garbage.socket.write(createHash("sha512").update("x").digest());
    for (const client of [...slow, garbage]) {
      await eventually("it is closed", () => client.ended || client.closed, 1_500);
      expect(client.all().toString("latin1")).toMatch(/^$|^HTTP\/1\.1 400/);
      client.socket.destroy();
    }
  });
});
