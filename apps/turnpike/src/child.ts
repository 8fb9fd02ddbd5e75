/** A child process of the product: started, watched, restarted when it dies, stopped in order. */
import { type ChildProcess, fork } from "node:child_process";

export interface ChildOptions {
  name: string;
  /** Absolute path of the module to run. */
  file: string;
  env: Record<string, string | undefined>;
  /** Additional Node flags. */
  nodeFlags?: string[];
  /** Timeout until it reports that it is ready. */
  readyTimeoutMs: number;
  /** How long it may take to exit before it is killed. */
  stopTimeoutMs: number;
  /**
   * How it is stopped: by SIGTERM, or by the message "end". A child stopped by message that gets a
   * SIGTERM from elsewhere asks first ("asked to end"): if the whole product is stopping, it waits
   * for its turn; otherwise it exits and is restarted.
   */
  stopBy?: "signal" | "message";
  /** Whether the whole product is stopping. */
  isEnding?: () => boolean;
  onRestart?: (name: string, code: number | null) => void;
  /** Called after every start, including restarts. */
  onStart?: () => void;
  /** Called each time it becomes ready, including after restarts. */
  onReady?: () => void;
  /** Receives the child's messages other than "ready". */
  onMessage?: (message: unknown) => void;
}

export interface Child {
  name: string;
  /** Process id of the current process; changes with a restart. */
  pid(): number | undefined;
  /** Sends a message to the process; messages are lost during a restart. */
  send(message: object | string): void;
  /** Resolves when the child is ready; rejects if the first start fails. */
  ready: Promise<void>;
  stop(): Promise<void>;
  /** Stops it and starts it again at once; resolves when it is ready. */
  restart(): Promise<void>;
  /** Like `stop`, but by the message "retire": another process takes over. */
  retire(): Promise<void>;
}

const RESTART_MIN_MS = 50;
const RESTART_MAX_MS = 2_000;
/** A child that ran this long is restarted without delay. */
const HEALTHY_MS = 5_000;

/** By path: an upgrade may have replaced the folder and deleted the original one. */
const folder = process.cwd();

/** By then, a signal to all processes of the product has also reached the main process. */
const ASK_BACK_MS = 250;

const isReady = (message: unknown) =>
  message === "ready" ||
  (typeof message === "object" && message !== null && "ready" in message && !!message.ready);

/** Forks a process for the module. */
function forkChild({ file, env, nodeFlags = [] }: ChildOptions): ChildProcess {
  return fork(file, {
    cwd: folder,
    // One glibc malloc arena: Node's threads allocate little, and each arena keeps memory.
    env: { MALLOC_ARENA_MAX: "1", ...env },
    execArgv: [...process.execArgv, ...nodeFlags],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // Ctrl-C in a terminal reaches only the main process, which stops the others in order.
    detached: process.platform !== "win32",
  }).on("error", () => {});
}

/** Starts a child process and restarts it until `stop()`. */
export function startChild(options: ChildOptions): Child {
  let current: ChildProcess;
  let stopping = false;
  let everReady = false;
  let delayMs = RESTART_MIN_MS;
  let restart: NodeJS.Timeout | undefined;
  const replacement = new Replacement();
  const first = Promise.withResolvers<void>();
  const fail = (why: string) => {
    clearTimeout(slow);
    first.reject(new Error(`${options.name} ${why}`));
  };
  const limitMs = options.readyTimeoutMs;
  const slow = setTimeout(() => fail(`was not ready after ${limitMs} ms`), limitMs);

  const startProcess = () => {
    const startedAt = performance.now();
    const child = forkChild(options);
    current = child;
    current.on("message", (message) => {
      if (message === "asked to end") return answerAskBack(child, options);
      if (!isReady(message)) return options.onMessage?.(message);
      everReady = true;
      clearTimeout(slow);
      first.resolve();
      options.onReady?.();
      replacement.ready(child);
    });
    current.on("exit", (code) => {
      if (stopping) return;
      if (!everReady) return fail(`ended with code ${code} before it was ready`);
      if (replacement.isOf(child)) return startProcess();
      options.onRestart?.(options.name, code);
      delayMs = nextDelay(delayMs, performance.now() - startedAt);
      restart = setTimeout(startProcess, delayMs);
    });
    options.onStart?.();
  };
  startProcess();
  first.promise.catch(() => {});

  const stop = async (how: Pick<ChildOptions, "stopBy" | "stopTimeoutMs"> & { word?: string }) => {
    stopping = true;
    clearTimeout(slow);
    clearTimeout(restart);
    await stopProcess(current, how);
  };
  return {
    name: options.name,
    pid: () => current.pid,
    send: (message) => void (current.connected && current.send(message, () => {})),
    ready: first.promise,
    stop: () => stop(options),
    restart: () => {
      clearTimeout(restart);
      const done = replacement.of(current);
      void (hasEnded(current) ? startProcess() : stopProcess(current, options));
      return done;
    },
    retire: () => stop({ ...options, stopBy: "message", word: "retire" }),
  };
}

/** A restart on request: the process that ends for it, and who waits for the next one. */
class Replacement {
  #old: ChildProcess | undefined;
  #done: PromiseWithResolvers<void> | undefined;

  /** Replaces a process; resolves when the next one is ready. */
  of(child: ChildProcess): Promise<void> {
    this.#old = child;
    this.#done ??= Promise.withResolvers();
    return this.#done.promise;
  }

  isOf(child: ChildProcess): boolean {
    return this.#old === child;
  }

  ready(child: ChildProcess): void {
    if (this.#old === child) return;
    this.#done?.resolve();
    this.#done = undefined;
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

const nextDelay = (delayMs: number, ranMs: number) =>
  ranMs > HEALTHY_MS ? RESTART_MIN_MS : Math.min(delayMs * 2, RESTART_MAX_MS);

/** Lets a child that was signalled alone exit; if the product is stopping, it ends each in turn. */
function answerAskBack(child: ChildProcess, { isEnding }: ChildOptions): void {
  const timer = setTimeout(() => {
    if (!isEnding?.() && child.connected) child.send("end", () => {});
  }, ASK_BACK_MS);
  timer.unref();
}

/** Stops a process, and kills it after the timeout. */
async function stopProcess(
  child: ChildProcess,
  {
    stopBy,
    stopTimeoutMs,
    word = "end",
  }: Pick<ChildOptions, "stopBy" | "stopTimeoutMs"> & { word?: string },
): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const kill = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
  if (stopBy === "message" && child.connected) child.send(word, () => {});
  else child.kill("SIGTERM");
  await ended;
  clearTimeout(kill);
}
