/**
 * Asks the hub before a client is refused (spec/gateway#asking-before-a-refusal): what was changed at
 * some API a moment ago may not have come here yet.
 *
 *     no match ─▶ hub: resolve ─▶ the database's rows ─▶ snapshot ─▶ judged once more
 *
 * Strangers must not make load of it: once per name in 2 s, 20 a second, 5 of one network. Whoever comes
 * beyond that waits for a moment, as changes are sent to all gateways. A question after which the client
 * was let in does not count: strangers have none.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { LookupKeys } from "@turnpike/contract/data-plane.ts";
import { type GatewayLink, LinkDown } from "@turnpike/link/link.ts";
import { linkWaitMs } from "@turnpike/rules/node.ts";
import { networkOfClient } from "../lib/client-network.ts";
import { resultWithin } from "../lib/settled-within.ts";
import type { ListenerRef } from "../listen/listener-ref.ts";
import type { Snapshot } from "../link/snapshot.ts";

const againMs = 2_000;
const timeoutMs = 1_000;
/** The hub could not answer, as its database is away for a moment: it is asked again after this time. */
const retryMs = 200;
/** Changes that some API has answered are sent to every gateway within 200 ms. */
const pushMs = 250;
const perSecond = 20;
const perNetwork = 5;
/** Keys that were not asked for whose changes are waited for. */
const mostWaiting = 100;

export interface LookupsOptions {
  link: Pick<GatewayLink, "ask">;
  snapshot: Snapshot;
  /** Called after something new came: open connections are judged again. */
  changed: () => void;
}

/** What the hub is asked for by somebody without credentials. */
export function keysOfAddress(address: string, listener: ListenerRef): LookupKeys {
  if (listener.kind === "static") return { exitId: listener.exitId };
  return listener.kind === "port" ? { address, portId: listener.portId } : { address };
}

/** What the hub is asked for by somebody with a name and a password. */
export function keysOfName(name: string, listener: ListenerRef): LookupKeys {
  if (listener.kind === "static") return { exitId: listener.exitId };
  return listener.kind === "port" ? { portId: listener.portId } : { name };
}

/** Somebody's keys, and what was known of them when the wait began. */
interface Waiting {
  keys: LookupKeys;
  known: unknown[];
  promise: Promise<void>;
  done: () => void;
}

export class Lookups {
  #options: LookupsOptions;
  /** When each key was asked for, the oldest first; `answer` is null once it was answered. */
  #asked = new Map<string, { at: number; answer: Promise<void> | null }>();
  /** Whose changes are waited for, by key. */
  #waiting = new Map<string, Waiting>();
  #second = 0;
  #inSecond = 0;
  #ofNetwork = new Map<string, number>();

  constructor(options: LookupsOptions) {
    this.#options = options;
    options.snapshot.onChange(() => this.#changed());
  }

  /**
   * Asks for a client's keys. Resolves when the answer is in the snapshot, or the hub did not answer
   * within a second (within 2.2 s where the link is lost, or the hub's database is away). Where the hub
   * was asked a moment ago, or too much is asked, resolves when a change of them has come, after 250 ms
   * at the latest; null where too many wait for that.
   */
  ask(address: string, keys: LookupKeys): Promise<void> | null {
    const now = performance.now();
    this.#forget(now);
    const key = JSON.stringify(keys);
    const known = this.#asked.get(key);
    if (known !== undefined) return known.answer ?? this.#wait(key, keys);
    if (!this.#isRoom(networkOfClient(address), now)) return this.#wait(key, keys);
    const entry: { at: number; answer: Promise<void> | null } = { at: now, answer: null };
    entry.answer = this.#ask(keys).finally(() => {
      entry.answer = null;
    });
    this.#asked.set(key, entry);
    return entry.answer;
  }

  /** A client that was asked about has been let in: its keys may be asked for again. */
  letIn(keys: LookupKeys): void {
    this.#asked.delete(JSON.stringify(keys));
  }

  async #ask(keys: LookupKeys): Promise<void> {
    const { link, snapshot, changed } = this.#options;
    const answered = this.#answered(link, keys, performance.now() + linkWaitMs);
    const answer = await resultWithin(answered, linkWaitMs);
    const puts = answer?.facts.filter((fact) => !snapshot.knows(fact)) ?? [];
    if (puts.length === 0) return;
    snapshot.applyChange({ kind: "change", seq: 0, puts, drops: [] });
    changed();
  }

  /** The hub's answer; null where there is none in time. A hub that cannot answer is asked again. */
  async #answered(link: LookupsOptions["link"], keys: LookupKeys, until: number) {
    for (;;) {
      try {
        return await link.ask("resolve", keys, timeoutMs);
      } catch (error) {
        if (error instanceof LinkDown || performance.now() + retryMs >= until) return null;
        await sleep(retryMs);
      }
    }
  }

  /** Resolves when what is known of the keys has changed, or none came in time. */
  #wait(key: string, keys: LookupKeys): Promise<void> | null {
    const wait = this.#waiting.get(key);
    if (wait !== undefined) return wait.promise;
    if (this.#waiting.size >= mostWaiting) return null;
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = () => {
      clearTimeout(timer);
      this.#waiting.delete(key);
      resolve();
    };
    const timer = setTimeout(done, pushMs);
    const known = this.#options.snapshot.knownBy(keys);
    this.#waiting.set(key, { keys, known, promise, done });
    return promise;
  }

  #changed(): void {
    for (const { keys, known, done } of this.#waiting.values()) {
      const now = this.#options.snapshot.knownBy(keys);
      if (now.some((row, at) => row !== known[at])) done();
    }
  }

  #isRoom(network: string, now: number): boolean {
    const second = Math.floor(now / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#inSecond = 0;
      this.#ofNetwork.clear();
    }
    const own = this.#ofNetwork.get(network) ?? 0;
    if (this.#inSecond >= perSecond || own >= perNetwork) return false;
    this.#inSecond += 1;
    this.#ofNetwork.set(network, own + 1);
    return true;
  }

  #forget(now: number): void {
    for (const [key, { at }] of this.#asked) {
      if (now - at < againMs) return;
      this.#asked.delete(key);
    }
  }
}
