/**
 * Keeps the snapshot in step with the hub: hello, all resources in pages, then numbered changes; after
 * a gap it loads everything again.
 */
import type { Fact, News, Questions } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Log } from "../lib/log.ts";
import type { Snapshot } from "./snapshot.ts";

const askTimeoutMs = 10_000;
const retryMs = 500;
/** Changes buffered while the snapshot's pages arrive; with more of them the load starts over. */
const maxBufferedChanges = 10_000;
const maxPages = 100_000;

export interface SyncOptions {
  gateway: string;
  epoch: string;
  link: GatewayLink;
  snapshot: Snapshot;
  log: Log;
  setOffset: (offsetMs: number) => void;
  /** Called after each change: open connections must be judged again. */
  changed: () => void;
}

export class Sync {
  /** Resolves when the first snapshot has been loaded. */
  readonly loaded: Promise<void>;
  #options: SyncOptions;
  #markLoaded: () => void;
  /** Grows with each connection: answers of an older one are ignored. */
  #round = 0;
  #seq = 0;
  #buffered: News[] | null = [];
  #retry: NodeJS.Timeout | undefined;

  constructor(options: SyncOptions) {
    this.#options = options;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.loaded = promise;
    this.#markLoaded = resolve;
    options.link.onNews((change) => this.#receive(change));
    options.link.onConnection((up) => (up ? this.#begin() : this.#lose()));
  }

  stop(): void {
    this.#lose();
  }

  #lose(): void {
    this.#round += 1;
    this.#buffered = [];
    clearTimeout(this.#retry);
  }

  #begin(): void {
    this.#lose();
    const round = this.#round;
    this.#load(round).catch((error: unknown) => {
      if (round !== this.#round) return;
      this.#options.log.warn({ error: String(error) }, "snapshot load failed, retrying");
      this.#retry = setTimeout(() => this.#begin(), retryMs);
    });
  }

  async #load(round: number): Promise<void> {
    const { link, gateway, epoch, snapshot, log } = this.#options;
    const hello = await link.ask("hello", { gateway, epoch }, askTimeoutMs);
    const resources: Fact[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < maxPages; page += 1) {
      const answer: Questions["snapshot"]["answer"] = await link.ask(
        "snapshot",
        { cursor },
        askTimeoutMs,
      );
      for (const resource of answer.facts) resources.push(resource);
      cursor = answer.cursor;
      if (cursor === null) break;
    }
    if (round !== this.#round) return;
    this.#options.setOffset(hello.offsetMs);
    snapshot.replace(resources);
    this.#seq = hello.seq;
    const buffered = this.#buffered ?? [];
    this.#buffered = null;
    for (const change of buffered) if (change.seq > hello.seq) this.#apply(change);
    log.info(snapshot.counts(), "snapshot loaded");
    this.#options.changed();
    this.#markLoaded();
  }

  #receive(change: News): void {
    if (this.#buffered === null) {
      this.#apply(change);
      this.#options.changed();
      return;
    }
    this.#buffered.push(change);
    if (this.#buffered.length > maxBufferedChanges) this.#begin();
  }

  #apply(change: News): void {
    if (this.#buffered !== null || change.seq <= this.#seq) return;
    if (change.seq !== this.#seq + 1) {
      this.#options.log.warn({ had: this.#seq, got: change.seq }, "change sequence gap, resyncing");
      this.#begin();
      return;
    }
    this.#seq = change.seq;
    if (change.kind === "clock") this.#options.setOffset(change.offsetMs);
    else this.#options.snapshot.applyChange(change);
  }
}
