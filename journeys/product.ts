/** The real product for a journey: the program of `npm start` on free ports and a fresh folder. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { entryOf } from "@turnpike/net/testing/product-entry.ts";
import { copyTemplate } from "./template.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

export interface Ports {
  api: number;
  gateway: number;
  target: number;
  /** Ports of static IPs; two free ones by default. */
  statics?: number[];
  /** Ports of unlimited plans: 200 by default, below the system's ephemeral ports. */
  unlimited?: string;
  /** Ports of opened IPs and whitelisted ports: 200 by default. */
  white?: string;
  /** Port of the lookup service; 0 (none) by default. */
  lookup?: number;
  /** Port of the local proxy manager; 0 (none) by default. */
  manager?: number;
  /** Port of the operator's console; 0 (none) by default. */
  console?: number;
  /** Ports of the journey's own servers, which proxies and webhooks may reach; none by default. */
  own?: number[];
}
export interface RunningProduct {
  url: string;
  gateway: string;
  target: string;
  ports: Ports;
  dataDir: string;
  /** The started process: the main one, or npm (`byNpm`). */
  pid: number;
  /** Resolves when that process has exited. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Everything the product printed so far. */
  output(): string;
  /** Stops the program as Ctrl-C does and removes its folder. */
  stop(): Promise<void>;
  /** Kills the main process (SIGKILL) and keeps the folder. */
  kill(): Promise<void>;
}

/** TURNPIKE_ROOT runs another checkout, to see what an older version does. */
const root = process.env["TURNPIKE_ROOT"] ?? path.resolve(import.meta.dirname, "..");

const endOf = (child: ChildProcess): RunningProduct["ended"] =>
  new Promise((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));

const portsOfAProduct = 200;
/**
 * Two disjoint port ranges, for unlimited plans and white ports, below those of `freePorts` (24,000
 * and above). Ranges of parallel runs rarely overlap; a port that is in use is skipped.
 */
function ownRanges(): { unlimited: string; white: string } {
  const first = 10_000 + 2 * portsOfAProduct * Math.floor(Math.random() * 35);
  const range = (from: number) => `${from}-${from + portsOfAProduct - 1}`;
  return { unlimited: range(first), white: range(first + portsOfAProduct) };
}

/** Starts the main program with an IPC channel, as `tools/setup.mjs` does. */
const byNode = {
  program: process.execPath,
  args: [entryOf("turnpike")],
  // The channel tells the product when this process is gone, for whatever reason.
  channel: true,
};
/** Limits the file descriptors that each process of the product may open (Linux). */
export const withFiles = (files: number): typeof byNode => ({
  ...byNode,
  program: "prlimit",
  args: [`--nofile=${files}:${files}`, byNode.program, ...byNode.args],
});
/** As a person starts it: `npm start`, leading its own process group. */
export const byNpm: typeof byNode = { program: "npm", args: ["start"], channel: false };

/** Starts the product; with `previous`, on the folder and ports of an earlier one. */
export async function startProduct(
  previous?: Pick<RunningProduct, "dataDir" | "ports">,
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
    ...(previous?.ports ?? { api, gateway, target }),
  };
  const dataDir = previous?.dataDir ?? mkdtempSync(path.join(tmpdir(), "turnpike-journey-"));
  // Started by npm, or with another database, it creates what it needs by itself.
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

/** Starts one with an operator's console. */
export async function startWithConsole(): Promise<RunningProduct> {
  const [api = 0, gateway = 0, target = 0, console = 0] = await freePorts(4);
  const dataDir = mkdtempSync(path.join(tmpdir(), "turnpike-journey-"));
  return startProduct({ dataDir, ports: { api, gateway, target, console } });
}
