/**
 * A PostgreSQL cluster from Debian's packages for tests: etcd, two Patronis with a synchronous
 * standby, and HAProxy, configured by the files in deploy/patroni, on loopback addresses. Needs
 * root.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

const files = path.join(import.meta.dirname, "../../../../../deploy/patroni");
const binaries = "/usr/lib/postgresql/15/bin";
const programs = ["/usr/bin/patroni", "/usr/bin/etcd", "/usr/sbin/haproxy", `${binaries}/postgres`];
const ports = { etcd: 42_379, peers: 42_380, postgres: 45_432, rest: 48_008, write: 45_000 };
const address = { a: "127.0.31.1", b: "127.0.31.2" };
const startMs = 120_000;

/** Whether this machine has the programs and rights that the cluster needs. */
export const canRunPatroni = process.getuid?.() === 0 && programs.every((file) => existsSync(file));

export type ClusterNode = keyof typeof address;
export interface PatroniCluster {
  /** Connects to the current primary. */
  url: string;
  /** Connects to a standby. */
  readUrl: string;
  /** Returns the primary; null while there is none. */
  primary(): Promise<ClusterNode | null>;
  /** Kills a node's Patroni and its PostgreSQL with SIGKILL. */
  kill(node: ClusterNode): void;
  start(node: ClusterNode): void;
  /** Resolves when a standby has everything that was acknowledged. */
  synchronous(): Promise<void>;
  stop(): void;
}

/** Starts it; resolves when the primary accepts writes and has its standby. */
export async function startPatroni(): Promise<PatroniCluster> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "patroni-"));
  spawnSync("chown", ["postgres", folder]);
  const running = new Map<string, ChildProcess>();
  const run = (name: string, command: string, args: string[], env: Record<string, string>) => {
    const inEnv = { PATH: process.env["PATH"] ?? "", LANG: "C.UTF-8", ...env };
    running.set(name, spawn(command, args, { env: inEnv, stdio: "ignore", detached: true }));
  };
  const start = (node: ClusterNode) =>
    run(node, "runuser", ["-u", "postgres", "--", ...patroni], nodeEnv(folder, node));
  run("etcd", "/usr/bin/etcd", [], etcdEnv(folder));
  start("a");
  const cluster = clusterOf(folder, running, start);
  await waitFor("a primary", async () => (await cluster.primary()) !== null, startMs);
  start("b");
  await cluster.synchronous();
  run("haproxy", "/usr/sbin/haproxy", ["-db", "-f", path.join(files, "haproxy.cfg")], {
    TURNPIKE_DB_A: `${address.a}:${ports.postgres}`,
    TURNPIKE_DB_B: `${address.b}:${ports.postgres}`,
    TURNPIKE_DB_REST: String(ports.rest),
    TURNPIKE_DB_WRITE: `127.0.31.3:${ports.write}`,
    TURNPIKE_DB_READ: `127.0.31.3:${ports.write + 1}`,
  });
  await waitFor("HAProxy", () => leadsTo(cluster.url, "primary"), startMs);
  await waitFor("HAProxy's standby", () => leadsTo(cluster.readUrl, "standby"), startMs);
  return cluster;
}

/**
 * Whether an address leads only to the primary, or only to standbys. Until its first check HAProxy
 * treats every server as healthy and sends connections to each in turn.
 */
async function leadsTo(url: string, role: "primary" | "standby"): Promise<boolean> {
  for (let tries = 0; tries < 6; tries += 1) if ((await roleAt(url)) !== role) return false;
  return true;
}

async function roleAt(url: string): Promise<"primary" | "standby" | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const asked = await client.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
    return asked.rows[0]?.standby ? "standby" : "primary";
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const patroni = ["/usr/bin/patroni", path.join(files, "patroni.yml")];

function clusterOf(
  folder: string,
  running: Map<string, ChildProcess>,
  start: (node: ClusterNode) => void,
): PatroniCluster {
  const url = (port: number) =>
    `postgres://postgres:of-the-test@127.0.31.3:${port}/postgres?sslmode=disable`;
  const is = async (node: ClusterNode, role: string) => {
    const asked = fetch(`http://${address[node]}:${ports.rest}/${role}`, {
      signal: AbortSignal.timeout(1_000),
    });
    return (await asked.catch(() => null))?.status === 200;
  };
  const kill = (name: string) => {
    const child = running.get(name);
    running.delete(name);
    if (child?.pid !== undefined) killGroup(child.pid);
    const [pid] = readIf(path.join(folder, name, "postmaster.pid")).split("\n");
    if (Number(pid) > 1) killGroup(Number(pid));
  };
  return {
    url: url(ports.write),
    readUrl: url(ports.write + 1),
    primary: async () => {
      for (const node of ["a", "b"] as const) if (await is(node, "primary")) return node;
      return null;
    },
    kill,
    start,
    synchronous: async () => {
      const isSynchronous = async () =>
        (await is("a", "synchronous")) || (await is("b", "synchronous"));
      await waitFor("a synchronous standby", isSynchronous, startMs);
    },
    stop: () => {
      for (const name of ["haproxy", "a", "b", "etcd"]) kill(name);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const readIf = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "");

/** Kills a process and its group; PostgreSQL's processes exit with their postmaster. */
function killGroup(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, "SIGKILL");
    } catch {
      // It has exited already.
    }
  }
}

function etcdEnv(folder: string): Record<string, string> {
  const [client, peer] = [ports.etcd, ports.peers].map((port) => `http://${address.a}:${port}`);
  return {
    ETCD_NAME: "etcd-a",
    ETCD_DATA_DIR: path.join(folder, "etcd"),
    ETCD_LISTEN_CLIENT_URLS: client ?? "",
    ETCD_ADVERTISE_CLIENT_URLS: client ?? "",
    ETCD_LISTEN_PEER_URLS: peer ?? "",
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peer ?? "",
    ETCD_INITIAL_CLUSTER: `etcd-a=${peer}`,
    ETCD_INITIAL_CLUSTER_STATE: "new",
  };
}

function nodeEnv(folder: string, node: ClusterNode): Record<string, string> {
  const at = (port: number) => `${address[node]}:${port}`;
  return {
    PATRONI_SCOPE: "turnpike",
    PATRONI_NAME: node,
    PATRONI_RESTAPI_LISTEN: at(ports.rest),
    PATRONI_RESTAPI_CONNECT_ADDRESS: at(ports.rest),
    PATRONI_ETCD3_HOSTS: `'${address.a}:${ports.etcd}'`,
    PATRONI_POSTGRESQL_LISTEN: at(ports.postgres),
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: at(ports.postgres),
    PATRONI_POSTGRESQL_DATA_DIR: path.join(folder, node),
    PATRONI_POSTGRESQL_BIN_DIR: binaries,
    PATRONI_POSTGRESQL_PGPASS: path.join(folder, `${node}.pgpass`),
    PATRONI_SUPERUSER_USERNAME: "postgres",
    PATRONI_SUPERUSER_PASSWORD: "of-the-test",
    PATRONI_REPLICATION_USERNAME: "replicator",
    PATRONI_REPLICATION_PASSWORD: "of-the-test",
  };
}
