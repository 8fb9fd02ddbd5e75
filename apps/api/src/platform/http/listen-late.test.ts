import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { pino } from "pino";
import { afterEach, expect, it } from "vitest";
import { type LateServer, listenLate } from "./listen-late.ts";

const log = pino({ enabled: false });
const place = { name: "test", host: "127.0.0.1", port: 0, room: 3, log };
const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
});

interface Made {
  server: LateServer;
  url: string;
  times: () => number;
}
/** A server that answers `hello`; its first `failures` starts fail. */
async function start({ failures = 0, answer = async () => "hello" } = {}): Promise<Made> {
  let count = 0;
  const server = await listenLate(place, async () => {
    count += 1;
    await sleep(50);
    if (count <= failures) throw new Error("not this time");
    const app = Fastify();
    app.get("/", answer);
    app.post("/", async ({ body }) => body);
    return app;
  });
  open.push(server);
  return { server, url: `http://127.0.0.1:${server.port}/`, times: () => count };
}
const get = (url: string) => fetch(url).then((response) => response.text());

it("A server that is made at its first connection answers it and all that come meanwhile", async () => {
  const { url, times } = await start();
  expect(times()).toBe(0);
  expect(await Promise.all([get(url), get(url), get(url)])).toEqual(["hello", "hello", "hello"]);
  expect(await get(url)).toBe("hello");
  const body = JSON.stringify({ text: "x".repeat(300_000) });
  const headers = { "content-type": "application/json" };
  const posted = await fetch(url, { method: "POST", headers, body });
  expect(await posted.text()).toBe(body);
  expect(times()).toBe(1);
});

it("A client that sent its request before the server was made, and half-closed, is answered", async () => {
  const { server } = await start();
  const socket = connect(server.port, "127.0.0.1");
  socket.end("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200[\s\S]*hello$/);
});

it("A start that fails ends the connections that waited; one after a second tries again", async () => {
  const { url, times } = await start({ failures: 1 });
  await expect(get(url)).rejects.toThrow("fetch failed");
  // Each try is a line of the log, and strangers may come as often as they like.
  for (let at = 0; at < 50; at += 1) await expect(get(url)).rejects.toThrow("fetch failed");
  expect(times()).toBe(1);
  await sleep(1_000);
  expect(await get(url)).toBe("hello");
  expect(times()).toBe(2);
});

it("It stops in order also if an early client breaks off half a request meanwhile, or resets", async () => {
  const begun = Promise.withResolvers<void>();
  const { server } = await start({
    answer: async () => {
      begun.resolve();
      await sleep(300);
      return "late";
    },
  });
  const [broken, reset, calling] = [1, 2, 3].map(() => connect(server.port, "127.0.0.1"));
  for (const one of [broken, reset]) one?.write("GET / HTTP/1.1\r\nhost: a\r\nx: ");
  calling?.write("GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
  await begun.promise;
  const answer = calling && text(calling);
  const stopped = server.stop();
  broken?.destroy();
  reset?.resetAndDestroy();
  await stopped;
  expect(await answer).toMatch(/late$/);
});

it("A port that is taken is refused at once", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  await expect(listenLate({ ...place, port }, async () => Fastify())).rejects.toThrow("EADDRINUSE");
  taken.close();
});

it("It stops before anybody came, while it is made, and after calls in progress", async () => {
  const never = await start();
  await never.server.stop();
  await expect(get(never.url)).rejects.toThrow("fetch failed");

  const making = await start();
  const waiting = connect(making.server.port, "127.0.0.1");
  waiting.write("GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
  await once(waiting, "connect");
  await Promise.all([once(waiting.resume(), "close"), making.server.stop()]);

  const begun = Promise.withResolvers<void>();
  const slow = await start({
    answer: async () => {
      begun.resolve();
      await sleep(200);
      return "late";
    },
  });
  const calling = connect(slow.server.port, "127.0.0.1");
  calling.write("GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
  await begun.promise;
  const answer = text(calling);
  await slow.server.stop();
  expect(await answer).toMatch(/late$/);
});
