/** Reports to the hub every second how many tunnels and requests each sub-account has open here. */
import type { OpenCount } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Log } from "../lib/log.ts";
import { everySecond } from "../lib/pace.ts";

const askTimeoutMs = 1_000;

export interface ConnectionCountsOptions {
  gateway: string;
  epoch: string;
  link: GatewayLink;
  log: Log;
  connections: {
    /** Every sub-account with an open connection, once. */
    open(): OpenCount[];
  };
}

export class ConnectionCounts {
  #options: ConnectionCountsOptions;
  #end: () => void;
  /** The last report had counts: then a report of none must follow. */
  #reportedSome = false;
  #asking = false;

  constructor(options: ConnectionCountsOptions) {
    this.#options = options;
    this.#end = everySecond(() => void this.#report());
  }

  stop(): void {
    this.#end();
  }

  /** A report that is lost is made good by the next; only one is sent at a time. */
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
