/**
 * What the product uses while idle (README.md): CPU time and memory of each of its processes, and
 * of a gateway machine beside it.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { commandOfEntry, entryOf } from "@turnpike/net/testing/product-entry.ts";
import { aligned } from "./report.ts";

const program = entryOf("turnpike");
const operator = fileURLToPath(new URL("../apps/api/operator.ts", import.meta.url));
const startMs = 120_000;
const stopMs = 20_000;
/**
 * By then, the work after a start is over: first probes, jobs, compilation, and the collection with
 * which a worker gives memory back after a minute of rest, once.
 */
const settleMs = Number(process.env["REST_SETTLE_SECONDS"] ?? 90) * 1_000;
const restMs = Number(process.env["REST_SECONDS"] ?? 60) * 1_000;
const workers = 2;
const goals = { cpuPercent: 1.5, megabytes: 450, nodeCpuPercent: 0.3, workerMegabytes: 130 };

/** An idle process; all processes of the database count as one. */
export interface AtRest {
  name: string;
  /** Percent of one core. */
  cpuPercent: number;
  /** Resident memory; memory shared by the database's processes counts in each of them. */
  megabytes: number;
}
export interface RestFigures {
  product: AtRest[];
  /** A gateway machine: its supervisor and one worker. */
  node: AtRest[];
}

interface Started {
  pid: number;
  stop: () => Promise<void>;
}

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts the product's main program; resolves when it reports that it is ready. */
async function start(env: Record<string, string>): Promise<Started> {
  const child = spawn(process.execPath, ["--max-semi-space-size=1", program], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, MALLOC_ARENA_MAX: "1", ...env },
  });
  running.add(child);
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  void gone.then(() => running.delete(child));
  const said = new Promise<string>((resolve) => {
    child.once("message", () => resolve("ready"));
    void gone.then(() => resolve("the product ended before it was ready"));
    setTimeout(() => resolve("the product was not ready in time"), startMs).unref();
  });
  const why = await said;
  if (why !== "ready") {
    child.kill("SIGKILL");
    throw new Error(why);
  }
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), stopMs);
      await gone;
      clearTimeout(late);
    },
  };
}

const read = (pid: number, what: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${what}`, "latin1");
  } catch {
    return "";
  }
};
const childrenOf = (pid: number): number[] =>
  read(pid, `task/${pid}/children`).split(" ").filter(Boolean).map(Number);
const processTree = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(processTree)];

const tickMs = 10;
function cpuMsOf(pid: number): number {
  const fields = read(pid, "stat").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tickMs;
}
const residentOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(read(pid, "status"))?.[1] ?? 0) / 1_024;

const modules: [RegExp, string][] = [
  [commandOfEntry("turnpike"), "supervisor"],
  [commandOfEntry("api"), "api"],
  [commandOfEntry("gateway"), "gateway"],
];
function nameOf(pid: number): string {
  const command = read(pid, "cmdline").replaceAll("\0", " ");
  const name = modules.find(([module]) => module.test(command))?.[1] ?? "other";
  if (name !== "gateway") return name;
  return `gateway ${/(?:^|\0)GATEWAY_WORKER=(\d+)/.exec(read(pid, "environ"))?.[1] ?? ""}`;
}

/** Observes a product's processes, and those of its own database if it has one. */
async function watch(main: number, dataDir: string | null): Promise<AtRest[]> {
  const file = path.join(dataDir ?? "", "postgres/cluster/postmaster.pid");
  const postmaster = dataDir === null ? 0 : Number(readFileSync(file, "utf8").split("\n")[0]);
  const database = postmaster > 0 ? processTree(postmaster) : [];
  const own = processTree(main).filter((pid) => !database.includes(pid));
  const before = new Map([...own, ...database].map((pid) => [pid, cpuMsOf(pid)]));
  const began = performance.now();
  await sleep(restMs);
  const passedMs = performance.now() - began;
  const cpu = (pid: number) => ((cpuMsOf(pid) - (before.get(pid) ?? 0)) / passedMs) * 100;
  const rows = own.map((pid) => {
    return { name: nameOf(pid), cpuPercent: cpu(pid), megabytes: residentOf(pid) };
  });
  const sum = (of: (pid: number) => number) => database.reduce((all, pid) => all + of(pid), 0);
  if (database.length > 0)
    rows.push({ name: databaseName, cpuPercent: sum(cpu), megabytes: sum(residentOf) });
  return rows;
}

const databaseName = "PostgreSQL";

/** The product, then a gateway machine beside it, each on free ports and in its own folder. */
async function measure(folder: string): Promise<RestFigures> {
  const [api = 0, gateway = 0, target = 0, lookup = 0, manager = 0, other = 0, ...more] =
    await freePorts(16);
  // Port of the API's metrics; those of its workers follow.
  const metrics = Math.max(...more) + 1_000;
  const env = {
    DATA_DIR: path.join(folder, "all"),
    NODE_COMPILE_CACHE: path.join(folder, "compiled"),
    PORT: String(api),
    GATEWAY_PORT: String(gateway),
    GATEWAY_WORKERS: String(workers),
    LAB_TARGET_PORT: String(target),
    LOOKUP_PORT: String(lookup),
    MANAGER_PORT: String(manager),
    METRICS_PORT: String(metrics),
    STATIC_PORTS: more.slice(0, 2).join(),
  };
  // The first start compiles the code and creates the database; a later one is measured.
  await (await start(env)).stop();
  const product = await start(env);
  try {
    await sleep(settleMs);
    const all = await watch(product.pid, env.DATA_DIR);
    const join = await joinLine({ ...process.env, ...env });
    const { NODE_COMPILE_CACHE } = env;
    const machine = await start({
      DATA_DIR: path.join(folder, "node"),
      NODE_COMPILE_CACHE,
      ROLE: "gateway",
      TURNPIKE_JOIN: join,
      HOST: "127.0.41.1",
      GATEWAY_PORT: String(other),
      GATEWAY_WORKERS: "1",
      LAB_TARGET_PORT: String(target),
      // In the lab both machines have the same addresses.
      STATIC_PORTS: more.slice(2, 4).join(),
      METRICS_PORT: String(metrics + 10),
    });
    try {
      await sleep(settleMs);
      return { product: all, node: await watch(machine.pid, null) };
    } finally {
      await machine.stop();
    }
  } finally {
    await product.stop();
  }
}

function joinLine(env: NodeJS.ProcessEnv): Promise<string> {
  const args = [operator, "node", "add", "rest-1", "--region", "eu", "--host", "127.0.41.1"];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [...args, "--json"], { env, timeout: startMs }, (error, out) => {
      if (error) reject(error);
      else resolve((JSON.parse(out) as { join: string }).join);
    });
  });
}

function tableOf(title: string, rows: AtRest[]): string {
  const cells = rows.map(({ name, cpuPercent, megabytes }) => {
    return [name, cpuPercent.toFixed(2), megabytes.toFixed(0)];
  });
  return aligned([[title, "% of a core", "MB"], ...cells]);
}

const total = (rows: AtRest[], of: (row: AtRest) => number) =>
  rows.filter(({ name }) => name !== databaseName).reduce((all, row) => all + of(row), 0);
const reached = (value: number, goal: number, unit: string) =>
  `${value.toFixed(2)} ${unit}, goal ≤ ${goal}: ${value <= goal ? "yes" : "no"}`;

/** Runs everything, about 170 s; prints two tables and returns the figures. Linux only. */
export async function benchRest(): Promise<RestFigures> {
  const folder = mkdtempSync(path.join(tmpdir(), "turnpike-rest-"));
  try {
    const figures = await measure(folder);
    const { product, node } = figures;
    const isWorker = ({ name }: AtRest) => name.startsWith("gateway");
    const cpu = (row: AtRest) => row.cpuPercent;
    const memory = (row: AtRest) => row.megabytes;
    console.log(`\n${restMs / 1_000} s at rest, ${settleMs / 1_000} s after the start.`);
    console.log(tableOf("npm start", product));
    console.log(
      `beside PostgreSQL: ${reached(total(product, cpu), goals.cpuPercent, "% of a core")}`,
    );
    console.log(`beside PostgreSQL: ${reached(total(product, memory), goals.megabytes, "MB")}`);
    console.log(tableOf("a gateway's machine", node));
    const worker = node.filter(isWorker);
    console.log(`the machine: ${reached(total(node, cpu), goals.nodeCpuPercent, "% of a core")}`);
    console.log(`a worker: ${reached(total(worker, memory), goals.workerMegabytes, "MB")}`);
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
