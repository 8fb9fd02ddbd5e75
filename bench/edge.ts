/**
 * TLS and UDP at the gateway compared with peers (README.md): HAProxy and stunnel terminate TLS in
 * front of the same target, Dante relays the same datagrams. Peers that are not installed are
 * skipped. Rates include the client's work; CPU times are the servers' alone.
 */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect as connectTcp } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect as connectTls } from "node:tls";
import { makeCertificate } from "@turnpike/net/testing/certificate.ts";
import { type Server, startFloor, startOurs, startPeers } from "./edge-servers.ts";
import { password, user } from "./peers/peer.ts";
import { startWorker } from "./process.ts";
import { aligned } from "./report.ts";
import { median } from "./statistics.ts";

const seconds = 1.5;
/** The first, in which code is compiled, does not count. */
const rounds = 4;
/** The same for all: Node's OpenSSL would choose X25519MLKEM768, which HAProxy's does not know. */
const ecdhCurve = "X25519";
const openedAtOnce = 8;
const bulkConnections = 4;
const bulkBytes = 64 * 1024 * 1024;
const datagramBytes = 1_200;
const datagramsAtOnce = 32;

export interface EdgeShot {
  who: string;
  test: "tls connections" | "tls resumed" | "tls bulk" | "udp";
  /** Connections or datagrams per second, or MB/s. */
  rate: number;
  /** CPU time of the server: milliseconds per connection, per MB or per 1,000 datagrams. */
  cpuMs: number;
}

interface Fetch {
  target: number;
  bytes: number;
  /** A session of the server's to take up. */
  session?: Buffer | undefined;
  onSession?: (session: Buffer) => void;
}

/** Opens TLS, requests this many bytes and reads them all. */
async function fetchBytes(server: Server, { target, bytes, session, onSession }: Fetch) {
  const to = { port: server.port, host: "127.0.0.1", rejectUnauthorized: false, ecdhCurve };
  const socket = connectTls({ ...to, ...(session && { session }) });
  socket.setNoDelay(true);
  if (onSession) socket.on("session", onSession);
  await once(socket, "secureConnect");
  if (session && !socket.isSessionReused()) throw new Error(`${server.who} resumed no session`);
  await server.login?.(socket, target);
  socket.write(`${bytes}\n`);
  let read = 0;
  socket.on("data", (chunk: Buffer) => {
    read += chunk.length;
  });
  await once(socket, "end");
  socket.destroy();
  if (read !== bytes) throw new Error(`${server.who}: ${read} bytes in place of ${bytes}`);
  return read;
}

/** Runs `work` in parallel until the time is over; returns the total done and the seconds. */
async function forSeconds(atOnce: number, work: () => Promise<number>) {
  const began = performance.now();
  const isOver = () => performance.now() - began > seconds * 1_000;
  let sum = 0;
  const worker = async () => {
    while (!isOver()) sum += await work();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { sum, seconds: (performance.now() - began) / 1_000 };
}

async function shotOf(
  server: Server,
  test: EdgeShot["test"],
  atOnce: number,
  work: () => Promise<number>,
) {
  await work();
  const before = await server.cpuMs();
  const done = await forSeconds(atOnce, work);
  const cpu = (await server.cpuMs()) - before;
  const units = { "tls connections": 1, "tls resumed": 1, "tls bulk": 1e6, udp: 1_000 }[test];
  const rate = done.sum / done.seconds / (test === "tls bulk" ? 1e6 : 1);
  return { who: server.who, test, rate, cpuMs: cpu / (done.sum / units) } satisfies EdgeShot;
}

const text = (value: string) => [value.length, ...Buffer.from(value)];

/** Opens a UDP association; returns a function that sends one datagram and waits for its echo. */
async function associate(server: Server, target: number) {
  const control = connectTcp(server.port, "127.0.0.1");
  control.setNoDelay(true);
  const sendAndReceive = async (bytes: number[]) => {
    control.write(Buffer.from(bytes));
    const [reply] = (await once(control, "data")) as [Buffer];
    return reply;
  };
  const open = server.login !== null;
  await sendAndReceive(open ? [5, 1, 2] : [5, 1, 0]);
  if (open) await sendAndReceive([1, ...text(user), ...text(password)]);
  const reply = await sendAndReceive([5, 3, 0, 1, 0, 0, 0, 0, 0, 0]);
  if (reply[1] !== 0) throw new Error(`${server.who} refuses UDP: ${reply[1]}`);
  const port = reply.readUInt16BE(8);
  const socket = createSocket("udp4");
  const waiting: (() => void)[] = [];
  socket.on("message", () => waiting.shift()?.());
  const header = Buffer.from([0, 0, 0, 1, 127, 0, 0, 1, target >> 8, target & 255]);
  const datagram = Buffer.concat([header, Buffer.alloc(datagramBytes, 7)]);
  const echo = () =>
    new Promise<number>((resolve) => {
      // A lost datagram is not waited for.
      const timer = setTimeout(() => resolve(0), 500);
      waiting.push(() => {
        clearTimeout(timer);
        resolve(1);
      });
      socket.send(datagram, port, "127.0.0.1");
    });
  control.once("close", () => socket.close());
  return { echo, stop: () => void control.destroy() };
}

/** Shots at all servers that end TLS, each kind in turn. */
async function tlsShots(servers: Server[], target: number): Promise<EdgeShot[]> {
  const shots: EdgeShot[] = [];
  for (const server of servers) {
    const one = () => fetchBytes(server, { target, bytes: 1 }).then(() => 1);
    shots.push(await shotOf(server, "tls connections", openedAtOnce, one));
    let session: Buffer | undefined;
    const onSession = (given: Buffer) => {
      session ??= given;
    };
    await fetchBytes(server, { target, bytes: bulkBytes / 64, onSession });
    const again = () => fetchBytes(server, { target, bytes: 1, session }).then(() => 1);
    shots.push(await shotOf(server, "tls resumed", openedAtOnce, again));
    const bulk = () => fetchBytes(server, { target, bytes: bulkBytes });
    shots.push(await shotOf(server, "tls bulk", bulkConnections, bulk));
  }
  return shots;
}

/** Runs everything; takes about a minute. */
export async function benchEdge(): Promise<EdgeShot[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "turnpike-edge-"));
  const origin = await startWorker("edge-origin.ts", { cores: null });
  const target = await origin.ask<{ tcp: number; udp: number }>("ports");
  const place = { folder, ...makeCertificate(folder), target };
  const ours = await startOurs(place);
  const peers = [await startFloor(place), ...(await startPeers(place))];
  const shots: EdgeShot[] = [];
  try {
    const tls = [ours, ...peers.filter(({ who }) => who !== "dante")];
    for (let round = 0; round < rounds; round += 1) {
      const found = await tlsShots(round % 2 === 0 ? tls : tls.toReversed(), target.tcp);
      if (round > 0) shots.push(...found);
    }
    for (const server of [ours, ...peers.filter(({ who }) => who === "dante")]) {
      const { echo, stop } = await associate(server, target.udp);
      shots.push(await shotOf(server, "udp", datagramsAtOnce, echo));
      stop();
    }
  } finally {
    for (const one of [ours, ...peers]) await one.stop();
    await origin.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(tableOf(shots));
  return shots;
}

const units: Record<EdgeShot["test"], [string, string]> = {
  "tls connections": ["connections/s", "ms a connection"],
  "tls resumed": ["connections/s", "ms a connection"],
  "tls bulk": ["MB/s", "ms a MB"],
  udp: ["echoes/s", "ms for 1,000"],
};

/** Medians of the rounds; the last column is the work of a processor second beside HAProxy's. */
function tableOf(shots: EdgeShot[]): string {
  const of = (test: string, who: string, value: (shot: EdgeShot) => number) =>
    median(shots.filter((shot) => shot.test === test && shot.who === who).map(value));
  const rows: string[][] = [];
  for (const [test, [unit, cost]] of Object.entries(units)) {
    const names = new Set(shots.filter((shot) => shot.test === test).map(({ who }) => who));
    for (const who of names) {
      const cpuMs = of(test, who, (shot) => shot.cpuMs);
      const times = of(test, "haproxy", (shot) => shot.cpuMs) / cpuMs;
      const rate = of(test, who, (shot) => shot.rate);
      const beside = Number.isFinite(times) ? times.toFixed(2) : "-";
      rows.push([test, who, `${rate.toFixed(0)} ${unit}`, `${cpuMs.toFixed(2)} ${cost}`, beside]);
    }
  }
  return aligned([["test", "who", "rate", "server's CPU", "× haproxy"], ...rows]);
}
