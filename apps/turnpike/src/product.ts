/**
 * The parts that this machine's role requires: lock → database → API → gateways, each in its own
 * process, stopped in the opposite order.
 */
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { startEmbedded } from "@turnpike/api/platform/db/embedded.ts";
import { type Lock, takeLock } from "@turnpike/api/platform/db/lock.ts";
import type { Environment } from "@turnpike/contract/environment.ts";
import { settingTexts } from "@turnpike/contract/load-environment.ts";
import { gatewayFlags } from "@turnpike/gateway/start/node-flags.ts";
import { type Child, type ChildOptions, startChild } from "./child.ts";
import { codeStamp, root } from "./code-stamp.ts";
import { Generations } from "./generations.ts";
import { startOwnParts } from "./own-parts.ts";
import { ensureNode, type Role } from "./role.ts";

export interface Product {
  /** The child processes; tests end single ones. */
  readonly children: Child[];
  /** Whether the local proxy manager runs. */
  manager: boolean;
  /** Reloads certificate files; replaces gateways whose code on disk has changed. */
  reload(): void;
  role: Role;
  /** The name of this machine's node if it runs only gateways. */
  node: string | null;
  /** Resolves with the reason when the API refuses this machine permanently. */
  refused: Promise<string>;
  stop(): Promise<void>;
}

/** A unix socket's path is limited to about 100 characters; use a short one for deep folders. */
function linkPath(dataDir: string): string {
  if (process.platform === "win32") return `\\\\.\\pipe\\turnpike-${hashOf(dataDir)}`;
  const near = path.join(dataDir, "link.sock");
  if (near.length <= 90) return near;
  const short = path.join(tmpdir(), `turnpike-${process.getuid?.() ?? 0}-${hashOf(dataDir)}`);
  mkdirSync(short, { recursive: true, mode: 0o700 });
  return path.join(short, "link.sock");
}
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 12);

/** Whether this process was packed into `dist` (tools/pack.ts); then the others are as well. */
const isPacked = import.meta.filename.endsWith(".mjs");
const entryOf = (app: "api" | "gateway") =>
  path.join(root, "apps", app, isPacked ? "dist/main.mjs" : "src/main.ts");

/**
 * Starts everything; resolves when customer traffic can pass. `stopSignal` aborts when the product
 * should stop: during the start, this ends what has been started and rejects.
 * @throws if the data directory is locked (the message names the holder) or a part fails to start
 */
export async function startProduct(
  env: Environment,
  stopSignal: AbortSignal,
  role: Role = "all",
): Promise<Product> {
  const dataDir = path.resolve(env.DATA_DIR);
  mkdirSync(dataDir, { recursive: true });
  const lock = await takeLock(dataDir, { port: env.PORT });
  const undo: (() => unknown)[] = [() => lock.release()];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const node = role === "gateway" ? (await ensureNode(env)).name : null;
    const isOwnDatabase = role !== "gateway" && !env.DATABASE_URL;
    const database = isOwnDatabase ? await startEmbedded(dataDir) : null;
    if (database) undo.push(() => database.stop());
    stopSignal.throwIfAborted();
    const databaseUrl = env.DATABASE_URL ?? database?.url ?? "";
    const embedded = database !== null;
    const children = startProcesses({
      env,
      role,
      dataDir,
      databaseUrl,
      embedded,
      lock,
      asked: stopSignal,
    });
    // After the processes have been started, because loading this code takes a moment.
    const ownParts = startOwnParts(env, { role, dataDir });
    undo.push(...children.stops.slice(0, 1), async () => (await ownParts).stop());
    undo.push(...children.stops.slice(1));
    const ready = Promise.all([ownParts, children.ready()]);
    const refused = children.refused.then((reason) => Promise.reject(new Error(reason)));
    const [{ manager }] = await Promise.race([ready, aborted(stopSignal), refused]);
    refused.catch(() => {});
    const { refused: refusedLater, reload } = children;
    return {
      get children() {
        return children.all();
      },
      manager,
      role,
      node,
      refused: refusedLater,
      reload,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Rejects when the signal is aborted. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });

/** A small young generation for the API: a larger one saves it nothing, and it keeps it. */
const apiFlags = ["--max-semi-space-size=4"];

interface Parts {
  env: Environment;
  role: Role;
  dataDir: string;
  databaseUrl: string;
  /** Whether the database is the one in the data directory. */
  embedded: boolean;
  lock: Lock;
  asked: AbortSignal;
}

/** How long after its planned time a process may exit before it is killed. */
const STOP_SPARE_MS = 10_000;

function startProcesses(parts: Parts) {
  const { env, role, lock, asked } = parts;
  const childEnv = childEnvironment(parts);
  // Empty until all are started; afterwards each restart is recorded.
  let started = (): Child[] => [];
  const noteChildren = () => {
    const pids = started()
      .map((one) => one.pid())
      .filter((pid) => pid !== undefined);
    if (pids.length > 0) lock.recordChildren(pids);
  };
  const child = (name: string, app: "api" | "gateway", more: Partial<ChildOptions> = {}) =>
    startChild({
      stopTimeoutMs: STOP_SPARE_MS,
      ...more,
      name,
      file: entryOf(app),
      env: { ...childEnv, ...more.env },
      readyTimeoutMs: 60_000,
      isEnding: () => asked.aborted,
      onStart: noteChildren,
      onRestart: (who, code) => console.error(`${who} exited (code ${code}), restarting`),
    });

  const api = role === "gateway" ? [] : startApi(parts, child);
  const { promise: refused, resolve: refuse } = Promise.withResolvers<string>();
  const gateways = role === "api" ? null : startGateways(env, child, refuse);
  const all = () => [...api, ...(gateways?.all ?? [])];
  started = all;
  noteChildren();
  return {
    all,
    refused,
    reload: makeReload(all, gateways),
    ready: () => Promise.all(all().map((one) => one.ready)),
    stops: [() => Promise.all(api.map((one) => one.stop())), () => gateways?.stop()],
  };
}

/** Handles SIGHUP: reloads certificates, then replaces the gateways if their code has changed. */
function makeReload(all: () => Child[], gateways: Generations | null): () => void {
  let running = gateways === null ? "" : codeStamp();
  return () => {
    for (const one of all()) one.send("reload");
    const now = gateways === null ? "" : codeStamp();
    if (now === running) return;
    void gateways?.upgrade().then((done) => {
      if (done) running = now;
    });
  };
}

/** Environment of all processes. A gateway-only machine has no database and no link socket. */
function childEnvironment({
  role,
  dataDir,
  databaseUrl,
  embedded,
}: Parts): Record<string, string | undefined> {
  // Caches compiled modules; otherwise each process holds a compiler (18 MB).
  const compiled = { NODE_COMPILE_CACHE: path.join(dataDir, "compiled") };
  const own = { ...compiled, ...process.env, DATA_DIR: dataDir };
  if (role === "gateway") return own;
  // A configured URL may be in a file, which each process reads for itself.
  const withDatabase = { ...own, ...(embedded ? { DATABASE_URL: databaseUrl } : {}) };
  if (role === "api") return withDatabase;
  const link = linkPath(dataDir);
  if (process.platform !== "win32") rmSync(link, { force: true });
  return { ...withDatabase, TURNPIKE_LINK: link };
}

type StartOne = (name: string, app: "api" | "gateway", more?: Partial<ChildOptions>) => Child;

function startApi({ embedded }: Parts, child: StartOne): Child[] {
  const api = child("api", "api", {
    // If this process is killed, the API stops the embedded database (its `main.ts`).
    env: embedded ? { TURNPIKE_EMBEDDED: "1" } : {},
    nodeFlags: apiFlags,
    stopBy: "message",
    // It is left out by balancers first (`main.ts` of the API).
    stopTimeoutMs: 2 * STOP_SPARE_MS,
  });
  return [api];
}

function startGateways(
  env: Environment,
  child: StartOne,
  refuse: (reason: string) => void,
): Generations {
  // In no file: without this process nobody can open a recorded ticket.
  const ticketSeed = randomBytes(32).toString("hex");
  return new Generations({
    workers: env.GATEWAY_WORKERS ?? availableParallelism(),
    start: (worker, { env: own, ...more }) => {
      const options = gatewayOptions(env, worker);
      const name = `gateway ${own["GATEWAY_NUMBER"]}`;
      const both = { ...options.env, ...own, GATEWAY_TICKET_SEED: ticketSeed };
      return child(name, "gateway", { ...options, ...more, env: both });
    },
    onRefused: refuse,
    log: (line) => console.error(line),
  });
}

/** Options to start and stop a gateway worker. */
function gatewayOptions(env: Environment, worker: number): Partial<ChildOptions> {
  return {
    env: {
      GATEWAY_WORKER: String(worker),
      // In the lab the terminal shows warnings only, unless LOG_LEVEL is set.
      ...(env.lab && !settingTexts(process.env).LOG_LEVEL ? { LOG_LEVEL: "warn" } : {}),
    },
    nodeFlags: gatewayFlags(env.GATEWAY_ENGINE),
    stopTimeoutMs: env.DRAIN_SECONDS * 1_000 + STOP_SPARE_MS,
  };
}
