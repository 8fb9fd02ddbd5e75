/** A worker shuts down: open connections may finish, no new ones come, every byte is billed. */
import { createServer, type Server, type Socket } from "node:net";
import { sized } from "@turnpike/net/testing/full.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningGateway } from "../serve.ts";
import { basic, Client, connectTo, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { bothEngines } from "../testing/engines.ts";
import { labExit } from "../testing/resources.ts";
import { TestHub } from "../testing/test-hub.ts";
import { httpOrigin, pattern, rawOrigin } from "../testing/origin.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";

const alice = { user: "alice1", password: "secret1" };
const login = `Proxy-Authorization: ${basic("alice1", "secret1")}\r\n`;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let gateway: RunningGateway;
const web = forEachTest(httpOrigin);
let id: string;
/** An upstream proxy that accepts connections and never sends anything. */
let silent: Server;
const silentSockets: Socket[] = [];

const get = (bytes: number) =>
  `GET http://${web.authority}/bytes/${bytes} HTTP/1.1\r\nHost: a\r\n${login}\r\n`;

/** Reads one complete response; returns its head, or "" if the connection ended before. */
async function answer(client: Client): Promise<{ head: string; bytes: number }> {
  const head = await client.head();
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  const body = await client.exactly(length);
  return { head, bytes: head.length + body.length };
}

describe.each(bothEngines)("a worker that shuts down ($name engine)", ({ options }) => {
  const hub = forEachTest(() => new TestHub().listen());
  /** Echoes what it receives. */
  const echo = forEachTest(() => rawOrigin((socket) => void socket.pipe(socket)));
  beforeEach(async () => {
    silent = createServer((socket) => {
      silentSockets.push(socket);
      socket.on("error", () => {});
    }).listen(0, "127.0.0.1");
    id = hub.addSubAccount("alice1", "secret1", 4e9);
    hub.upsert(labExit());
    gateway = await gatewayAt(hub, [web.authority, echo.authority], options);
  });
  afterEach(async () => {
    await gateway.stop(0);
    for (const socket of silentSockets.splice(0)) socket.destroy();
    silent.close();
  });

  /** Sends requests on one connection until it ends; returns the number of bytes received. */
  async function keepAsking(pauseMs: number) {
    const client = new Client(gateway.port);
    client.socket.on("end", () => client.socket.destroy());
    let bytes = 0;
    while (!client.ended && !client.closed) {
      if (client.socket.writable) client.socket.write(get(5_000));
      const got = await answer(client).catch(() => ({ head: "", bytes: 0 }));
      bytes += got.bytes;
      await pause(pauseMs);
    }
    client.socket.destroy();
    return bytes + client.bytes;
  }

  test("Kept-alive connections end after their request, and every byte is billed", async () => {
    const asking = Array.from({ length: 12 }, (_, at) => keepAsking(at % 4));
    await pause(400);
    const began = performance.now();
    await gateway.stop(4_000);
    const tookMs = performance.now() - began;
    const carriedAtEnd = web.up();
    await pause(500);
    const all = await Promise.race([Promise.all(asking), pause(2_000).then(() => null)]);
    expect(all).not.toBeNull();
    expect(tookMs).toBeLessThan(timeLimit(3_500));
    const down = all?.reduce((sum, bytes) => sum + bytes, 0);
    expect(hub.billed(id)).toMatchObject({ down, up: web.up() });
    expect(web.up()).toBe(carriedAtEnd);
    expect(hub.leases.size).toBe(0);
  }, 20_000);

  test("A response sent while draining has `Connection: close`, whatever the origin sent", async () => {
    let release = () => {};
    const slow = await rawOrigin((socket) => {
      socket.once("data", () => {
        release = () => void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
      });
    });
    await gateway.stop(0);
    gateway = await gatewayAt(hub, [slow.authority], options);
    const client = new Client(gateway.port);
    client.socket.write(`GET http://${slow.authority}/ HTTP/1.1\r\nHost: a\r\n${login}\r\n`);
    await eventually("it arrived", () => slow.sockets.size === 1);
    await pause(50);
    const stopped = gateway.stop(4_000);
    await pause(50);
    release();
    const { head } = await answer(client);
    expect(head).toMatch(/^connection: close\r$/im);
    await eventually("the connection ends", () => client.ended || client.closed);
    client.socket.destroy();
    await stopped;
    await slow.stop();
  });

  test("Idle connections are closed at once, and the worker ends with the last connection", async () => {
    const kept = new Client(gateway.port);
    kept.socket.write(get(10));
    await answer(kept);
    const fresh = new Client(gateway.port);
    const { client: tunnel } = await connectTo(gateway, { ...alice, authority: echo.authority });
    await pause(50);
    const began = performance.now();
    let stoppedAt = 0;
    const stopped = gateway.stop(8_000).then(() => {
      stoppedAt = performance.now();
    });
    await eventually(
      "idle ones are over",
      () => kept.ended && (fresh.ended || fresh.closed),
      1_500,
    );
    expect(performance.now() - began).toBeLessThan(timeLimit(1_500));
    tunnel.socket.write("still here");
    expect((await tunnel.exactly(10)).toString()).toBe("still here");
    expect(stoppedAt).toBe(0);
    const lastAt = performance.now();
    tunnel.socket.end();
    await stopped;
    expect(stoppedAt - lastAt).toBeLessThan(sized(5_000, 2_000));
    expect(hub.billed(id)).toMatchObject({ up: web.up() + 10 });
    kept.socket.destroy();
    fresh.socket.destroy();
  }, 15_000);

  test("A SOCKS handshake in progress at the start may still become a tunnel", async () => {
    const client = new Client(gateway.port);
    client.socket.write(Buffer.from([5, 1, 2]));
    await client.exactly(2);
    const stopped = gateway.stop(5_000);
    await pause(100);
    const text = (value: string) => [value.length, ...Buffer.from(value)];
    client.socket.write(Buffer.from([1, ...text("alice1"), ...text("secret1")]));
    expect((await client.exactly(2))[1]).toBe(0);
    const port = [echo.port >> 8, echo.port & 255];
    client.socket.write(Buffer.from([5, 1, 0, 1, 127, 0, 0, 1, ...port]));
    expect((await client.exactly(10))[1]).toBe(0);
    client.socket.end(pattern(300_000));
    expect((await client.exactly(300_000)).equals(pattern(300_000))).toBe(true);
    await stopped;
    expect(hub.billed(id)).toMatchObject({ up: 300_000, down: 300_000 });
  }, 15_000);

  test("Handshakes that are cut off at the deadline get no further and transfer nothing", async () => {
    const address = silent.address();
    const silentPort = typeof address === "object" ? (address?.port ?? 0) : 0;
    for (const key of hub.resources.keys())
      if (key.startsWith("exit ")) hub.delete("exit", key.slice(5));
    hub.upsert(labExit({ how: "http", host: "127.0.0.1", port: silentPort, lab: true }));
    await pause(100);
    const half = new Client(gateway.port);
    half.socket.write(get(100_000).slice(0, -2));
    const socks = new Client(gateway.port);
    socks.socket.write(Buffer.from([5, 1, 2]));
    await socks.exactly(2);
    const dialling = new Client(gateway.port);
    const { authority } = echo;
    dialling.socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${login}\r\n`);
    await eventually("the dial is under way", () => silentSockets.length > 0);
    await gateway.stop(300);
    const [before] = [web.up()];
    for (const socket of silentSockets) socket.write("HTTP/1.1 200 OK\r\n\r\n");
    if (half.socket.writable) half.socket.write("\r\n");
    const text = (value: string) => [value.length, ...Buffer.from(value)];
    if (socks.socket.writable)
      socks.socket.write(Buffer.from([1, ...text("alice1"), ...text("secret1")]));
    await eventually(
      "the client that waited is told",
      () => dialling.ended || dialling.closed,
      3_000,
    );
    await pause(300);
    expect(dialling.all().toString("latin1")).not.toMatch(/ 200 /);
    expect(half.all().toString("latin1")).not.toMatch(/ 200 /);
    expect(web.up()).toBe(before);
    expect(hub.billed(id)).toMatchObject({ up: 0, down: 0 });
    expect(hub.leases.size).toBe(0);
    for (const client of [half, socks, dialling]) client.socket.destroy();
  }, 15_000);

  test("Uploads, slow readers and endless downloads are cut at the deadline and billed as relayed (spec/gateway#drain)", async () => {
    let arrived = 0;
    const origin = await rawOrigin((socket) => {
      socket.on("data", (chunk: Buffer) => {
        arrived += chunk.length;
      });
      const timer = setInterval(() => socket.writable && socket.write(pattern(50_000)), 10);
      socket.on("close", () => clearInterval(timer));
    });
    await gateway.stop(0);
    gateway = await gatewayAt(hub, [origin.authority], options);
    const clients = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => {
        const { client } = await connectTo(gateway, { ...alice, authority: origin.authority });
        if (at % 3 === 0) client.socket.pause();
        const timer = setInterval(
          () => client.socket.writable && client.socket.write(pattern(20_000)),
          10,
        );
        client.socket.on("close", () => clearInterval(timer));
        return client;
      }),
    );
    await pause(500);
    await gateway.stop(700);
    for (const client of clients) client.socket.resume();
    await eventually("all are over", () => clients.every(({ closed, ended }) => closed || ended));
    await eventually("the origin's ends are closed", () => origin.sockets.size === 0);
    const received = clients.reduce((sum, { bytes }) => sum + bytes, 0);
    const { up, down } = hub.billed(id);
    expect(up).toBeGreaterThan(100_000);
    // Bytes still in the kernels when it was cut are billed, and no byte that arrived is missing.
    expect(up).toBeGreaterThanOrEqual(arrived);
    expect(down).toBeGreaterThanOrEqual(received);
    expect(hub.unleased).toBe(0);
    expect(hub.leases.size).toBe(0);
    for (const client of clients) client.socket.destroy();
    await origin.stop();
  }, 15_000);

  test("Stopped twice, it ends once; stopped again without a delay, it ends at once", async () => {
    const { client } = await connectTo(gateway, { ...alice, authority: echo.authority });
    const began = performance.now();
    const first = gateway.stop(30_000);
    const second = gateway.stop(30_000);
    await pause(200);
    expect(client.closed || client.ended).toBe(false);
    await Promise.all([first, second, gateway.stop(0)]);
    expect(performance.now() - began).toBeLessThan(timeLimit(5_000));
    await eventually("the tunnel is cut", () => client.closed || client.ended);
    client.socket.destroy();
  }, 15_000);
});
