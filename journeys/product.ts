/** The real product for a journey: `npm start`'s own program on free ports and a fresh folder. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { copyTemplate } from "./template.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

export interface Ports {
  api: number;
  gateway: number;
  target: number;
  /** Of static IPs, at their own addresses; two free ones where they are not given. */
  statics?: number[];
  /** Of unlimited plans: 200 of their own by default, below those that the system gives out. */
  unlimited?: string;
  /** Of opened IPs and whitelisted ports: 200 of their own by default. */
  white?: string;
  /** Of the lookup service; 0, none, by default. */
  lookup?: number;
  /** Of the local proxy manager; 0, none, by default. */
  manager?: number;
  /** Of the operator's console; 0, none, by default. */
  console?: number;
  /** Of servers of a journey's own, which proxies and webhooks may reach; none by default. */
  own?: number[];
}
export interface RunningProduct {
  url: string;
  gateway: string;
  target: string;
  ports: Ports;
  dataDir: string;
  /** The process that was started: the main one, or npm (`byNpm`). */
  pid: number;
  /** Resolves when that process has ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Everything the product printed so far. */
  output(): string;
  /** Ends the program as Ctrl-C does and removes its folder. */
  stop(): Promise<void>;
  /** Ends the main process at once (-9) and keeps the folder. */
  kill(): Promise<void>;
}

/** Another checkout's product with TURNPIKE_ROOT, to see what an older one does. */
const root = process.env["TURNPIKE_ROOT"] ?? path.resolve(import.meta.dirname, "..");

const endOf = (child: ChildProcess): RunningProduct["ended"] =>
  new Promise((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));

const portsOfAProduct = 200;
/**
 * Two ranges, of unlimited plans and of white ports, apart from each other and below the ports that
 * `freePorts` gives, 24,000 and above. Products of parallel runs rarely meet; a port that is taken is
 * passed over.
 */
function ownRanges(): { unlimited: string; white: string } {
  const first = 10_000 + 2 * portsOfAProduct * Math.floor(Math.random() * 35);
  const range = (from: number) => `${from}-${from + portsOfAProduct - 1}`;
  return { unlimited: range(first), white: range(first + portsOfAProduct) };
}

/** How the product is started: its own program, with a channel as `tools/setup.mjs` gives it one. */
const byNode = {
  program: process.execPath,
  args: [path.join(root, "apps/turnpike/src/main.ts")],
  // The channel tells the product when this process is gone, however it ended.
  channel: true,
};
/** No process of the product may open more descriptors than this (Linux). */
export const withFiles = (files: number): typeof byNode => ({
  ...byNode,
  program: "prlimit",
  args: [`--nofile=${files}:${files}`, byNode.program, ...byNode.args],
});
/** As a person starts it: `npm start`, at the head of a process group of its own. */
export const byNpm: typeof byNode = { program: "npm", args: ["start"], channel: false };

/** Starts the product; `again` starts on the folder and ports of an earlier one. */
export async function startProduct(
  again?: Pick<RunningProduct, "dataDir" | "ports">,
  env: Record<string, string> = {},
  how = byNode,
): Promise<RunningProduct> {
  const [api = 0, gateway = 0, target = 0, ...statics] = await freePorts(5);
  const ports = {
    statics,
    ...ownRanges(),
    lookup: 0,
    manager: 0,
    console: 0,
    own: [],
    ...(again?.ports ?? { api, gateway, target }),
  };
  const dataDir = again?.dataDir ?? mkdtempSync(path.join(tmpdir(), "turnpike-journey-"));
  // As a person starts it, or where the database is elsewhere, it makes what it needs by itself.
  const isUsual = how === byNode && !process.env["TURNPIKE_ROOT"];
  if (isUsual && env["ROLE"] === undefined && !env["DATABASE_URL"]) copyTemplate(dataDir);
  let printed = "";
  const child = spawn(how.program, how.args, {
    cwd: root,
    detached: !how.channel,
    env: {
      ...process.env,
      NODE_ENV: "test",
      LOG_LEVEL: "warn",
      METRICS_PORT: "0",
      PORT: String(ports.api),
      GATEWAY_PORT: String(ports.gateway),
      LAB_TARGET_PORT: String(ports.target),
      STATIC_PORTS: ports.statics.join(),
      UNLIMITED_PORTS: ports.unlimited,
      WHITE_PORTS: ports.white,
      LOOKUP_PORT: String(ports.lookup),
      MANAGER_PORT: String(ports.manager),
      CONSOLE_PORT: String(ports.console),
      LAB_TARGETS: ports.own.map((port) => `127.0.0.1:${port}`).join(),
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe", ...(how.channel ? ["ipc" as const] : [])],
  });
  const ended = endOf(child);
  child.stdout?.on("data", (text) => {
    printed += text;
  });
  child.stderr?.on("data", (text) => {
    printed += text;
  });
  const product: RunningProduct = {
    url: `http://127.0.0.1:${ports.api}`,
    gateway: `127.0.0.1:${ports.gateway}`,
    target: `http://127.0.0.1:${ports.target}`,
    ports,
    dataDir,
    pid: child.pid ?? 0,
    ended,
    output: () => printed,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
  await waitFor(
    "the product is ready",
    () => {
      if (child.exitCode !== null)
        throw new Error(`the product ended with ${child.exitCode}:\n${printed}`);
      return /Turnpike (gateway \S+ )?is ready/.test(printed);
    },
    60_000,
  ).catch((error: unknown) => {
    child.kill("SIGKILL");
    throw new Error(`${String(error)}\n${printed}`);
  });
  return product;
}
