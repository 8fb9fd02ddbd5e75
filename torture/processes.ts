/** The product's processes as the system lists them, to kill, suspend and measure them (Linux). */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { RunningProduct } from "../journeys/product.ts";
import { commandOfEntry } from "@turnpike/net/testing/product-entry.ts";

export interface Process {
  pid: number;
  /** `main`, `api`, `gateway 1` …, `database`. */
  name: string;
}

const modules: [RegExp, (pid: number) => string][] = [
  [commandOfEntry("api"), () => "api"],
  [commandOfEntry("gateway"), (pid) => `gateway ${workerOf(pid)}`],
];

/** All running processes of a product. */
export function processesOf(product: RunningProduct): Process[] {
  const main = product.pid;
  const found: Process[] = [{ pid: main, name: "main" }];
  for (const pid of childrenOf(main)) {
    const command = commandOf(pid);
    const [, name] = modules.find(([module]) => module.test(command)) ?? [];
    if (name) found.push({ pid, name: name(pid) });
  }
  const database = databasePid(product);
  if (database !== null) found.push({ pid: database, name: "database" });
  return found;
}

/** The process with that name. @throws Error if it is not running */
export function processNamed(product: RunningProduct, name: string): Process {
  const found = processesOf(product).find((process) => process.name === name);
  if (!found) throw new Error(`${name} does not run`);
  return found;
}

export const gatewaysOf = (product: RunningProduct) =>
  processesOf(product).filter(({ name }) => name.startsWith("gateway"));

/** Resident memory in bytes; null if the process has exited. */
export function memoryOf(pid: number): number | null {
  const kB = /^VmRSS:\s+(\d+) kB/m.exec(read(pid, "status"))?.[1];
  return kB === undefined ? null : Number(kB) * 1024;
}

/** Number of open file descriptors; null if the process has exited. */
export function descriptorsOf(pid: number): number | null {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return null;
  }
}

/** Number of sockets listening on a port of this machine. */
export function listenersOn(port: number): number {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((file) => readFileSync(file, "latin1").split("\n").slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1]?.endsWith(wanted) && fields[3] === "0A").length;
}

function databasePid({ dataDir }: RunningProduct): number | null {
  try {
    const file = path.join(dataDir, "postgres/cluster/postmaster.pid");
    return Number(readFileSync(file, "utf8").split("\n")[0]);
  } catch {
    return null;
  }
}

/** All descendants of a process. */
export function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** A process's command line, with spaces between arguments. */
export const commandOf = (pid: number) => read(pid, "cmdline").replaceAll("\0", " ");

function childrenOf(pid: number): number[] {
  return read(pid, `task/${pid}/children`).split(" ").filter(Boolean).map(Number);
}

function workerOf(pid: number): string {
  return /(?:^|\0)GATEWAY_WORKER=(\d+)/.exec(read(pid, "environ"))?.[1] ?? "";
}

function read(pid: number, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, "latin1");
  } catch {
    return "";
  }
}

/** Whether the API accepts calls and a gateway is connected. */
export async function servesCustomers(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => null);
  if (!answer?.ok) return false;
  const { data } = (await answer.json()) as { data: { gateways: number } };
  return data.gateways > 0;
}
