/** The real product for a journey: `npm start`'s own program on free ports and a fresh folder. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

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
}
export interface RunningProduct {
  url: string;
  gateway: string;
  target: string;
  ports: Ports;
  dataDir: string;
  /** The main process. */
  pid: number;
  /** Everything the product printed so far. */
  output(): string;
  /** Ends the program as Ctrl-C does and removes its folder. */
  stop(): Promise<void>;
  /** Ends the main process at once (-9) and keeps the folder. */
  kill(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, "..");

/** Ports that nobody listens on now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** Waits until `check` holds; throws with `what` when it does not within `timeoutMs`. */
export async function until<T>(
  what: string,
  check: () => Promise<T | false | null | undefined> | T | false | null | undefined,
  timeoutMs = 5_000,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (performance.now() > end) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once("exit", () => resolve()));

const portsOfAProduct = 200;
/**
 * Two ranges, of unlimited plans and of white ports, apart from each other. Products of parallel
 * runs rarely meet; a port that is taken is passed over.
 */
function ownRanges(): { unlimited: string; white: string } {
  const first = 10_000 + 2 * portsOfAProduct * Math.floor(Math.random() * 50);
  const range = (from: number) => `${from}-${from + portsOfAProduct - 1}`;
  return { unlimited: range(first), white: range(first + portsOfAProduct) };
}

/** Starts the product; `again` starts on the folder and ports of an earlier one. */
export async function startProduct(
  again?: Pick<RunningProduct, "dataDir" | "ports">,
  env: Record<string, string> = {},
): Promise<RunningProduct> {
  const [api = 0, gateway = 0, target = 0, ...statics] = await freePorts(5);
  const ports = {
    statics,
    ...ownRanges(),
    lookup: 0,
    manager: 0,
    ...(again?.ports ?? { api, gateway, target }),
  };
  const dataDir = again?.dataDir ?? mkdtempSync(path.join(tmpdir(), "turnpike-journey-"));
  let printed = "";
  const child = spawn(process.execPath, [path.join(root, "apps/turnpike/src/main.ts")], {
    cwd: root,
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
      DATA_DIR: dataDir,
      ...env,
    },
    // The channel tells the product when this process is gone, however it ended.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
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
    output: () => printed,
    stop: async () => {
      child.kill("SIGTERM");
      await ended(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended(child);
    },
  };
  await until(
    "the product is ready",
    () => {
      if (child.exitCode !== null) throw new Error(`the product ended:\n${printed}`);
      return printed.includes("Turnpike is ready");
    },
    60_000,
  ).catch((error: unknown) => {
    child.kill("SIGKILL");
    throw new Error(`${String(error)}\n${printed}`);
  });
  return product;
}
