/**
 * Keeps the snapshot in sync with the hub: a hello, all resources in pages, then numbered changes.
 * After a gap in the numbers it loads everything again.
 */
import type { Fact, HubMessage, Questions } from "@turnpike/contract/data-plane.ts";
import type { TargetPolicy } from "@turnpike/contract/target-facts.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { maxSkewMs } from "@turnpike/rules/node.ts";
import type { Log } from "../lib/log.ts";
import type { Snapshot } from "./snapshot.ts";

const askTimeoutMs = 10_000;
const retryMs = 500;
/** Changes buffered while the snapshot loads; beyond that, the load starts over. */
const maxBufferedChanges = 10_000;
const maxPages = 100_000;

export interface SyncOptions {
  gateway: string;
  epoch: string;
  /** How many this machine has; absent if unknown. */
  workers?: number;
  link: GatewayLink;
  snapshot: Snapshot;
  log: Log;
  setOffset: (offsetMs: number) => void;
  /** Called with false while the operator drains this machine: it gets no new customers. */
  setOffered: (offered: boolean) => void;
  /** Called with the hosts of all nodes and relays, at each connection and change. */
  setNodeHosts?: (hosts: readonly string[]) => void;
  /** Called with the provider's name, at each connection and change; null: none is set. */
  setBrand?: (name: string | null) => void;
  /** Called with the lists of refused targets, at each connection and change. */
  setPolicies?: (policies: readonly TargetPolicy[]) => void;
  /** Called after each change, so that open connections are judged again. */
  changed: () => void;
}

export class Sync {
  /** Resolves when the first snapshot has been loaded. */
  readonly loaded: Promise<void>;
  #options: SyncOptions;
  #markLoaded: () => void;
  /** Incremented with each connection, so that answers to an earlier one are ignored. */
  #round = 0;
  #seq = 0;
  #buffered: HubMessage[] | null = [];
  #retry: NodeJS.Timeout | undefined;
  /** The hub's changes up to this position are in the snapshot; 0 if unknown. */
  #position = 0;
  #labMs = 0;
  /** How far the hub's clock is ahead of this machine's. */
  #hubAheadMs = 0;
  #ignored = 0;

  constructor(options: SyncOptions) {
    this.#options = options;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.loaded = promise;
    this.#markLoaded = resolve;
    options.link.onMessage((change) => this.#receive(change));
    options.link.onConnection((up) => (up ? this.#startLoad() : this.#cancelLoad()));
    options.link.onPosition?.((position) => this.#setPosition(position));
    options.link.onClock?.((aheadMs) => this.#setClock(aheadMs));
  }

  stop(): void {
    this.#cancelLoad();
  }

  #setClock(aheadMs: number): void {
    if (Math.abs(aheadMs) > maxSkewMs)
      this.#options.log.warn({ skewMs: -aheadMs }, "this machine's clock is wrong");
    this.#hubAheadMs = aheadMs;
    this.#setOffset();
  }

  #cancelLoad(): void {
    this.#round += 1;
    this.#buffered = [];
    clearTimeout(this.#retry);
  }

  #startLoad(): void {
    this.#cancelLoad();
    const round = this.#round;
    this.#load(round).catch((error: unknown) => {
      if (round !== this.#round) return;
      this.#options.log.warn({ error: String(error) }, "snapshot load failed, retrying");
      this.#retry = setTimeout(() => this.#startLoad(), retryMs);
    });
  }

  async #load(round: number): Promise<void> {
    const { link, gateway, epoch, workers, snapshot, log } = this.#options;
    const since = this.#position > 0 ? { since: this.#position } : {};
    const said = workers === undefined ? {} : { workers };
    const hello = await link.ask("hello", { gateway, epoch, ...since, ...said }, askTimeoutMs);
    const resources = hello.resumed ? null : await this.#readPages();
    if (round !== this.#round) return;
    this.#setOffset(hello.offsetMs);
    this.#options.setOffered(hello.draining !== true);
    if (hello.nodeHosts !== undefined) this.#options.setNodeHosts?.(hello.nodeHosts);
    if (hello.brand !== undefined) this.#options.setBrand?.(hello.brand);
    if (hello.policies !== undefined) this.#options.setPolicies?.(hello.policies);
    if (hello.resumed) snapshot.applyChange(hello.resumed);
    else snapshot.replace(resources ?? []);
    this.#seq = hello.seq;
    // A hub that has just started reports no position yet; the one asked for is reached anyway.
    const { position = 0 } = hello;
    this.#position = hello.resumed ? Math.max(this.#position, position) : position;
    const buffered = this.#buffered ?? [];
    this.#buffered = null;
    for (const change of buffered) if (change.seq > hello.seq) this.#apply(change);
    log.info(snapshot.counts(), hello.resumed ? "resumed" : "snapshot loaded");
    this.#options.changed();
    this.#markLoaded();
  }

  async #readPages(): Promise<Fact[]> {
    const { link } = this.#options;
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
    return resources;
  }

  /** The hub reports that all changes up to this position were sent; ignored during a load. */
  #setPosition(position: number): void {
    if (this.#buffered === null) this.#position = Math.max(this.#position, position);
  }

  #receive(change: HubMessage): void {
    if (this.#buffered === null) {
      this.#apply(change);
      this.#options.changed();
      return;
    }
    this.#buffered.push(change);
    if (this.#buffered.length > maxBufferedChanges) this.#startLoad();
  }

  #apply(change: HubMessage): void {
    if (this.#buffered !== null || change.seq <= this.#seq) return;
    if (change.seq !== this.#seq + 1) {
      this.#options.log.warn({ had: this.#seq, got: change.seq }, "change sequence gap, resyncing");
      this.#position = 0;
      this.#startLoad();
      return;
    }
    this.#seq = change.seq;
    if (change.kind === "clock") this.#setOffset(change.offsetMs);
    else if (change.kind === "node") this.#options.setOffered(!change.draining);
    else if (change.kind === "hosts") this.#options.setNodeHosts?.(change.hosts);
    else if (change.kind === "brand") this.#options.setBrand?.(change.name);
    else if (change.kind === "policies") this.#options.setPolicies?.(change.policies);
    else if (change.kind === "change") this.#applyChange(change);
    else if (change.kind === "bind" || change.kind === "relay")
      return; // `listeners/bind-requests.ts`, `listeners/relay-listener.ts`
    else this.#ignore(change);
  }

  #applyChange(change: Extract<HubMessage, { kind: "change" }>): void {
    this.#options.snapshot.applyChange(change);
    this.#position = Math.max(this.#position, change.position ?? 0);
  }

  /** A newer hub may send kinds of changes that this version does not know. */
  #ignore(change: object): void {
    this.#ignored += 1;
    if (this.#ignored === 1)
      this.#options.log.warn({ change: Object.keys(change) }, "changes of an unknown kind");
  }

  /** The product's clock: this machine's, corrected to the hub's, plus the lab's offset. */
  #setOffset(labMs = this.#labMs): void {
    this.#labMs = labMs;
    this.#options.setOffset(labMs + this.#hubAheadMs);
  }
}
