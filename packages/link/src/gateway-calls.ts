/** The gateway's end of either transport: questions that await an answer, and listeners. */
import type { HubMessage, QuestionKind, Questions } from "@turnpike/contract/data-plane.ts";
import { linkWaitMs } from "@turnpike/rules/node.ts";
import { Encoded, LinkDown, LinkLost } from "./link.ts";
import type { Answer, Ask } from "./messages.ts";

const askTimeoutMs = 5_000;
/** The most unanswered questions; further ones are rejected at once. */
const maxPending = 10_000;
/** Questions for which a client waits: if the link is lost, they wait for the next connection. */
const waitingKinds: ReadonlySet<QuestionKind> = new Set<QuestionKind>([
  "lease",
  "slots",
  "hold",
  "resolve",
]);

interface Pending {
  resolve(answer: never): void;
  reject(why: Error): void;
  timer: NodeJS.Timeout;
}

export class GatewayCalls {
  #messageListeners: ((news: HubMessage) => void)[] = [];
  #connectionListeners: ((up: boolean) => void)[] = [];
  #pending = new Map<number, Pending>();
  /** Questions that wait for the next connection. */
  #waiting = new Set<() => void>();
  #send: ((json: string) => void) | null = null;
  #everUp = false;
  #lastId = 0;
  #onWaiting: () => void;

  /** `onWaiting` is called when a question starts to wait for the next connection. */
  constructor(onWaiting: () => void = () => {}) {
    this.#onWaiting = onWaiting;
  }

  /** Whether any question waits for the next connection. */
  get hasWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  get isUp(): boolean {
    return this.#send !== null;
  }

  /** Asks the hub; see `GatewayLink.ask`. */
  async ask<K extends QuestionKind>(
    kind: K,
    question: Questions[K]["question"] | Encoded,
    timeoutMs = askTimeoutMs,
  ): Promise<Questions[K]["answer"]> {
    let until = performance.now() + linkWaitMs;
    for (;;) {
      if (this.#send === null) {
        if (!waitingKinds.has(kind) || !this.#everUp || !(await this.#connected(until)))
          throw new LinkDown("The hub is not connected");
      }
      const asked = performance.now();
      try {
        return await this.#askOnce(kind, question, timeoutMs);
      } catch (error) {
        if (!(error instanceof LinkLost) || !waitingKinds.has(kind)) throw error;
        // The time limit starts when the link is lost, but only once per question.
        if (asked < until) until = Math.max(until, performance.now() + linkWaitMs);
        else throw error;
      }
    }
  }

  onMessage(listener: (news: HubMessage) => void): void {
    this.#messageListeners.push(listener);
  }

  onConnection(listener: (up: boolean) => void): void {
    this.#connectionListeners.push(listener);
  }

  /** Called by the transport when it is connected; `send` transmits a message. */
  connected(send: (json: string) => void): void {
    this.#send = send;
    this.#everUp = true;
    for (const listener of this.#connectionListeners) listener(true);
    for (const go of this.#waiting) go();
  }

  /** Called by the transport for each message of the hub. */
  receive(message: Answer | HubMessage): void {
    if ("kind" in message) {
      for (const listener of this.#messageListeners) listener(message);
      return;
    }
    const ask = this.#pending.get(message.id);
    if (ask === undefined) return;
    this.#pending.delete(message.id);
    clearTimeout(ask.timer);
    if ("failed" in message) ask.reject(new Error(message.failed));
    else ask.resolve(message.answer as never);
  }

  /** Called by the transport when it lost its connection, or could not connect. */
  disconnected(): void {
    const wasUp = this.#send !== null;
    this.#send = null;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const ask of pending) {
      clearTimeout(ask.timer);
      ask.reject(new LinkLost("The hub is gone"));
    }
    if (wasUp) for (const listener of this.#connectionListeners) listener(false);
  }

  /** Rejects the questions that wait for a connection. */
  stop(): void {
    this.#everUp = false;
    for (const go of this.#waiting) go();
  }

  #askOnce(kind: QuestionKind, question: unknown, timeoutMs: number): Promise<never> {
    const send = this.#send;
    if (send === null) return Promise.reject(new LinkDown("The hub is not connected"));
    if (this.#pending.size >= maxPending) return Promise.reject(new LinkDown("Too many asks"));
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(new LinkDown(`No answer to ${kind} within ${timeoutMs} ms`));
      }, timeoutMs);
      this.#pending.set(id, { resolve, reject, timer });
      send(encodeAsk({ id, kind, question }));
    });
  }

  /** Resolves to true at the next connection, to false at `until` or when the link stops. */
  #connected(until: number): Promise<boolean> {
    if (this.#waiting.size >= maxPending) return Promise.resolve(false);
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve(this.#send !== null);
      };
      const timer = setTimeout(done, Math.max(0, until - performance.now()));
      this.#waiting.add(done);
      this.#onWaiting();
    });
  }
}

function encodeAsk(ask: Ask): string {
  const { id, kind, question } = ask;
  if (!(question instanceof Encoded)) return JSON.stringify(ask);
  return `{"id":${id},"kind":"${kind}","question":${question.json}}`;
}
