/**
 * Asks the hub before a client is refused (spec/gateway#asking-before-a-refusal): a change made
 * through an API a moment ago may not have reached this gateway yet.
 *
 *     no match ─▶ hub: resolve ─▶ the database's rows ─▶ snapshot ─▶ judged once more
 *
 * Rate limited so that strangers cannot put load on the hub: once per name in 2 s, 20 per second, 5
 * of one network. Beyond that a client waits a moment for the regular change feed instead. A lookup
 * after which the client is admitted does not count, since strangers are never admitted.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { LookupKeys } from "@turnpike/contract/data-plane.ts";
import { type GatewayLink, LinkDown } from "@turnpike/link/link.ts";
import { linkWaitMs } from "@turnpike/rules/node.ts";
import { networkOfClient } from "../lib/client-network.ts";
import { resultWithin } from "../lib/settled-within.ts";
import type { ListenerRef } from "../link/listener-ref.ts";
import type { Snapshot } from "../link/snapshot.ts";

const againMs = 2_000;
/** Retry interval while the hub cannot answer because its database is unavailable. */
const retryMs = 200;
/** Committed changes reach every gateway within 200 ms; waits a little longer than that. */
const changeWaitMs = 250;
const perSecond = 20;
const perNetwork = 5;
/** The most keys that may wait for a change without a lookup of their own. */
const maxWaiting = 100;

export interface HubLookupsOptions {
  link: Pick<GatewayLink, "ask">;
  snapshot: Snapshot;
  /** Called after new rows were applied, so that open connections are judged again. */
  changed: () => void;
}

/** The keys to look up for a client without credentials. */
export function addressKeys(address: string, listener: ListenerRef): LookupKeys {
  if (listener.kind === "static") return { exitId: listener.exitId };
  return listener.kind === "port" ? { address, portId: listener.portId } : { address };
}

/** The keys to look up for a client with a name and a password. */
export function nameKeys(name: string, listener: ListenerRef): LookupKeys {
  if (listener.kind === "static") return { exitId: listener.exitId };
  return listener.kind === "port" ? { portId: listener.portId } : { name };
}

/** A client's keys, and the rows known for them when the wait began. */
interface Waiting {
  keys: LookupKeys;
  known: unknown[];
  promise: Promise<void>;
  done: () => void;
}

export class HubLookups {
  #options: HubLookupsOptions;
  /** When each key was looked up, oldest first; `answer` is null once the lookup has finished. */
  #recent = new Map<string, { at: number; answer: Promise<void> | null }>();
  /** Keys that wait for a change, by key. */
  #waiting = new Map<string, Waiting>();
  #second = 0;
  #countInSecond = 0;
  #countByNetwork = new Map<string, number>();

  constructor(options: HubLookupsOptions) {
    this.#options = options;
    options.snapshot.onChange(() => this.#onSnapshotChange());
  }

  /**
   * Looks up a client's keys. Resolves when the answer is in the snapshot, or after 2.2 s: the hub
   * may be busy, away, or without its database. If the key was looked up recently or the rate limit
   * is reached, resolves when a change of the keys arrives, after 250 ms at the latest; returns null
   * if too many keys wait already.
   */
  ask(address: string, keys: LookupKeys): Promise<void> | null {
    const now = performance.now();
    this.#forget(now);
    const key = JSON.stringify(keys);
    const known = this.#recent.get(key);
    if (known !== undefined) return known.answer ?? this.#wait(key, keys);
    if (!this.#mayAsk(networkOfClient(address), now)) return this.#wait(key, keys);
    const entry: { at: number; answer: Promise<void> | null } = { at: now, answer: null };
    entry.answer = this.#ask(keys).finally(() => {
      entry.answer = null;
    });
    this.#recent.set(key, entry);
    return entry.answer;
  }

  /** Reports that a client was admitted after a lookup: its keys may be looked up again at once. */
  admitted(keys: LookupKeys): void {
    this.#recent.delete(JSON.stringify(keys));
  }

  async #ask(keys: LookupKeys): Promise<void> {
    const { link, snapshot, changed } = this.#options;
    const answered = this.#askWithRetries(link, keys, performance.now() + linkWaitMs);
    const answer = await resultWithin(answered, linkWaitMs);
    const puts = answer?.facts.filter((fact) => !snapshot.hasRow(fact)) ?? [];
    if (puts.length === 0) return;
    snapshot.applyChange({ kind: "change", seq: 0, puts, drops: [] });
    changed();
  }

  /** The hub's answer; null if none arrives in time. Retries while the hub cannot answer. */
  async #askWithRetries(link: HubLookupsOptions["link"], keys: LookupKeys, until: number) {
    for (;;) {
      try {
        return await link.ask("resolve", keys, linkWaitMs);
      } catch (error) {
        if (error instanceof LinkDown || performance.now() + retryMs >= until) return null;
        await sleep(retryMs);
      }
    }
  }

  /** Resolves when the rows known for the keys change, or after `changeWaitMs`. */
  #wait(key: string, keys: LookupKeys): Promise<void> | null {
    const wait = this.#waiting.get(key);
    if (wait !== undefined) return wait.promise;
    if (this.#waiting.size >= maxWaiting) return null;
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = () => {
      clearTimeout(timer);
      this.#waiting.delete(key);
      resolve();
    };
    const timer = setTimeout(done, changeWaitMs);
    const known = this.#options.snapshot.rowsFor(keys);
    this.#waiting.set(key, { keys, known, promise, done });
    return promise;
  }

  #onSnapshotChange(): void {
    for (const { keys, known, done } of this.#waiting.values()) {
      const now = this.#options.snapshot.rowsFor(keys);
      if (now.some((row, at) => row !== known[at])) done();
    }
  }

  #mayAsk(network: string, now: number): boolean {
    const second = Math.floor(now / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#countInSecond = 0;
      this.#countByNetwork.clear();
    }
    const own = this.#countByNetwork.get(network) ?? 0;
    if (this.#countInSecond >= perSecond || own >= perNetwork) return false;
    this.#countInSecond += 1;
    this.#countByNetwork.set(network, own + 1);
    return true;
  }

  #forget(now: number): void {
    for (const [key, { at }] of this.#recent) {
      if (now - at < againMs) return;
      this.#recent.delete(key);
    }
  }
}
