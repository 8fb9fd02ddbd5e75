/** Processes of a fleet: each a separate program as run by `npm start`, which a run starts and kills. */
import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { commandOfEntry, entryOf } from "@turnpike/net/testing/product-entry.ts";
import { commandOf, descendantsOf } from "../processes.ts";

/** This checkout. */
export const root = path.resolve(import.meta.dirname, "../..");
const startMs = 60_000;

/** A started program with its own data directory, which a restart after a kill reuses. */
export class Machine {
  readonly name: string;
  readonly dataDir: string;
  #env: Record<string, string>;
  #root: string;
  #child: ChildProcess | null = null;
  #printed = "";

  /** `from` is the checkout to run. */
  constructor(name: string, dataDir: string, env: Record<string, string>, from = root) {
    this.name = name;
    this.dataDir = dataDir;
    this.#env = env;
    this.#root = from;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  output(): string {
    return this.#printed;
  }

  /** Starts it; resolves when it reports "ready". `more` are settings of this start only. */
  async start(more: Record<string, string> = {}): Promise<void> {
    const from = this.#printed.length;
    const env = { ...process.env, ...this.#env, DATA_DIR: this.dataDir, ...more };
    const stdio = ["ignore", "pipe", "pipe", "ipc"] as const;
    const program = entryOf("turnpike", this.#root);
    const child = spawn(process.execPath, [program], { cwd: this.#root, env, stdio: [...stdio] });
    const keep = (text: Buffer) => {
      this.#printed += text;
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    this.#child = child;
    let ready = false;
    child.on("message", (message) => {
      ready ||= message === "ready";
    });
    await waitFor(
      `${this.name} is ready`,
      () => {
        if (child.exitCode !== null)
          throw new Error(
            `${this.name} ended with ${child.exitCode}:\n${this.#printed.slice(from)}`,
          );
        return ready;
      },
      startMs,
    );
  }

  /** Kills the whole machine at once, like a power failure. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child?.pid || child.exitCode !== null) return;
    const pids = [child.pid, ...descendantsOf(child.pid)];
    const ended = new Promise((resolve) => child.once("exit", resolve));
    for (const pid of pids) killNow(pid);
    await ended;
  }

  /** Stops it with SIGTERM, like an operator. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  }
}

const isApi = commandOfEntry("api");
const isWorker = commandOfEntry("gateway");

/** Process ids of a node's running gateway workers. */
export const workersOf = (machine: Machine): number[] =>
  descendantsOf(machine.pid).filter((pid) => isWorker.test(commandOf(pid)));

/** The API's own process, a child of the one that starts it. */
export const apiProcessOf = (machine: Machine): number => {
  const pid = descendantsOf(machine.pid).find((one) => isApi.test(commandOf(one)));
  if (pid === undefined) throw new Error(`${machine.name} has no API process`);
  return pid;
};

/** Kills a process; does nothing if it has already exited. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
