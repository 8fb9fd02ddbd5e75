/** Peers that send too little, and peers that read nothing (G13, G14). */
import { connect, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { SeparateProcess, processUser } from "../testing/separate-process.ts";
import { basic, Client, eventually } from "../testing/test-gateway.ts";
import { type Engine, engines } from "../testing/engines.ts";
import { honestP99 } from "../testing/honest-client.ts";
import { type Origin, pattern, rawOrigin } from "../testing/origin.ts";
import { sized, times, torture } from "../testing/test-sizes.ts";

const maxGrowth = 64 * 1024 * 1024;
/**
 * In the short form the engines share two cores with each other and with other tests, which makes
 * some connections slow. So it measures what most honest customers feel …
 */
const felt = ({ p50, p99 }: { p50: number; p99: number }) => (torture ? p99 : p50);
const feltFloor = torture ? 20 : 300;
/** … and allows time for timers and for filling buffers; undetected peers stay over a minute. */
const closedWithinMs = torture ? 11_000 : 30_000;
const login = `Proxy-Authorization: ${basic(processUser.user, processUser.password)}\r\n`;

/**
 * What each side sends: more than the gateway keeps for a peer that reads nothing. The peers of this
 * test are on the gateway's machine, so without a limit their own buffers fill the kernel's memory.
 */
const sentBytes = 2 * 1024 * 1024;
function sendMuch(socket: Socket): void {
  for (let sent = 0; sent < sentBytes; sent += 65_536) socket.write(pattern(65_536));
}

/** Origins: one responds at once, one sends much, one reads nothing. */
async function openOrigins() {
  const quick = await rawOrigin((socket) => {
    socket.once("data", () => socket.end(pattern(1_000)));
  });
  const talkative = await rawOrigin((socket) => {
    socket.resume();
    sendMuch(socket);
  });
  const deaf = await rawOrigin((socket) => socket.pause());
  return { quick, talkative, deaf };
}

const halfSent: readonly (string | number[])[] = [
  "",
  "G",
  "GET http://a.example/ HTTP/1.1\r\nHost: a.exa",
  "GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\n",
  "CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\nX-",
  "CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r",
  `GET http://a.example/ HTTP/1.1\r\nX: ${"a".repeat(12_000)}`,
  [5],
  [5, 1],
  [5, 1, 2],
  [5, 1, 2, 1, 6, 97],
];

/** Opens connections that never send enough; every fourth adds a byte per second to seem alive. */
function openHalf(port: number, count: number): Client[] {
  return Array.from({ length: count }, (_, index) => {
    const client = new Client(port);
    client.socket.write(Buffer.from(halfSent[index % halfSent.length] ?? ""));
    if (index % 4 === 0) {
      const timer = setInterval(() => client.socket.writable && client.socket.write("x"), 1_000);
      client.socket.on("end", () => clearInterval(timer));
      client.socket.on("close", () => clearInterval(timer));
    }
    return client;
  });
}

/** Opens a tunnel manually and reads only the response's head; resolves when it is open. */
function openTunnel(port: number, authority: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", reject);
    socket.once("data", (chunk) => {
      socket.pause();
      socket.on("error", () => {});
      if (chunk.toString("latin1").startsWith("HTTP/1.1 200 ")) resolve(socket);
      else reject(new Error(chunk.toString("latin1")));
    });
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${login}\r\n`);
  });
}

async function openMany(count: number, open: () => Promise<Socket>): Promise<Socket[]> {
  const sockets: Socket[] = [];
  await times(count, 20, async () => void sockets.push(await open()));
  return sockets;
}

async function openPost(port: number, authority: string): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => {});
  const line = `POST http://${authority}/ HTTP/1.1\r\nHost: ${authority}\r\n`;
  socket.write(`${line}${login}Content-Length: 1000000000000\r\n\r\n`);
  return socket;
}

/** Reads 64 kB/s: slow but honest. Returns a function that returns the bytes read so far. */
function readSlowly(socket: Socket): () => number {
  let bytes = 0;
  const timer = setInterval(() => {
    const chunk = socket.read(32_768) ?? socket.read();
    bytes += (chunk as Buffer | null)?.length ?? 0;
  }, 500);
  socket.on("close", () => clearInterval(timer));
  socket.on("end", () => {
    bytes = Number.NaN;
  });
  return () => bytes;
}

async function withGateway(
  engine: Engine,
  act: (gateway: SeparateProcess, to: Awaited<ReturnType<typeof openOrigins>>) => Promise<void>,
): Promise<void> {
  const to = await openOrigins();
  const all: Origin[] = Object.values(to);
  const allow = all.map(({ authority }) => authority);
  const gateway = await new SeparateProcess({ engine: engine.name, allow }).started();
  try {
    await act(gateway, to);
    expect(gateway.output).toBe("");
    expect(gateway.alive).toBe(true);
  } finally {
    await Promise.all(all.map((origin) => origin.stop()));
    await gateway.stop();
  }
}

const linux = process.platform === "linux";

describe.runIf(linux)("stalling peers", { concurrent: !torture }, () => {
  test.each(engines)(
    "Clients with half-sent heads are closed and do not slow others down (G13, $name)",
    async (engine) => {
      await withGateway(engine, async (gateway, { quick }) => {
        const request = {
          port: gateway.port,
          ...processUser,
          authority: quick.authority,
          bytes: 1_000,
        };
        await honestP99(request, 1_000);
        const quiet = await honestP99(request, 2_000);
        const before = { descriptors: gateway.descriptors(), rss: gateway.rss() };
        const began = performance.now();
        const clients = openHalf(gateway.port, sized({ short: 300, full: 1_000 }));
        const busy = await honestP99(request, 8_000);
        const grown = gateway.rss() - before.rss;
        const left = () => closedWithinMs - (performance.now() - began);
        const open = () => clients.filter((client) => !client.ended && !client.closed).length;
        await eventually("all are told", () => open() === 0, left()).catch(() => {});
        expect(open()).toBe(0);
        const held = () => gateway.descriptors() - before.descriptors;
        // None of them closes by itself.
        await eventually("all are closed", () => held() <= 8, left()).catch(() => {});
        expect(held()).toBeLessThanOrEqual(8);
        expect(grown).toBeLessThanOrEqual(maxGrowth);
        expect(felt(busy)).toBeLessThanOrEqual(Math.max(2 * felt(quiet), feltFloor));
        for (const { socket } of clients) socket.destroy();
      });
    },
    60_000,
  );

  test.each(engines)(
    "Peers that read nothing are closed, slow readers are not (G14, $name)",
    async (engine) => {
      await withGateway(engine, async (gateway, { quick, talkative, deaf }) => {
        const { port } = gateway;
        const request = { port, ...processUser, authority: quick.authority, bytes: 1_000 };
        await honestP99(request, 1_000);
        const quiet = await honestP99(request, 2_000);
        const before = { descriptors: gateway.descriptors(), rss: gateway.rss() };
        const slow = await openTunnel(port, talkative.authority);
        const slowBytes = readSlowly(slow);
        const count = sized({ short: 40, full: 200 });
        const stuck = [
          ...(await openMany(count, () => openTunnel(port, talkative.authority))),
          ...(await openMany(count / 2, () => openTunnel(port, deaf.authority))),
          ...(await openMany(count / 2, () => openPost(port, deaf.authority))),
        ];
        for (const socket of stuck.slice(count)) sendMuch(socket);
        const began = performance.now();
        const busy = await honestP99(request, 8_000);
        const grown = gateway.rss() - before.rss;
        const left = () => closedWithinMs - (performance.now() - began);
        // The slow reader's two remain, and a few that have only just ended.
        const held = () => gateway.descriptors() - before.descriptors;
        await eventually("all are closed", () => held() <= 8, left()).catch(() => {});
        expect(held()).toBeLessThanOrEqual(8);
        expect(grown).toBeLessThanOrEqual(maxGrowth);
        expect(felt(busy)).toBeLessThanOrEqual(Math.max(2 * felt(quiet), feltFloor));
        const read = slowBytes();
        expect(read).toBeGreaterThan(300_000);
        await eventually("the slow one reads on", () => slowBytes() > read, 2_000);
        for (const socket of [slow, ...stuck]) socket.destroy();
      });
    },
    60_000,
  );
});
