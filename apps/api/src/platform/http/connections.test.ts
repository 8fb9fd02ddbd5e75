/** A client that opens connections and sends nothing takes no capacity from others (N4). */
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sized } from "@turnpike/net/testing/full.ts";
import pino from "pino";
import { expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { testLookup } from "../../products/lookup/testing.ts";
import { newMetrics } from "../metrics/metrics.ts";
import { startTestApi } from "../../../testing/api.ts";
import { limitsFor } from "./max-connections.ts";
import { Connections } from "./connections.ts";
import { open } from "./connections-testing.ts";

const room = sized(150, 6_000);
const opened = sized(500, 25_000);

const api = forTests(() => startTestApi({}, {}, { api: room, lookup: room }));

/** Makes a call on a new connection; returns its milliseconds. @throws if it fails */
async function call(url: string, localAddress: string): Promise<number> {
  const began = performance.now();
  const body = "session=none";
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": body.length,
  };
  const asked = request(`${url}/v1/member`, {
    method: "POST",
    agent: false,
    localAddress,
    headers,
  });
  asked.end(body);
  const [answer] = (await once(asked, "response")) as [import("node:http").IncomingMessage];
  let text = "";
  for await (const part of answer) text += String(part);
  expect(JSON.parse(text).code).toBe(300);
  return performance.now() - began;
}

/** Opens connections as fast as the server accepts them, replacing closed ones, during `during`. */
async function flood(
  addresses: string[],
  words: string,
  during: () => Promise<void>,
): Promise<void> {
  const held: Socket[] = [];
  let flooding = true;
  const hold = async (address: string) => {
    while (flooding && held.length < opened) {
      const { socket } = open(api.url, address, words);
      held.push(socket);
      await once(socket, "connect").catch(() => undefined);
      if (held.length % 50 === 0) await sleep(1);
    }
  };
  const holding = Promise.all(addresses.map(hold));
  try {
    await during();
  } finally {
    flooding = false;
    await holding;
    for (const socket of held) socket.destroy();
  }
}

const p99 = (took: number[]) => took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0;

const attacks: [string, string[], string][] = [
  ["idle connections of one address", ["127.0.0.2"], ""],
  ["half-sent heads of four addresses", [2, 3, 4, 5].map((n) => `127.0.0.${n}`), "POST /v1/mem"],
  [
    "kept-alive connections of one address",
    ["127.0.0.2"],
    "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n",
  ],
  [
    "half-sent bodies of one address",
    ["127.0.0.2"],
    "POST /v1/member HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{",
  ],
];

it.each(attacks)(
  "Answers all calls despite more %s than the connection limit",
  async (_name, addresses, words) => {
    const took: number[] = [];
    await flood(addresses, words, async () => {
      for (let count = 0; count < sized(25, 400); count += 1) {
        // One from another network, one from the network with the most connections.
        for (const address of ["127.0.0.9", "127.0.0.2"]) took.push(await call(api.url, address));
      }
    });
    expect(p99(took)).toBeLessThan(sized(2_000, 500));
  },
  sized(60_000, 180_000),
);

it("A full server keeps idle connections of other networks", async () => {
  const mine = open(api.url, "127.0.0.9");
  await flood(["127.0.0.2"], "", async () => {
    await expect.poll(() => api.db && mine.ended, { timeout: 300 }).toBe(false);
    await sleep(500);
  });
  expect(mine.ended).toBe(false);
  mine.socket.destroy();
});

it("The lookup service has its own connection limit", async () => {
  const lookup = await testLookup(api.services, 40);
  const held = Array.from({ length: 200 }, () => open(lookup.url, "127.0.0.2"));
  await expect.poll(() => held.filter(({ ended }) => ended).length).toBeGreaterThanOrEqual(160);
  expect((await lookup.post("/getIp", { ip: "8.8.8.8" })).code).toBe(0);
  for (const { socket } of held) socket.destroy();
  await lookup.stop();
});

it("A hundred pipelined requests close the connection", async () => {
  const one = "GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n";
  const ahead = open(api.url, "127.0.0.9", one.repeat(100));
  await expect.poll(() => ahead.ended, { timeout: 5_000 }).toBe(true);
});

/** A bare server with large responses, and metrics of its connections. */
async function largeAnswers() {
  const server = createServer((_request, answer) => answer.end(Buffer.alloc(64_000_000)));
  const metrics = newMetrics();
  const log = pino({ level: "silent" });
  new Connections(server, { name: "api", maxConnections: 100, metrics, log, readSpanMs: 1_000 });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, metrics, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it("Disconnects clients that do not read a large response, but not slow readers", async () => {
  const { server, metrics, url } = await largeAnswers();
  const asked = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
  const never = open(url, "127.0.0.9", asked);
  never.socket.pause();
  const slow = open(url, "127.0.0.9", asked);
  const reading = setInterval(() => {
    slow.socket.resume();
    setTimeout(() => slow.socket.pause(), 5);
  }, 300);
  const ended = async () => (await metrics.registry.metrics()).includes('why="unread"} 1');
  await expect.poll(ended, { timeout: 6_000 }).toBe(true);
  await sleep(1_500);
  expect(slow.ended).toBe(false);
  clearInterval(reading);
  slow.socket.destroy();
  never.socket.destroy();
  server.close();
}, 20_000);

it("File descriptors are reserved for the database and the link, however low the limit", () => {
  for (const files of [256, 1_024, 20_000, 1_048_576, Number.POSITIVE_INFINITY]) {
    const rooms = limitsFor(files);
    expect(rooms.api + rooms.lookup).toBeLessThanOrEqual(Math.max(64, files - 256));
    expect(rooms.api).toBeGreaterThan(40);
    expect(rooms.api).toBeLessThanOrEqual(10_000);
  }
});
