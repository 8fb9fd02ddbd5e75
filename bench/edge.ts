/**
 * TLS and UDP at the gateway compared with peers (README.md): HAProxy and stunnel terminate TLS in
 * front of the same target, Dante relays the same datagrams. Peers that are not installed are
 * skipped. Rates include the client's work; CPU times are the servers' alone.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect as connectTcp, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect as connectTls } from "node:tls";
import { makeCertificate } from "@turnpike/net/testing/certificate.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { password, user } from "./peers/peer.ts";
import { startWorker, usageOf, waitForPort } from "./process.ts";
import { aligned } from "./report.ts";

const seconds = 3;
const openedAtOnce = 8;
const bulkConnections = 4;
const bulkBytes = 64 * 1024 * 1024;
const datagramBytes = 1_200;
const datagramsAtOnce = 32;

export interface EdgeShot {
  who: string;
  test: "tls connections" | "tls bulk" | "udp";
  /** Connections or datagrams per second, or MB/s. */
  rate: number;
  /** CPU time of the server: milliseconds per connection, per MB or per 1,000 datagrams. */
  cpuMs: number;
}

interface Server {
  who: string;
  port: number;
  /** CPU time so far. */
  cpuMs: () => Promise<number>;
  /** Handshake that a client performs before its own bytes. */
  login: ((socket: Socket, target: number) => Promise<void>) | null;
  stop: () => Promise<void> | void;
}

/** Starts a program; null if it is not installed. */
async function program(who: string, command: string, args: string[], port: number) {
  const child: ChildProcess = spawn(command, args, { stdio: "ignore" });
  const failed = new Promise<boolean>((resolve) => {
    child.once("error", () => resolve(true));
    child.once("exit", () => resolve(true));
  });
  const listening = waitForPort(port);
  if (await Promise.race([failed, listening.then(() => false)])) {
    console.log(`Left out: ${who}, which does not run here.`);
    return null;
  }
  const { pid = 0 } = child;
  return {
    who,
    port,
    cpuMs: async () => usageOf(pid).cpuMs,
    stop: () => void child.kill("SIGTERM"),
  };
}

/** Opens a CONNECT tunnel through Turnpike's gateway. */
async function loginByHttp(socket: Socket, target: number): Promise<void> {
  const basic = Buffer.from(`${user}:${password}`).toString("base64");
  socket.write(
    `CONNECT 127.0.0.1:${target} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: Basic ${basic}\r\n\r\n`,
  );
  const [head] = (await once(socket, "data")) as [Buffer];
  if (!head.toString().startsWith("HTTP/1.1 200")) throw new Error(head.toString());
}

/** Opens TLS, requests this many bytes and reads them all. */
async function fetchBytes(server: Server, target: number, bytes: number): Promise<number> {
  const socket = connectTls({ port: server.port, host: "127.0.0.1", rejectUnauthorized: false });
  socket.setNoDelay(true);
  await once(socket, "secureConnect");
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
  const units = { "tls connections": 1, "tls bulk": 1e6, udp: 1_000 }[test];
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

function haproxyConfig(port: number, target: number, pem: string): string {
  return `global
  maxconn 4096
defaults
  mode tcp
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend f
  bind 127.0.0.1:${port} ssl crt ${pem}
  default_backend b
backend b
  server s 127.0.0.1:${target}
`;
}

const stunnelConfig = (port: number, target: number, pem: string) => `foreground = yes
pid =
[f]
accept = 127.0.0.1:${port}
connect = 127.0.0.1:${target}
cert = ${pem}
`;

const danteConfig = (port: number) => `internal: 127.0.0.1 port = ${port}
external: 127.0.0.1
socksmethod: none
clientmethod: none
user.privileged: root
user.unprivileged: nobody
client pass { from: 0.0.0.0/0 to: 0.0.0.0/0 }
socks pass { from: 0.0.0.0/0 to: 0.0.0.0/0 }
`;

interface Place {
  folder: string;
  certFile: string;
  keyFile: string;
  target: { tcp: number; udp: number };
}

async function startOurs({ certFile, keyFile, target }: Place): Promise<Server> {
  const ALLOW = [target.tcp, target.udp].map((port) => `127.0.0.1:${port}`).join();
  const env = { CERT: certFile, KEY: keyFile, ALLOW };
  const gateway = await startWorker("edge-gateway.ts", { env, cores: null });
  return {
    who: "turnpike",
    port: await gateway.ask<number>("port"),
    cpuMs: async () => (await gateway.ask<{ cpuMs: number }>("usage")).cpuMs,
    login: loginByHttp,
    stop: () => gateway.stop(),
  };
}

/** Debian's packages; `STUNNEL` and `DANTED` can name other binaries. */
async function startPeers({ folder, certFile, keyFile, target }: Place): Promise<Server[]> {
  const [haproxy = 0, stunnel = 0, dante = 0] = await freePorts(3);
  const file = (name: string, content: string) => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const pem = file("both.pem", readFileSync(certFile, "utf8") + readFileSync(keyFile, "utf8"));
  const h = ["-f", file("haproxy.cfg", haproxyConfig(haproxy, target.tcp, pem))];
  const s = [file("stunnel.conf", stunnelConfig(stunnel, target.tcp, pem))];
  const d = ["-f", file("danted.conf", danteConfig(dante)), "-N", "1"];
  const { STUNNEL = "stunnel4", DANTED = "danted" } = process.env;
  const started = await Promise.all([
    program("haproxy", "haproxy", h, haproxy),
    program("stunnel", STUNNEL, s, stunnel),
    program("dante", DANTED, d, dante),
  ]);
  return started.flatMap((one) => (one === null ? [] : [{ ...one, login: null }]));
}

/** Runs everything; takes about 30 s. */
export async function benchEdge(): Promise<EdgeShot[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "turnpike-edge-"));
  const origin = await startWorker("edge-origin.ts", { cores: null });
  const target = await origin.ask<{ tcp: number; udp: number }>("ports");
  const place = { folder, ...makeCertificate(folder), target };
  const ours = await startOurs(place);
  const peers = await startPeers(place);
  const shots: EdgeShot[] = [];
  try {
    for (const server of [ours, ...peers.filter(({ who }) => who !== "dante")]) {
      const one = () => fetchBytes(server, target.tcp, 1).then(() => 1);
      shots.push(await shotOf(server, "tls connections", openedAtOnce, one));
      const bulk = () => fetchBytes(server, target.tcp, bulkBytes);
      shots.push(await shotOf(server, "tls bulk", bulkConnections, bulk));
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
  "tls bulk": ["MB/s", "ms a MB"],
  udp: ["echoes/s", "ms for 1,000"],
};

function tableOf(shots: EdgeShot[]): string {
  const rows = shots
    .toSorted((one, other) => (one.test < other.test ? -1 : one.test > other.test ? 1 : 0))
    .map(({ who, test, rate, cpuMs }) => {
      const [unit, cost] = units[test];
      return [test, who, `${rate.toFixed(0)} ${unit}`, `${cpuMs.toFixed(2)} ${cost}`];
    });
  return aligned([["test", "who", "rate", "server's CPU"], ...rows]);
}
