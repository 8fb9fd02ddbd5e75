/** Keeps the snapshot true: hello, the whole state in pages, then numbered news; a gap starts over. */
import type { Fact, News, Questions } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Log } from "../lib/log.ts";
import type { Snapshot } from "./snapshot.ts";

const askTimeoutMs = 10_000;
const retryMs = 500;
/** News kept while the snapshot's pages come in; more means: start over. */
const mostBufferedChanges = 10_000;
const mostPages = 100_000;

export interface SyncOptions {
  gateway: string;
  epoch: string;
  link: GatewayLink;
  snapshot: Snapshot;
  log: Log;
  setOffset: (offsetMs: number) => void;
  /** After each change: open connections are to be judged again. */
  changed: () => void;
}

export class Sync {
  /** Resolves when the first snapshot has been loaded. */
  readonly loaded: Promise<void>;
  #options: SyncOptions;
  #markLoaded: () => void;
  /** Of the connection that is up now; an older round's answers count for nothing. */
  #round = 0;
  #seq = 0;
  #buffered: News[] | null = [];
  #retry: NodeJS.Timeout | undefined;

  constructor(options: SyncOptions) {
    this.#options = options;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.loaded = promise;
    this.#markLoaded = resolve;
    options.link.onNews((news) => this.#receive(news));
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
      this.#options.log.warn({ error: String(error) }, "no snapshot from the hub, trying again");
      this.#retry = setTimeout(() => this.#begin(), retryMs);
    });
  }

  async #load(round: number): Promise<void> {
    const { link, gateway, epoch, snapshot, log } = this.#options;
    const hello = await link.ask("hello", { gateway, epoch }, askTimeoutMs);
    const facts: Fact[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < mostPages; page += 1) {
      const answer: Questions["snapshot"]["answer"] = await link.ask(
        "snapshot",
        { cursor },
        askTimeoutMs,
      );
      for (const fact of answer.facts) facts.push(fact);
      cursor = answer.cursor;
      if (cursor === null) break;
    }
    if (round !== this.#round) return;
    this.#options.setOffset(hello.offsetMs);
    snapshot.replace(facts);
    this.#seq = hello.seq;
    const kept = this.#buffered ?? [];
    this.#buffered = null;
    for (const news of kept) if (news.seq > hello.seq) this.#apply(news);
    log.info(snapshot.counts(), "snapshot loaded");
    this.#options.changed();
    this.#markLoaded();
  }

  #receive(news: News): void {
    if (this.#buffered === null) {
      this.#apply(news);
      this.#options.changed();
      return;
    }
    this.#buffered.push(news);
    if (this.#buffered.length > mostBufferedChanges) this.#begin();
  }

  #apply(news: News): void {
    if (this.#buffered !== null || news.seq <= this.#seq) return;
    if (news.seq !== this.#seq + 1) {
      this.#options.log.warn({ had: this.#seq, got: news.seq }, "news is missing, starting over");
      this.#begin();
      return;
    }
    this.#seq = news.seq;
    if (news.kind === "clock") this.#options.setOffset(news.offsetMs);
    else this.#options.snapshot.applyChange(news);
  }
}
