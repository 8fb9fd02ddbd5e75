/** The benchmark's processes: each answers its parent's questions over Node's IPC channel. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Resources that a process has used. */
export interface Usage {
  /** CPU time of all its threads, user and system, in milliseconds since its start. */
  cpuMs: number;
  rssBytes: number;
}

interface WorkerRequest {
  id: number;
  what: string;
  given: unknown;
}
interface WorkerResponse {
  id: number;
  answer?: unknown;
  error?: string;
}

export interface Worker {
  /** Sends a question; rejects with the process's error, when it exits, or after 30 s. */
  ask<T>(what: string, given?: unknown): Promise<T>;
  stop(): Promise<void>;
}

const answerTimeoutMs = 30_000;
const stopTimeoutMs = 3_000;
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/**
 * Starts `file` of this folder (or an absolute path) and resolves once it answers. If `taskset` is
 * installed, the process is pinned to `cores` (`0`, `0,2-3`; null for any). `flags` are Node's.
 */
export async function startWorker(
  file: string,
  options: { env?: Record<string, string>; cores: string | null; flags?: readonly string[] },
): Promise<Worker> {
  const flags = options.flags ?? [];
  const run = [process.execPath, ...flags, path.resolve(import.meta.dirname, file)];
  const [command = "", ...args] =
    options.cores === null ? run : ["taskset", "-c", options.cores, ...run];
  const child = spawn(command, args, {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // Preserves NaN, which JSON would not.
    serialization: "advanced",
    env: { ...process.env, ...options.env },
  });
  running.add(child);
  const worker = workerOf(child, file);
  await worker.ask("usage");
  return worker;
}

function workerOf(child: ChildProcess, file: string): Worker {
  const waiting = new Map<number, (answer: WorkerResponse) => void>();
  const gone = new Promise<void>((resolve) => {
    const over = (why: string) => {
      running.delete(child);
      for (const [id, tell] of waiting) tell({ id, error: `${file} ${why}` });
      resolve();
    };
    child.once("exit", (code, signal) => over(`ended (${code ?? signal})`));
    child.once("error", (error) => over(error.message));
  });
  child.on("message", (answer: WorkerResponse) => waiting.get(answer.id)?.(answer));
  let last = 0;
  return {
    ask: <T>(what: string, given?: unknown) =>
      new Promise<T>((resolve, reject) => {
        last += 1;
        const id = last;
        const settle = ({ answer, error }: WorkerResponse) => {
          clearTimeout(timer);
          waiting.delete(id);
          if (error === undefined) resolve(answer as T);
          else reject(new Error(error));
        };
        const late = () => settle({ id, error: `${file} did not answer: ${what}` });
        const timer = setTimeout(late, answerTimeoutMs);
        waiting.set(id, settle);
        child.send({ id, what, given } satisfies WorkerRequest, (error) => {
          if (error) settle({ id, error: `${file}: ${error.message}` });
        });
      }),
    stop: () => stopProcess(child, gone),
  };
}

export interface Program {
  pid: number;
  stop(): Promise<void>;
}

/** Starts a process of the product by its module's URL; resolves when it reports "ready". */
export async function startProgram(url: string, env: Record<string, string>): Promise<Program> {
  const child = spawn(process.execPath, [fileURLToPath(url)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { ...process.env, ...env },
  });
  running.add(child);
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => {
      running.delete(child);
      resolve();
    });
  });
  await new Promise<void>((resolve, reject) => {
    const late = () => reject(new Error(`${url} was not ready in time`));
    const timer = setTimeout(late, answerTimeoutMs);
    child.once("message", () => resolve());
    child.once("exit", () => reject(new Error(`${url} did not start`)));
    child.once("message", () => clearTimeout(timer));
  });
  return { pid: child.pid ?? 0, stop: () => stopProcess(child, gone) };
}

/** Stops the process with SIGTERM; kills it after 3 s. */
async function stopProcess(child: ChildProcess, gone: Promise<void>): Promise<void> {
  if (!running.has(child)) return;
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
  await gone;
  clearTimeout(timer);
}

type Answers = Record<string, (given: never) => unknown>;

/** Answers the parent's questions, including `usage`; this process exits with its parent. */
export function answerParent(answers: Answers): void {
  const all: Answers = { usage, ...answers };
  process.on("message", (question: WorkerRequest) => void answerOne(all, question));
  process.on("disconnect", () => process.exit(0));
}

async function answerOne(answers: Answers, { id, what, given }: WorkerRequest): Promise<void> {
  let said: WorkerResponse;
  try {
    const answer = answers[what];
    if (answer === undefined) throw new Error(`no answer to ${what}`);
    said = { id, answer: await answer(given as never) };
  } catch (error) {
    said = { id, error: error instanceof Error ? error.message : String(error) };
  }
  if (process.connected) process.send?.(said);
}

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1_000, rssBytes: process.memoryUsage.rss() };
}

const nsPerMs = 1e6;
const pageBytes = 4_096;

/** What a process of another program and its running children used, from the kernel (Linux). */
export function usageOf(pid: number): Usage {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  const [, pages] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ");
  const used: Usage = { cpuMs: 0, rssBytes: Number(pages) * pageBytes };
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [ns] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    used.cpuMs += Number(ns) / nsPerMs;
  }
  for (const child of children.filter(Boolean)) {
    const more = usageOf(Number(child));
    used.cpuMs += more.cpuMs;
    used.rssBytes += more.rssBytes;
  }
  return used;
}

/** Resolves when a port of this machine can be connected to, after 5 s at most. */
export async function waitForPort(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const socket = connect(port, "127.0.0.1");
    const open = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "error").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
