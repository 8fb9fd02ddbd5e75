/** Reports the number of open tunnels and requests of each sub-account to the hub every second. */
import type { OpenCount } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Log } from "../lib/log.ts";
import { everySecond } from "@turnpike/net/every-second.ts";
import { HubQueue } from "./hub-queue.ts";

const askTimeoutMs = 1_000;
/** Some 500 kB; what is longer is sent in parts. */
const countsPerQuestion = 4_000;

export interface ConnectionCountsOptions {
  gateway: string;
  epoch: string;
  link: GatewayLink;
  log: Log;
  connections: {
    /** Each sub-account with an open connection, once. */
    open(): OpenCount[];
  };
}

export class ConnectionCounts {
  #options: ConnectionCountsOptions;
  #end: () => void;
  /** Whether the last report had counts; if so, an empty report must follow. */
  #reportedSome = false;
  #queue: HubQueue;

  constructor(options: ConnectionCountsOptions) {
    this.#options = options;
    const { log } = options;
    const send = () => this.#report();
    this.#queue = new HubQueue({ log, failed: "connection counts report failed", send });
    this.#end = everySecond(() => void this.#queue.pump());
  }

  stop(): void {
    this.#end();
    this.#queue.stop();
  }

  /** A lost report is made up for by the next. */
  async #report(): Promise<void> {
    const { gateway, epoch, link, connections } = this.#options;
    const open = connections.open();
    if (open.length === 0 && !this.#reportedSome) return;
    for (let from = 0; from < Math.max(1, open.length); from += countsPerQuestion) {
      const counts = open.slice(from, from + countsPerQuestion);
      const more = from + countsPerQuestion < open.length;
      const part = from > 0 || more ? { part: from / countsPerQuestion, more } : {};
      await link.ask("census", { gateway, epoch, open: counts, ...part }, askTimeoutMs);
    }
    this.#reportedSome = open.length > 0;
  }
}
