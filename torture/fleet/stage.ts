/**
 * Two APIs on one database and three gateway machines with two workers each, every one a separate
 * process as run by `npm start`, connected by balancers that can cut connections.
 */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbedded } from "@turnpike/api/platform/db/embedded.ts";
import { type PatroniCluster, startPatroni } from "@turnpike/api/platform/db/patroni-testing.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { Origin } from "../origin.ts";
import { Balancer } from "./balancer.ts";
import { Machine, root } from "./machine.ts";

/** A checkout of the previous release with its packages: API 2 and node 3 run it. */
const previousRoot = process.env["FLEET_PREVIOUS"] ?? root;
export const workersOfNode = 2;
/** Ports of unlimited plans: below the ephemeral ports, at the nodes' own addresses. */
const unlimitedPorts = 30;

/** A gateway machine with its own address and its own connection to the APIs. */
export interface Node {
  machine: Machine;
  name: string;
  host: string;
  port: number;
  /** Between its workers and the APIs; cutting it cuts only this node's links. */
  link: Balancer;
}

export interface Stage {
  /** For files of the run; removed at its end. */
  folder: string;
  /** The postmaster's current process id, which changes with every restart. */
  databasePid(): number;
  /** Patroni's cluster, with FLEET_DATABASE=patroni. */
  cluster: PatroniCluster | null;
  /** A port of this machine that proxy targets may use. */
  streamPort: number;
  /** What honest nodes' reports said of others' resources, dropped since the APIs' last start. */
  foreignReports(): Promise<number>;
  apis: Machine[];
  /** The URL of each API, in the order of `apis`. */
  urls: string[];
  /** The URL for customers: a balancer over both APIs. */
  url: string;
  nodes: Node[];
  origin: Origin;
  /** Settings of the APIs, for the operator's command line. */
  settings: Record<string, string>;
  /** Runs the operator's command line; rejects if it fails. */
  operate(...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

/** Starts everything; `stop` removes it. The origin listens at these loopback addresses. */
export async function openStage(hosts = ["127.0.0.1"]): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), "turnpike-fleet-"));
  const undo: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const origin = await new Origin().listen(hosts);
    undo.push(() => origin.stop());
    const cluster = process.env["FLEET_DATABASE"] === "patroni" ? await startPatroni() : null;
    if (cluster) undo.push(() => cluster.stop());
    const database = cluster ?? (await startEmbedded(path.join(folder, "database")));
    if (cluster === null) undo.push(() => database.stop());
    const ground = { folder, databaseUrl: database.url, origin, hosts, undo };
    const stage = await startMachines(ground);
    const file = path.join(folder, "database/postgres/cluster/postmaster.pid");
    const databasePid = () => Number(readFileSync(file, "utf8").split("\n")[0]);
    return { ...stage, databasePid, cluster, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Ground {
  folder: string;
  databaseUrl: string;
  origin: Origin;
  hosts: string[];
  undo: (() => unknown)[];
}

async function startMachines({ folder, databaseUrl, origin, hosts, undo }: Ground) {
  const [first = 0, second = 0, target = 0, streamPort = 0, ...metrics] = await freePorts(6);
  const keyFile = path.join(folder, "secret.key");
  writeFileSync(keyFile, randomBytes(32).toString("hex"), { mode: 0o600 });
  const front = await new Balancer([first, second]).listen();
  undo.push(() => front.stop());
  const url = `http://127.0.0.1:${front.port}`;
  const common = {
    NODE_ENV: "test",
    LOG_LEVEL: "warn",
    METRICS_PORT: "0",
    LOOKUP_PORT: "0",
    CONSOLE_PORT: "0",
    MANAGER_PORT: "0",
    LAB_TARGETS: [
      ...hosts.map((host) => `${host}:${origin.port}`),
      `127.0.0.1:${streamPort}`,
    ].join(),
    LAB_TARGET_PORT: String(target),
  };
  const ofApis = {
    ...common,
    ROLE: "api",
    DATABASE_URL: databaseUrl,
    UNLIMITED_PORTS: ownRange(),
    SECRET_KEY_FILE: keyFile,
    PUBLIC_URL: url,
  };
  const apis = [first, second].map(
    (port, at) =>
      new Machine(
        `api ${at + 1}`,
        path.join(folder, `api-${at + 1}`),
        { ...ofApis, PORT: String(port), METRICS_PORT: String(metrics[at]) },
        at === 0 ? root : previousRoot,
      ),
  );
  for (const api of apis) {
    undo.push(() => api.stop());
    await api.start();
  }
  const operate = (...args: string[]) =>
    operator({ ...process.env, ...ofApis, DATA_DIR: apis[0]?.dataDir ?? "" }, args);
  const nodes: Node[] = [];
  for (const at of [1, 2, 3]) {
    const node = await startNode({ at, folder, common, apis: [first, second], operate });
    undo.push(
      () => node.link.stop(),
      () => node.machine.stop(),
    );
    nodes.push(node);
  }
  const urls = [first, second].map((port) => `http://127.0.0.1:${port}`);
  const foreignReports = () => countForeign(metrics);
  return {
    folder,
    apis,
    urls,
    url,
    nodes,
    origin,
    operate,
    settings: ofApis,
    streamPort,
    foreignReports,
  };
}

function ownRange(): string {
  const first = 10_000 + unlimitedPorts * Math.floor(Math.random() * 600);
  return `${first}-${first + unlimitedPorts - 1}`;
}

async function countForeign(ports: number[]): Promise<number> {
  let count = 0;
  for (const port of ports) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const lines = text.matchAll(/^turnpike_gateway_foreign_total\{[^}]*\} (\d+)$/gm);
    for (const [, value] of lines) count += Number(value);
  }
  return count;
}

interface NewNode {
  at: number;
  folder: string;
  common: Record<string, string>;
  apis: number[];
  operate: Stage["operate"];
}

async function startNode({ at, folder, common, apis, operate }: NewNode): Promise<Node> {
  const name = `node${at}`;
  const host = `127.0.1${at}.1`;
  const [port = 0] = await freePorts(1);
  const added = await operate("node", "add", name, "--region", "europe", "--host", host, "--json");
  const { join } = JSON.parse(added) as { join: string };
  const link = await new Balancer(apis).listen();
  const env = {
    ...common,
    HOST: host,
    GATEWAY_PORT: String(port),
    GATEWAY_WORKERS: String(workersOfNode),
    API_URLS: `ws://127.0.0.1:${link.port}/link`,
  };
  const from = at === 3 ? previousRoot : root;
  const machine = new Machine(name, path.join(folder, name), env, from);
  await machine.start({ ROLE: "gateway", TURNPIKE_JOIN: join });
  return { machine, name, host, port, link };
}

function operator(env: NodeJS.ProcessEnv, args: string[]): Promise<string> {
  const file = path.join(root, "apps/api/operator.ts");
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [file, ...args], { env, timeout: 60_000 }, (error, out, err) => {
      // `verify` exits with 1 if it found a difference, and prints it.
      if (error && out === "") reject(new Error(`operator ${args.join(" ")}: ${err}`));
      else resolve(out);
    });
  });
}
