/**
 * Rate limit of authentication: counts failed logins by (network, user name), and by network for
 * all names together (spec/quality#g9). Bounded in size and shared among a gateway's workers.
 */
import {
  blockMs,
  countFailure,
  failuresMax,
  isBlocked,
  networkFailuresMax,
  type FailedTries,
  triesExpired,
} from "@turnpike/rules/admission.ts";
import { networkOfClient } from "../lib/client-network.ts";

const maxKeys = 50_000;
/** Deleting the first keys of a Map one at a time is slow, so many are deleted at once. */
const forgetEvery = 1_024;
const maxSuccesses = 100_000;
const fewerSuccesses = 90_000;
const maxNamesOfNetwork = 256;
/** A name that logged in from a network is exempt from that network's block for this long. */
const successMs = 24 * 3_600_000;
/** A success is refreshed, and sent to the other workers again, at most this often. */
const refreshMs = 600_000;
/** Updates within this time are batched into one message to the other workers. */
const shareMs = 20;
/** The most entries of each kind per message; further ones are dropped. */
const maxShared = 1_000;

/** A login attempt: a canonical address, and the name (in lower case) or as much as was parsed. */
export interface LoginAttempt {
  address: string;
  name: string;
  /**
   * The static IP's exit or the port that the attempt was made at. Many listeners can share one
   * name, and a failure at one says nothing about the others.
   */
  listener?: string | undefined;
}

/** Sent between workers: failures by pair and by network, and successful logins. */
export interface FailedAttemptsUpdate {
  pairs: [string, number][];
  networks: [string, number][];
  successes: [network: string, name: string][];
}

export class FailedAttempts {
  #pairs = new FailureCounts(failuresMax);
  #networks = new FailureCounts(networkFailuresMax);
  #successes = new Successes();
  #pending: PendingUpdate | null = null;
  /** Called with this worker's updates, so that the gateway's other workers count them too. */
  onUpdate: ((update: FailedAttemptsUpdate) => void) | null = null;

  /** Whether an attempt is refused without checking its password. */
  isBlocked(attempt: LoginAttempt): boolean {
    if (this.#pairs.isEmpty && this.#networks.isEmpty) return false;
    const now = performance.now();
    if (this.#pairs.isBlocked(pairOf(attempt), now)) return true;
    const network = networkOfClient(attempt.address);
    if (!this.#networks.isBlocked(network, now)) return false;
    return !this.#successes.has(network, attempt.name, now);
  }

  recordFailure(attempt: LoginAttempt): void {
    const now = performance.now();
    const pair = pairOf(attempt);
    const network = networkOfClient(attempt.address);
    this.#pairs.count(pair, now, 1);
    this.#networks.count(network, now, 1);
    const update = this.#pendingNow();
    if (update === null) return;
    addTo(update.pairs, pair);
    addTo(update.networks, network);
  }

  recordSuccess({ address, name }: LoginAttempt): void {
    const network = networkOfClient(address);
    if (!this.#successes.add(network, name, performance.now())) return;
    const update = this.#pendingNow();
    if (update !== null && update.successes.length < maxShared)
      update.successes.push([network, name]);
  }

  /** Applies an update from another worker. */
  applyUpdate({ pairs, networks, successes }: FailedAttemptsUpdate): void {
    const now = performance.now();
    for (const [pair, failures] of pairs) this.#pairs.count(pair, now, failures);
    for (const [network, failures] of networks) this.#networks.count(network, now, failures);
    for (const [network, name] of successes) this.#successes.add(network, name, now);
  }

  /** The number of blocked networks. */
  get blockedNetworks(): number {
    return this.#networks.blocked(performance.now());
  }

  #pendingNow(): PendingUpdate | null {
    const sendUpdate = this.onUpdate;
    if (sendUpdate === null) return null;
    if (this.#pending === null) {
      this.#pending = { pairs: new Map(), networks: new Map(), successes: [] };
      setTimeout(() => {
        const update = this.#pending;
        this.#pending = null;
        if (update === null) return;
        sendUpdate({
          pairs: [...update.pairs],
          networks: [...update.networks],
          successes: update.successes,
        });
      }, shareMs).unref();
    }
    return this.#pending;
  }
}

interface PendingUpdate {
  pairs: Map<string, number>;
  networks: Map<string, number>;
  successes: [string, string][];
}

function addTo(counts: Map<string, number>, key: string): void {
  const count = counts.get(key);
  if (count !== undefined || counts.size < maxShared) counts.set(key, (count ?? 0) + 1);
}

function pairOf({ address, name, listener = "" }: LoginAttempt): string {
  return `${networkOfClient(address)} ${listener} ${name.slice(0, 64)}`;
}

/**
 * Failures by key. Blocked keys have their own map, so that keys with a single failure cannot evict
 * them.
 */
class FailureCounts {
  #max: number;
  #counted = 0;
  #counting = new Map<string, FailedTries>();
  #blocked = new Map<string, FailedTries>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Whether nothing is blocked. */
  get isEmpty(): boolean {
    return this.#blocked.size === 0;
  }

  isBlocked(key: string, now: number): boolean {
    return isBlocked(this.#blocked.get(key) ?? null, now, this.#max);
  }

  count(key: string, now: number, failures: number): void {
    const before = this.#blocked.get(key) ?? this.#counting.get(key) ?? null;
    const tries = countFailure(before, now, { max: this.#max, failures });
    const table = tries.failures >= this.#max ? this.#blocked : this.#counting;
    // Keeps the oldest key first: a Map iterates in the order in which keys were set.
    this.#counting.delete(key);
    this.#blocked.delete(key);
    table.set(key, tries);
    this.#counted += 1;
    if (this.#counted % forgetEvery !== 0) return;
    this.#expire(this.#counting, now);
    this.#expire(this.#blocked, now);
  }

  blocked(now: number): number {
    for (const [key, tries] of this.#blocked) {
      if (now - tries.lastAt >= blockMs) this.#blocked.delete(key);
    }
    return this.#blocked.size;
  }

  #expire(table: Map<string, FailedTries>, now: number): void {
    for (const [key, tries] of table) {
      const old = triesExpired(tries, now, this.#max) || now - tries.lastAt > blockMs;
      if (!old && table.size <= maxKeys) return;
      table.delete(key);
    }
  }
}

/** Names that logged in recently, by network. */
class Successes {
  #byNetwork = new Map<string, Map<string, number>>();
  #size = 0;

  has(network: string, name: string, now: number): boolean {
    const at = this.#byNetwork.get(network)?.get(name);
    return at !== undefined && now - at < successMs;
  }

  /** Returns whether the success is new or was last recorded longer than `refreshMs` ago. */
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
    if (names.size > maxNamesOfNetwork && oldest !== undefined) {
      names.delete(oldest);
      this.#size -= 1;
    }
    if (this.#size > maxSuccesses) this.#forget();
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
