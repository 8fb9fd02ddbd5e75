/** A process of the product: started, watched, started again when it dies, ended in order. */
import { type ChildProcess, fork } from "node:child_process";

export interface ChildOptions {
  name: string;
  /** Absolute path of the module to run. */
  file: string;
  env: Record<string, string | undefined>;
  /** Flags of Node's own. */
  nodeFlags?: string[];
  /** How long it may take to say it is ready. */
  readyTimeoutMs: number;
  /** How long it may take to end after it was asked to before it is killed. */
  stopTimeoutMs: number;
  /**
   * How it is asked to end: by SIGTERM, or by the message "end". A process of the second kind that
   * gets a SIGTERM from elsewhere asks back ("asked to end"): where the whole product is ending it
   * waits for its turn, else it ends and is started again.
   */
  stopBy?: "signal" | "message";
  /** Whether the whole product is ending. */
  isEnding?: () => boolean;
  onRestart?: (name: string, code: number | null) => void;
  /** A process was started, the first one or another after a restart. */
  onStart?: () => void;
  /** What the child says besides that it is ready. */
  onMessage?: (message: unknown) => void;
}

export interface Child {
  name: string;
  /** The process now; another one after a restart. */
  pid(): number | undefined;
  /** Says something to the process; lost where it is just being started again. */
  tell(message: object): void;
  /** Resolves when the child has said that it is ready; rejects when the first start fails. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

const RESTART_MIN_MS = 50;
const RESTART_MAX_MS = 2_000;
/** A child that lived this long starts again at once. */
const HEALTHY_MS = 5_000;

/** A signal to all processes of the product reaches its main process by then. */
const ASK_BACK_MS = 250;

const isReady = (message: unknown) =>
  message === "ready" ||
  (typeof message === "object" && message !== null && "ready" in message && !!message.ready);

/** Starts a child process and keeps it running until `stop()`. */
export function startChild(options: ChildOptions): Child {
  let current: ChildProcess;
  let stopping = false;
  let everReady = false;
  let delayMs = RESTART_MIN_MS;
  let restart: NodeJS.Timeout | undefined;
  const first = Promise.withResolvers<void>();
  const slow = setTimeout(() => {
    first.reject(new Error(`${options.name} was not ready after ${options.readyTimeoutMs} ms`));
  }, options.readyTimeoutMs);

  const begin = () => {
    const startedAt = performance.now();
    const child = fork(options.file, {
      env: options.env,
      execArgv: [...process.execArgv, ...(options.nodeFlags ?? [])],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      // Ctrl-C at a terminal reaches the main process alone, which ends the others in order.
      detached: process.platform !== "win32",
    });
    current = child;
    current.on("message", (message) => {
      if (message === "asked to end") return answerAskBack(child);
      if (!isReady(message)) return options.onMessage?.(message);
      everReady = true;
      clearTimeout(slow);
      first.resolve();
    });
    current.on("error", () => {});
    current.on("exit", (code) => {
      if (stopping) return;
      if (!everReady) {
        clearTimeout(slow);
        first.reject(new Error(`${options.name} ended with code ${code} before it was ready`));
        return;
      }
      options.onRestart?.(options.name, code);
      delayMs =
        performance.now() - startedAt > HEALTHY_MS
          ? RESTART_MIN_MS
          : Math.min(delayMs * 2, RESTART_MAX_MS);
      restart = setTimeout(begin, delayMs);
    });
    options.onStart?.();
  };
  const answerAskBack = (child: ChildProcess) => {
    const timer = setTimeout(() => {
      if (!options.isEnding?.() && child.connected) child.send("end", () => {});
    }, ASK_BACK_MS);
    timer.unref();
  };
  begin();
  first.promise.catch(() => {});

  return {
    name: options.name,
    pid: () => current.pid,
    tell: (message) => {
      if (current.connected) current.send(message, () => {});
    },
    ready: first.promise,
    stop: async () => {
      stopping = true;
      clearTimeout(slow);
      clearTimeout(restart);
      if (current.exitCode !== null || current.signalCode !== null) return;
      const ended = new Promise<void>((resolve) => current.once("exit", () => resolve()));
      const kill = setTimeout(() => current.kill("SIGKILL"), options.stopTimeoutMs);
      if (options.stopBy === "message" && current.connected) current.send("end", () => {});
      else current.kill("SIGTERM");
      await ended;
      clearTimeout(kill);
    },
  };
}
