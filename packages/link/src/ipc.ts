/**
 * The link on one machine: JSON frames over a unix domain socket (a named pipe on Windows).
 *
 *     gateway ── ask {id, kind, question} ──▶ hub
 *     gateway ◀── answer {id, …} / news ──── hub      one socket, everything in order
 *
 * A hub that was killed and started again is found by its gateways themselves within 250 ms.
 */
import { createConnection, type Socket } from "node:net";
import type { News, QuestionKind, Questions } from "@turnpike/contract/data-plane.ts";
import { encodeFrame, frameReader } from "./frame.ts";
import { type GatewayLink, LinkDown } from "./link.ts";

/** What a gateway sends and what a hub sends back. */
export type FromGateway = { id: number; kind: QuestionKind; question: unknown };
export type FromHub = { id: number; answer: unknown } | { id: number; failed: string } | News;

export { listenIpc } from "./ipc-hub.ts";

const askTimeoutMs = 5_000;
const firstRetryMs = 20;
const longestRetryMs = 250;
/** Asks that wait for an answer at one time; a gateway that has more is refused at once. */
const mostPending = 10_000;

/** Where a path listens on this platform: the path itself, on Windows a pipe of that name. */
export function ipcAddress(path: string): string {
  if (process.platform === "win32" && !path.startsWith("\\\\")) {
    return `\\\\.\\pipe\\${path.replace(/[^0-9a-zA-Z.-]/g, "-")}`;
  }
  if (process.platform !== "win32" && Buffer.byteLength(path) > 103) {
    throw new Error(`The socket's path is longer than 103 bytes: ${path}`);
  }
  return path;
}

interface Pending {
  resolve(answer: never): void;
  reject(why: Error): void;
  timer: NodeJS.Timeout;
}

/** Connects a gateway to the hub at `path`, for good: it reconnects until `stop`. */
export function connectIpc(path: string): GatewayLink {
  const address = ipcAddress(path);
  const newsListeners: ((news: News) => void)[] = [];
  const connectionListeners: ((up: boolean) => void)[] = [];
  const pending = new Map<number, Pending>();
  let socket: Socket | null = null;
  let up = false;
  let stopped = false;
  let retryMs = firstRetryMs;
  let retry: NodeJS.Timeout | undefined;
  let nextId = 1;

  function lost(): void {
    for (const [, ask] of pending) {
      clearTimeout(ask.timer);
      ask.reject(new LinkDown("The hub is gone"));
    }
    pending.clear();
    const wasUp = up;
    up = false;
    socket = null;
    if (wasUp) for (const listener of connectionListeners) listener(false);
    if (stopped) return;
    retry = setTimeout(connect, retryMs);
    retryMs = Math.min(retryMs * 2, longestRetryMs);
  }

  function receive(message: FromHub): void {
    if ("kind" in message) {
      for (const listener of newsListeners) listener(message);
      return;
    }
    const ask = pending.get(message.id);
    if (ask === undefined) return;
    pending.delete(message.id);
    clearTimeout(ask.timer);
    if ("failed" in message) ask.reject(new Error(message.failed));
    else ask.resolve(message.answer as never);
  }

  function connect(): void {
    const made = createConnection(address);
    socket = made;
    const read = frameReader((message) => receive(message as FromHub));
    made.on("connect", () => {
      up = true;
      retryMs = firstRetryMs;
      for (const listener of connectionListeners) listener(true);
    });
    made.on("data", (chunk) => {
      try {
        read(chunk);
      } catch (error) {
        made.destroy(error as Error);
      }
    });
    made.on("error", () => {});
    made.on("close", lost);
  }
  connect();

  return {
    ask: (kind, question, timeoutMs = askTimeoutMs) => ask(kind, question, timeoutMs),
    onNews: (listener) => void newsListeners.push(listener),
    onConnection: (listener) => void connectionListeners.push(listener),
    stop: async () => {
      stopped = true;
      clearTimeout(retry);
      const last = socket;
      if (last === null) return;
      await new Promise<void>((resolve) => last.once("close", () => resolve()).destroy());
    },
  };

  function ask<K extends QuestionKind>(
    kind: K,
    question: Questions[K]["question"],
    timeoutMs: number,
  ): Promise<Questions[K]["answer"]> {
    const to = socket;
    if (!up || to === null) return Promise.reject(new LinkDown("The hub is not connected"));
    if (pending.size >= mostPending) return Promise.reject(new LinkDown("Too many asks wait"));
    return new Promise((resolve, reject) => {
      const id = nextId++;
      const timer = setTimeout(() => {
        pending.delete(id);
        reject(new LinkDown(`No answer to ${kind} within ${timeoutMs} ms`));
      }, timeoutMs);
      pending.set(id, { resolve, reject, timer });
      to.write(encodeFrame({ id, kind, question } satisfies FromGateway));
    });
  }
}
