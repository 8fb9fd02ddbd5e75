/** Reports the number of open tunnels and requests of each sub-account to the hub every second. */
import type { OpenCount } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Log } from "../lib/log.ts";
import { everySecond } from "../lib/adaptive-interval.ts";

const askTimeoutMs = 1_000;

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
  #asking = false;

  constructor(options: ConnectionCountsOptions) {
    this.#options = options;
    this.#end = everySecond(() => void this.#report());
  }

  stop(): void {
    this.#end();
  }

  /** Sends a report unless one is pending. A lost report is made up for by the next. */
  async #report(): Promise<void> {
    const { gateway, epoch, link, log, connections } = this.#options;
    if (this.#asking) return;
    const open = connections.open();
    if (open.length === 0 && !this.#reportedSome) return;
    this.#asking = true;
    try {
      await link.ask("census", { gateway, epoch, open }, askTimeoutMs);
      this.#reportedSome = open.length > 0;
    } catch (error) {
      log.debug({ error: String(error) }, "connection counts report failed");
    } finally {
      this.#asking = false;
    }
  }
}
