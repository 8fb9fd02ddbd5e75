/** The gateway's end of the link on one machine (`ipc.ts`). */
import { createConnection, type Socket } from "node:net";
import type { News, QuestionKind, Questions } from "@turnpike/contract/data-plane.ts";
import { encodeFrame, type FromGateway, type FromHub, frameReader } from "./ipc-wire.ts";
import { type GatewayLink, LinkDown } from "./link.ts";

const askTimeoutMs = 5_000;
const firstRetryMs = 20;
const longestRetryMs = 250;
/** The most unanswered questions; further ones are rejected at once. */
const mostPending = 10_000;

interface Pending {
  resolve(answer: never): void;
  reject(why: Error): void;
  timer: NodeJS.Timeout;
}

export class IpcGateway implements GatewayLink {
  #address: string;
  #newsListeners: ((news: News) => void)[] = [];
  #connectionListeners: ((up: boolean) => void)[] = [];
  #pending = new Map<number, Pending>();
  #socket: Socket | null = null;
  #up = false;
  #stopped = false;
  #retryMs = firstRetryMs;
  #retry: NodeJS.Timeout | undefined;
  #lastId = 0;

  /** `address` as `ipcAddress` gives it. */
  constructor(address: string) {
    this.#address = address;
    this.#connect();
  }

  ask<K extends QuestionKind>(
    kind: K,
    question: Questions[K]["question"],
    timeoutMs = askTimeoutMs,
  ): Promise<Questions[K]["answer"]> {
    const socket = this.#socket;
    if (!this.#up || !socket) return Promise.reject(new LinkDown("The hub is not connected"));
    if (this.#pending.size >= mostPending) return Promise.reject(new LinkDown("Too many asks"));
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(new LinkDown(`No answer to ${kind} within ${timeoutMs} ms`));
      }, timeoutMs);
      this.#pending.set(id, { resolve, reject, timer });
      socket.write(encodeFrame({ id, kind, question } satisfies FromGateway));
    });
  }

  onNews(listener: (news: News) => void): void {
    this.#newsListeners.push(listener);
  }

  onConnection(listener: (up: boolean) => void): void {
    this.#connectionListeners.push(listener);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    const socket = this.#socket;
    if (socket === null) return;
    await new Promise<void>((resolve) => socket.once("close", () => resolve()).destroy());
  }

  #connect(): void {
    const socket = createConnection(this.#address);
    this.#socket = socket;
    const read = frameReader((message) => this.#receive(message as FromHub));
    socket.on("connect", () => {
      this.#up = true;
      this.#retryMs = firstRetryMs;
      for (const listener of this.#connectionListeners) listener(true);
    });
    socket.on("data", (chunk: Buffer) => {
      try {
        read(chunk);
      } catch {
        socket.destroy();
      }
    });
    socket.on("error", () => {});
    socket.on("close", () => this.#lost());
  }

  #receive(message: FromHub): void {
    if ("kind" in message) {
      for (const listener of this.#newsListeners) listener(message);
      return;
    }
    const ask = this.#pending.get(message.id);
    if (ask === undefined) return;
    this.#pending.delete(message.id);
    clearTimeout(ask.timer);
    if ("failed" in message) ask.reject(new Error(message.failed));
    else ask.resolve(message.answer as never);
  }

  #lost(): void {
    const wasUp = this.#up;
    this.#up = false;
    this.#socket = null;
    for (const ask of this.#pending.values()) {
      clearTimeout(ask.timer);
      ask.reject(new LinkDown("The hub is gone"));
    }
    this.#pending.clear();
    if (wasUp) for (const listener of this.#connectionListeners) listener(false);
    if (this.#stopped) return;
    this.#retry = setTimeout(() => this.#connect(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs);
  }
}
