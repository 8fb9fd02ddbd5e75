/**
 * Asks the hub before a client is refused (spec/gateway#asking-before-a-refusal): what was changed at
 * some API a moment ago may not have come here yet.
 *
 *     no match ─▶ hub: resolve ─▶ the database's rows ─▶ snapshot ─▶ judged once more
 *
 * Strangers must not make load of it: once per name in 2 s, 20 a second, 5 of one network.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { LookupKeys } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { networkOfClient } from "../lib/client-network.ts";
import type { Snapshot } from "../link/snapshot.ts";

const againMs = 2_000;
const timeoutMs = 1_000;
const perSecond = 20;
const perNetwork = 5;

export interface LookupsOptions {
  link: Pick<GatewayLink, "ask">;
  snapshot: Snapshot;
  /** Called after something new came: open connections are judged again. */
  changed: () => void;
}

export class Lookups {
  #options: LookupsOptions;
  /** When each key was asked for, the oldest first; null once it was answered. */
  #asked = new Map<string, { at: number; answer: Promise<void> | null }>();
  #second = 0;
  #inSecond = 0;
  #ofNetwork = new Map<string, number>();

  constructor(options: LookupsOptions) {
    this.#options = options;
  }

  /**
   * Asks for a client's keys. Null where the hub was asked a moment ago, or too much is asked; else
   * resolves when the answer is in the snapshot, or the hub did not answer within a second.
   */
  ask(address: string, keys: LookupKeys): Promise<void> | null {
    const now = performance.now();
    this.#forget(now);
    const key = JSON.stringify(keys);
    const known = this.#asked.get(key);
    if (known !== undefined) return known.answer;
    if (!this.#isRoom(networkOfClient(address), now)) return null;
    const entry: { at: number; answer: Promise<void> | null } = { at: now, answer: null };
    entry.answer = this.#ask(keys).finally(() => {
      entry.answer = null;
    });
    this.#asked.set(key, entry);
    return entry.answer;
  }

  async #ask(keys: LookupKeys): Promise<void> {
    const { link, snapshot, changed } = this.#options;
    // A lost link is waited for, but no longer than an answer.
    const late = new AbortController();
    const answer = await Promise.race([
      link.ask("resolve", keys, timeoutMs).catch(() => null),
      sleep(timeoutMs, null, { signal: late.signal }).catch(() => null),
    ]);
    late.abort();
    const puts = answer?.facts.filter((fact) => !snapshot.knows(fact)) ?? [];
    if (puts.length === 0) return;
    snapshot.applyChange({ kind: "change", seq: 0, puts, drops: [] });
    changed();
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
