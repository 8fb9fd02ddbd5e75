/** The servers that `edge.ts` compares: ours, Node's least, HAProxy, stunnel and Dante. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import path from "node:path";
import { gatewayFlags } from "@turnpike/gateway/start/node-flags.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { password, user } from "./peers/peer.ts";
import { startWorker, usageOf, waitForPort } from "./process.ts";

export interface Server {
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

function haproxyConfig(port: number, target: number, pem: string): string {
  return `global
  maxconn 4096
  nbthread 1
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

export interface Place {
  folder: string;
  certFile: string;
  keyFile: string;
  target: { tcp: number; udp: number };
}

export async function startOurs({ certFile, keyFile, target }: Place): Promise<Server> {
  const ALLOW = [target.tcp, target.udp].map((port) => `127.0.0.1:${port}`).join();
  const env = { CERT: certFile, KEY: keyFile, ALLOW };
  const gateway = await startWorker("edge-gateway.ts", {
    env,
    cores: null,
    flags: gatewayFlags("native"),
  });
  return {
    who: "turnpike",
    port: await gateway.ask<number>("port"),
    cpuMs: async () => (await gateway.ask<{ cpuMs: number }>("usage")).cpuMs,
    login: loginByHttp,
    stop: () => gateway.stop(),
  };
}

export async function startFloor({ certFile, keyFile, target }: Place): Promise<Server> {
  const env = { CERT: certFile, KEY: keyFile, TARGET: String(target.tcp) };
  const floor = await startWorker("edge-floor.ts", { env, cores: null });
  return {
    who: "plain Node",
    port: await floor.ask<number>("port"),
    cpuMs: async () => (await floor.ask<{ cpuMs: number }>("usage")).cpuMs,
    login: null,
    stop: () => floor.stop(),
  };
}

/** Debian's packages; `STUNNEL` and `DANTED` can name other binaries. */
export async function startPeers({ folder, certFile, keyFile, target }: Place): Promise<Server[]> {
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
