/**
 * Rate limit of authentication: counts wrong passwords by (network, user name), by network for all
 * names together, and by name for all networks (spec/quality#g9, spec/gateway#failed-tries). The
 * same wrong password counts once. Bounded in size and shared among a gateway's workers.
 */
import { failuresMax, nameFailuresMax, networkFailuresMax } from "@turnpike/rules/admission.ts";
import { networkOfClient } from "../lib/client-network.ts";
import { FailureCounts } from "./failure-counts.ts";
import { Successes } from "./successes.ts";

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
  /** Identifies name and password (`Credentials.tag`). */
  tag: string;
}

/** Sent between workers: the tags of wrong passwords by pair, and successful logins. */
export interface FailedAttemptsUpdate {
  pairs: [pair: string, tags: string[]][];
  successes: [network: string, name: string][];
}

/** Whether an attempt is blocked, and whose turn its password needs before it is compared. */
export interface Standing {
  blocked: boolean;
  /** A key of `Turns`; null if the password may be compared at once. */
  turn: string | null;
}
const free: Standing = { blocked: false, turn: null };

export class FailedAttempts {
  #pairs = new FailureCounts(failuresMax);
  #networks = new FailureCounts(networkFailuresMax);
  #names = new FailureCounts(nameFailuresMax);
  #successes = new Successes();
  #pending: PendingUpdate | null = null;
  /** Called with this worker's updates, so that the gateway's other workers count them too. */
  onUpdate: ((update: FailedAttemptsUpdate) => void) | null = null;

  /**
   * How an attempt is treated. A password that was wrong before needs no turn: comparing it again
   * tells nothing. Where the name logged in recently, more passwords are compared despite a block.
   */
  standing(attempt: LoginAttempt): Standing {
    if (this.#pairs.isEmpty && this.#networks.isEmpty && this.#names.isEmpty) return free;
    const now = performance.now();
    const pair = pairOf(attempt);
    const network = networkOfPair(pair);
    const pairBlocked = this.#pairs.isBlocked(pair, now);
    const familiar = this.#successes.has(network, attempt.name, now);
    if (familiar && !pairBlocked) return free;
    const wide = familiar ? null : this.#wideTurn(pair, now);
    if (wide === null && !pairBlocked) return free;
    const compared =
      this.#pairs.has(pair, attempt.tag, now) ||
      (familiar && this.#successes.mayTry(network, attempt.name, now));
    return { blocked: true, turn: compared ? null : (wide ?? `pair ${pair}`) };
  }

  /** The turn of a name or a network that is blocked as a whole. */
  #wideTurn(pair: string, now: number): string | null {
    const name = nameOfPair(pair);
    if (this.#names.isBlocked(name, now)) return `name ${name}`;
    const network = networkOfPair(pair);
    return this.#networks.isBlocked(network, now) ? `network ${network}` : null;
  }

  /** Counts a wrong password, unless the same one was counted within the window. */
  recordFailure(attempt: LoginAttempt): void {
    const pair = pairOf(attempt);
    if (!this.#count(pair, attempt.tag, performance.now())) return;
    const update = this.#pendingNow();
    if (update === null) return;
    const tags = update.pairs.get(pair);
    if (tags !== undefined) tags.push(attempt.tag);
    else if (update.pairs.size < maxShared) update.pairs.set(pair, [attempt.tag]);
  }

  #count(pair: string, tag: string, now: number): boolean {
    if (!this.#pairs.count(pair, now, tag)) return false;
    const network = networkOfPair(pair);
    this.#networks.count(network, now);
    this.#names.count(nameOfPair(pair), now);
    this.#successes.countTry(network, pair.slice(pair.lastIndexOf(" ") + 1), now);
    return true;
  }

  recordSuccess({ address, name }: LoginAttempt): void {
    const network = networkOfClient(address);
    if (!this.#successes.add(network, name, performance.now())) return;
    const update = this.#pendingNow();
    if (update !== null && update.successes.length < maxShared)
      update.successes.push([network, name]);
  }

  /** Applies an update from another worker. */
  applyUpdate({ pairs, successes }: FailedAttemptsUpdate): void {
    const now = performance.now();
    for (const [pair, tags] of pairs) for (const tag of tags) this.#count(pair, tag, now);
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
      this.#pending = { pairs: new Map(), successes: [] };
      setTimeout(() => {
        const update = this.#pending;
        this.#pending = null;
        if (update === null) return;
        sendUpdate({ pairs: [...update.pairs], successes: update.successes });
      }, shareMs).unref();
    }
    return this.#pending;
  }
}

interface PendingUpdate {
  pairs: Map<string, string[]>;
  successes: [string, string][];
}

/** Network, listener and name: three words, none with a space. */
function pairOf({ address, name, listener = "" }: LoginAttempt): string {
  return `${networkOfClient(address)} ${listener} ${name.slice(0, 64).replaceAll(" ", "_")}`;
}

const networkOfPair = (pair: string) => pair.slice(0, pair.indexOf(" "));
const nameOfPair = (pair: string) => pair.slice(pair.indexOf(" ") + 1);
