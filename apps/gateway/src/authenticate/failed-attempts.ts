/**
 * Failed tries at a door: by (network, user name), and by network whatever the names
 * (spec/quality#g9). Bounded in number, and shared among the workers of a gateway.
 */
import {
  blockMs,
  countFailure,
  failuresMax,
  isBlocked,
  networkFailuresMax,
  type Tries,
  triesForgotten,
} from "@turnpike/rules/admission.ts";
import { networkOfClient } from "../lib/client-network.ts";

const mostKeys = 50_000;
/** Maps are slow to take their first keys from one by one: they are taken by many. */
const forgetEvery = 1_024;
const mostSuccesses = 100_000;
const fewerSuccesses = 90_000;
const mostNamesOfNetwork = 256;
/** A name that came in from a network is let try there, whatever others do, for so long. */
const successMs = 24 * 3_600_000;
/** It is remembered anew, and other workers are told again, so often at most. */
const refreshMs = 600_000;
/** What happens within so long is told together … */
const shareMs = 20;
/** … up to so many of a kind: more are not told. */
const mostShared = 1_000;

/** Who tries: a canonical address, and a name in lower case or what could be read of it. */
export interface Trier {
  address: string;
  name: string;
  /**
   * The static IP's or port's entrance that it came in at. Many of them share one name, and tries at
   * one say nothing of the others.
   */
  door?: string | undefined;
}

/** What one worker tells the others: failures by pair and by network, and names that came in. */
export interface TriesNews {
  pairs: [string, number][];
  networks: [string, number][];
  successes: [network: string, name: string][];
}

export class TriesTable {
  #pairs = new FailureTable(failuresMax);
  #networks = new FailureTable(networkFailuresMax);
  #successes = new Successes();
  #news: News | null = null;
  /** Told of what happened here, so that the other workers of this gateway count it too. */
  onNews: ((news: TriesNews) => void) | null = null;

  /** Whether nothing of a try is to be looked at. */
  isBlocked(trier: Trier): boolean {
    if (this.#pairs.none && this.#networks.none) return false;
    const now = performance.now();
    if (this.#pairs.isBlocked(pairOf(trier), now)) return true;
    const network = networkOfClient(trier.address);
    if (!this.#networks.isBlocked(network, now)) return false;
    return !this.#successes.has(network, trier.name, now);
  }

  failed(trier: Trier): void {
    const now = performance.now();
    const pair = pairOf(trier);
    const network = networkOfClient(trier.address);
    this.#pairs.count(pair, now, 1);
    this.#networks.count(network, now, 1);
    const news = this.#newsNow();
    if (news === null) return;
    addTo(news.pairs, pair);
    addTo(news.networks, network);
  }

  succeeded({ address, name }: Trier): void {
    const network = networkOfClient(address);
    if (!this.#successes.add(network, name, performance.now())) return;
    const news = this.#newsNow();
    if (news !== null && news.successes.length < mostShared) news.successes.push([network, name]);
  }

  /** What happened at another worker. */
  take({ pairs, networks, successes }: TriesNews): void {
    const now = performance.now();
    for (const [pair, failures] of pairs) this.#pairs.count(pair, now, failures);
    for (const [network, failures] of networks) this.#networks.count(network, now, failures);
    for (const [network, name] of successes) this.#successes.add(network, name, now);
  }

  /** How many networks are blocked now. */
  get blockedNetworks(): number {
    return this.#networks.blocked(performance.now());
  }

  #newsNow(): News | null {
    const tell = this.onNews;
    if (tell === null) return null;
    if (this.#news === null) {
      this.#news = { pairs: new Map(), networks: new Map(), successes: [] };
      setTimeout(() => {
        const news = this.#news;
        this.#news = null;
        if (news === null) return;
        tell({ pairs: [...news.pairs], networks: [...news.networks], successes: news.successes });
      }, shareMs).unref();
    }
    return this.#news;
  }
}

interface News {
  pairs: Map<string, number>;
  networks: Map<string, number>;
  successes: [string, string][];
}

function addTo(counts: Map<string, number>, key: string): void {
  const count = counts.get(key);
  if (count !== undefined || counts.size < mostShared) counts.set(key, (count ?? 0) + 1);
}

function pairOf({ address, name, door = "" }: Trier): string {
  return `${networkOfClient(address)} ${door} ${name.slice(0, 64)}`;
}

/**
 * Failures by key. Keys that are blocked are kept apart: others, which cost one failure each, never
 * make room at their expense.
 */
class FailureTable {
  #max: number;
  #counted = 0;
  #counting = new Map<string, Tries>();
  #blocked = new Map<string, Tries>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Nothing is blocked. */
  get none(): boolean {
    return this.#blocked.size === 0;
  }

  isBlocked(key: string, now: number): boolean {
    return isBlocked(this.#blocked.get(key) ?? null, now, this.#max);
  }

  count(key: string, now: number, failures: number): void {
    const before = this.#blocked.get(key) ?? this.#counting.get(key) ?? null;
    const tries = countFailure(before, now, { max: this.#max, failures });
    const table = tries.failures >= this.#max ? this.#blocked : this.#counting;
    // The oldest stands first: Map keeps the order in which keys were set.
    this.#counting.delete(key);
    this.#blocked.delete(key);
    table.set(key, tries);
    this.#counted += 1;
    if (this.#counted % forgetEvery !== 0) return;
    this.#forget(this.#counting, now);
    this.#forget(this.#blocked, now);
  }

  blocked(now: number): number {
    for (const [key, tries] of this.#blocked) {
      if (now - tries.lastAt >= blockMs) this.#blocked.delete(key);
    }
    return this.#blocked.size;
  }

  #forget(table: Map<string, Tries>, now: number): void {
    for (const [key, tries] of table) {
      const old = triesForgotten(tries, now, this.#max) || now - tries.lastAt > blockMs;
      if (!old && table.size <= mostKeys) return;
      table.delete(key);
    }
  }
}

/** Names that came in with the right password, by network; the latest of them. */
class Successes {
  #byNetwork = new Map<string, Map<string, number>>();
  #size = 0;

  has(network: string, name: string, now: number): boolean {
    const at = this.#byNetwork.get(network)?.get(name);
    return at !== undefined && now - at < successMs;
  }

  /** Answers whether that is new, or was long ago. */
  add(network: string, name: string, now: number): boolean {
    let names = this.#byNetwork.get(network);
    const at = names?.get(name);
    if (at !== undefined && now - at < refreshMs) return false;
    names ??= new Map();
    this.#byNetwork.delete(network);
    this.#byNetwork.set(network, names);
    this.#size += Number(!names.delete(name));
    names.set(name, now);
    const [oldest] = names.keys();
    if (names.size > mostNamesOfNetwork && oldest !== undefined) {
      names.delete(oldest);
      this.#size -= 1;
    }
    if (this.#size > mostSuccesses) this.#forget();
    return true;
  }

  #forget(): void {
    for (const [network, names] of this.#byNetwork) {
      if (this.#size <= fewerSuccesses) return;
      this.#byNetwork.delete(network);
      this.#size -= names.size;
    }
  }
}
