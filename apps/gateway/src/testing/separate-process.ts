/** A gateway in a separate process, so that its memory and descriptors can be measured. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gatewayFlags } from "../start/node-flags.ts";
import { eventually } from "./test-gateway.ts";

/** The configuration of the gateway in the other process. */
export interface SeparateProcessOptions {
  engine: string;
  /** Allowed targets, `127.0.0.1:port`. */
  allow: string[];
  headTimeoutMs?: number;
  /** Descriptors that the process may open (`ulimit -n`); the machine's own number by default. */
  files?: number;
  /** The number that the gateway assumes, if it differs. */
  believedFiles?: number;
}
/** Sub-accounts of that gateway with unlimited traffic, each of a separate account. */
export const processUser = { user: "alice1", password: "secret1" };
export const otherProcessUser = { user: "bobby1", password: "secret2" };

export class SeparateProcess {
  port = 0;
  #child: ChildProcess;
  #said = "";

  constructor(setting: SeparateProcessOptions) {
    const file = join(import.meta.dirname, "separate-process-worker.ts");
    const env = { PATH: process.env["PATH"], NODE_ENV: "test" };
    const stdio = ["ignore", "pipe", "pipe", "ipc"] as const;
    // Like the workers that the product starts.
    const execArgv = gatewayFlags("auto");
    const { files } = setting;
    if (files === undefined) {
      this.#child = fork(file, [JSON.stringify(setting)], { env, execArgv, stdio: [...stdio] });
    } else {
      const node = [process.execPath, ...execArgv, file, JSON.stringify(setting)];
      const script = `ulimit -n ${files}; exec "$@"`;
      this.#child = spawn("sh", ["-c", script, "sh", ...node], { env, stdio: [...stdio] });
    }
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.#said = (this.#said + chunk.toString()).slice(-10_000);
      });
    }
    this.#child.on("message", (message: { port: number }) => {
      this.port = message.port;
    });
  }

  async started(): Promise<this> {
    // On a busy machine the process loads for long; if it ends, that is seen at once.
    await eventually("a gateway apart", () => this.port > 0 || !this.alive, 60_000).catch(
      (error: Error) => {
        throw new Error(`${error.message}: ${this.#said}`);
      },
    );
    if (!this.alive) throw new Error(`the gateway ended: ${this.#said}`);
    return this;
  }

  get alive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Logged warnings and errors, and exceptions. */
  get output(): string {
    return this.#said;
  }

  /** Current resident memory, bytes (Linux). */
  rss(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  }

  /** Current number of open descriptors (Linux). */
  descriptors(): number {
    return readdirSync(`/proc/${this.#child.pid}/fd`).length;
  }

  /** Stops it with SIGTERM; returns its exit code. */
  async stop(): Promise<number | null> {
    if (this.alive) this.#child.kill("SIGTERM");
    await eventually("its end", () => !this.alive, 15_000).catch(() => {
      this.#child.kill("SIGKILL");
    });
    return this.#child.exitCode;
  }
}
