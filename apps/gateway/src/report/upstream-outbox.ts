/**
 * Tells the hub what happened at upstreams and how many connections they have; keeps its answer:
 * limits of connections, and upstreams that may be tried again.
 */
import type { UpstreamEvent, UpstreamQuestions } from "@turnpike/contract/upstream-facts.ts";
import { maxUpstreamEvents } from "@turnpike/contract/upstream-questions.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { everySecond } from "@turnpike/net/every-second.ts";
import type { Log } from "../lib/log.ts";
import { HubQueue } from "./hub-queue.ts";

const idleMs = 10_000;
const askTimeoutMs = 5_000;
/** Successes are samples: failures have room first. */
const maxSuccesses = 40;

type Open = UpstreamQuestions["upstreams"]["question"]["open"];

export interface UpstreamOutboxOptions {
  gateway: string;
  epoch: string;
  link: GatewayLink;
  log: Log;
}

export class UpstreamOutbox {
  /** The open connections of each upstream. */
  open: () => Open = () => [];
  /** The most connections of this worker, by upstream. */
  limits = new Map<string, number>();
  /** Upstreams that refused our login and may be tried once. */
  readonly retries = new Set<string>();
  #options: UpstreamOutboxOptions;
  #events: UpstreamEvent[] = [];
  #successes = 0;
  #more = 0;
  #queue: HubQueue;
  /** Whether the hub believes that connections are open. */
  #toldOpen = false;
  #askedAt = performance.now();
  #end: () => void;

  constructor(options: UpstreamOutboxOptions) {
    this.#options = options;
    const { log } = options;
    const send = () => this.#send();
    this.#queue = new HubQueue({ log, failed: "upstream report failed, retrying", send });
    this.#end = everySecond(() => void this.#queue.pump());
  }

  /** Counts a success; whether to add it as one of the samples. */
  wantsSuccess(): boolean {
    this.#successes += 1;
    const wants = this.#successes <= maxSuccesses && this.#events.length < maxUpstreamEvents;
    if (!wants) this.#more += 1;
    return wants;
  }

  add(event: UpstreamEvent): void {
    if (this.#events.length < maxUpstreamEvents) this.#events.push(event);
    else this.#more += 1;
  }

  stop(): void {
    this.#end();
    this.#queue.stop();
  }

  async #send(): Promise<void> {
    const open = this.open();
    const isDue =
      (open.length > 0 || this.#toldOpen) && performance.now() - this.#askedAt >= idleMs;
    if (this.#events.length === 0 && !isDue) return;
    this.#toldOpen = open.length > 0;
    this.#askedAt = performance.now();
    const { gateway, epoch, link } = this.#options;
    const [events, more] = [this.#events, this.#more];
    [this.#events, this.#more, this.#successes] = [[], 0, 0];
    try {
      const question = { gateway, epoch, open, events, more };
      const { limits, retry } = await link.ask("upstreams", question, askTimeoutMs);
      this.limits = new Map(limits.map(({ upstreamId, connections }) => [upstreamId, connections]));
      this.retries.clear();
      for (const id of retry) this.retries.add(id);
    } catch (error) {
      // What happened is told again with what happens next, as far as there is room.
      const room = Math.max(0, maxUpstreamEvents - this.#events.length);
      this.#events.unshift(...events.slice(0, room));
      this.#more += more + Math.max(0, events.length - room);
      throw error;
    }
  }
}
