/** A sub-account's byte quota: leased bytes, taken before tunnels forward them, then recorded. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Lease, LeaseRefusal } from "@turnpike/contract/lease.ts";
import {
  boundedLeaseSeconds,
  largestLeaseBytes,
  leaseMs,
  leaseSeconds,
} from "@turnpike/rules/lease.ts";
import { linkWaitMs } from "@turnpike/rules/node.ts";
import {
  type ActiveLease,
  endsSoon,
  expired,
  expiryMarginMs,
  idleMsOf,
  lowMsOf,
  renewalMsOf,
} from "./lease-time.ts";
import { RecentRate } from "./recent-rate.ts";
import type { MaybePromise } from "../lib/maybe-promise.ts";
import { settledWithin } from "../lib/settled-within.ts";

/** The size of the first lease, while the rate is unknown, and the minimum of later requests. */
const minWantedBytes = 2 * 1024 * 1024;
/** A lease is requested for this share of its duration at the recent rate. */
const aheadShare = 50 / 60;
/** How long a refusal is cached before the hub is asked again, so that top-ups work within 2 s. */
const refusalKeptMs = 800;
/** The most leases held in reserve after the current one. */
const maxReserved = 8;
/** Retry interval after a request without an answer. */
const askAgainMs = 200;
/** While the hub is unavailable, connections that wait for bytes are cut after this time. */
const hubAwayMs = 30_000;

export type BudgetState = "ready" | LeaseRefusal | "hubAway";

/** The link to the hub; times are `performance.now()`. */
export interface HubState {
  up: boolean;
  /** When it last connected. */
  upSince: number;
  lastAnswerAt: number;
}

/** What a budget needs from the link to the hub. */
export interface LeaseClient {
  /** The product's clock, milliseconds since 1970. */
  now: () => number;
  /**
   * Requests a lease; rejects if the hub is unavailable. `heldBytes` are left of earlier leases.
   * The lease is in the journal when this resolves.
   */
  ask: (
    subAccountId: string,
    sizes: { wantedBytes: number; heldBytes: number },
  ) => Promise<{ lease: Lease } | { refused: LeaseRefusal }>;
  hub: () => HubState;
  /** Whether the journal can be written; if not, no new connection is admitted. */
  isJournalWritable: () => boolean;
  /** Ends a lease: it is returned to the hub once none of its bytes are in flight. */
  retire: (lease: ActiveLease) => void;
  /** The hub refused bytes that a connection waits for: cuts all the sub-account's connections. */
  cut: (subAccountId: string, why: LeaseRefusal | "hubAway") => void;
}

/** The source of a holder's bytes, leased or unmetered. */
export interface ByteBudget {
  /** The lease that the last `take` used. */
  readonly current: ActiveLease | null;
  /** The number of open connections that use this budget. */
  users: number;
  /** Takes up to `bytes` of one lease; 0 means `wait`. Each byte must be moved or given back. */
  take(bytes: number): number;
  /** Calls `then` once bytes are available; never if the holder is cut. */
  wait(then: () => void): void;
  cancelWait(then: () => void): void;
  /** Whether a new connection would get bytes; resolves within the link's timeout. */
  ready(): MaybePromise<BudgetState>;
}

/** A sub-account's budget, filled by leases that are requested in advance. */
export class LeasedBudget implements ByteBudget {
  current: ActiveLease | null = null;
  users = 0;
  #subAccountId: string;
  #client: LeaseClient;
  /** Leases after the current one, oldest first. */
  #reserve: ActiveLease[] = [];
  #asking: Promise<void> | null = null;
  #refused: { why: LeaseRefusal; until: number } | null = null;
  #waiting = new Set<() => void>();
  #waitingSince = 0;
  #lastTakenAt = 0;
  /** Whether bytes were taken since the last tick. */
  #wasTaken = false;
  #askAgainAt = 0;
  /** How long it may continue without a hub, according to the last lease. */
  #aloneMs = leaseSeconds * 1_000;
  /** The last lease was smaller than requested, so there is not enough left for larger ones. */
  #scarce = false;
  /** Bytes taken from leases before the current one. */
  #takenBefore = 0;
  #rate = new RecentRate(performance.now());
  #stopped = false;

  constructor(subAccountId: string, client: LeaseClient) {
    this.#subAccountId = subAccountId;
    this.#client = client;
  }

  take(bytes: number): number {
    const lease = this.current?.left ? this.current : this.#nextLease();
    if (lease === null) return 0;
    const taken = bytes < lease.left ? bytes : lease.left;
    lease.left -= taken;
    lease.inFlight += taken;
    this.#wasTaken = true;
    if (lease.left * 2 < lease.bytes && this.#reserve.length === 0) this.#askMore();
    return taken;
  }

  wait(then: () => void): void {
    if (this.#waiting.size === 0) this.#waitingSince = performance.now();
    this.#waiting.add(then);
    this.#askMore();
    this.#judgeWaiting();
  }

  cancelWait(then: () => void): void {
    this.#waiting.delete(then);
  }

  ready(): MaybePromise<BudgetState> {
    if (!this.#client.isJournalWritable()) return "hubAway";
    if (this.#hasBytes()) return "ready";
    return this.#freshRefusal() ?? this.#readyLater();
  }

  /** Retries until `linkWaitMs` is over, as the hub's database may be briefly unavailable. */
  async #readyLater(): Promise<BudgetState> {
    const until = performance.now() + linkWaitMs;
    for (;;) {
      this.#askMore();
      const leftMs = until - performance.now();
      if (this.#asking) await settledWithin(this.#asking, leftMs);
      if (this.#hasBytes()) return "ready";
      const refusal = this.#freshRefusal();
      if (refusal !== null) return refusal;
      if (this.#stopped || until - performance.now() <= askAgainMs) return "hubAway";
      await sleep(askAgainMs);
    }
  }

  /** Called every 250 ms: returns expired and idle leases and requests more in time. */
  tick(): void {
    const now = this.#client.now();
    const { up, upSince, lastAnswerAt } = this.#client.hub();
    const idleMs = idleMsOf(this.#scarce, this.#aloneMs);
    if (this.#wasTaken) this.#lastTakenAt = performance.now();
    this.#wasTaken = false;
    const idle = performance.now() - this.#lastTakenAt > idleMs && this.#waiting.size === 0;
    // While the link is down leases stay: others could not get the bytes, but clients may return.
    const unused = idle && up && performance.now() - upSince > idleMs;
    const silent = performance.now() - lastAnswerAt > this.#aloneMs - expiryMarginMs;
    if (this.current && (unused || silent || expired(this.current, now))) this.#retireCurrent();
    if (this.#reserve.length > 0) {
      const goes = (lease: ActiveLease) => unused || silent || expired(lease, now);
      for (const lease of this.#reserve) if (goes(lease)) this.#client.retire(lease);
      this.#reserve = this.#reserve.filter((lease) => !goes(lease));
    }
    if (!idle && !silent && this.#isLow(now)) this.#askMore();
    if (this.#waiting.size === 0) return;
    if (performance.now() - this.#waitingSince > hubAwayMs) this.#cut("hubAway");
    else this.#askMore();
  }

  /** Whether it can be removed: nothing uses it and it has no lease. */
  isIdle(): boolean {
    if (this.users > 0) return false;
    return !this.#hasLeases() && !this.#asking && this.#waiting.size === 0;
  }

  /** Whether a request is pending that may return a lease. */
  get asks(): boolean {
    return this.#asking !== null;
  }

  /** Returns all leases, including one that is being requested. */
  stop(): void {
    this.#stopped = true;
    this.#waiting.clear();
    if (this.current) this.#retireCurrent();
    for (const lease of this.#reserve.splice(0)) this.#client.retire(lease);
  }

  #hasLeases(): boolean {
    return this.current !== null || this.#reserve.length > 0;
  }

  #hasBytes(): boolean {
    return (this.current?.left ?? 0) > 0 || this.#reserve.length > 0;
  }

  #freshRefusal(): LeaseRefusal | null {
    return this.#refused && performance.now() < this.#refused.until ? this.#refused.why : null;
  }

  #nextLease(): ActiveLease | null {
    if (this.current) this.#retireCurrent();
    this.current = this.#reserve.shift() ?? null;
    return this.current;
  }

  #retireCurrent(): void {
    const lease = this.current;
    this.current = null;
    if (lease === null) return;
    this.#takenBefore += lease.bytes - lease.left;
    this.#client.retire(lease);
  }

  /** The recent rate, bytes per millisecond. */
  #recentRate(): number {
    const { current } = this;
    const taken = this.#takenBefore + (current === null ? 0 : current.bytes - current.left);
    return this.#rate.read(taken, performance.now());
  }

  /** Bytes left in leases that do not expire soon. */
  #heldBytes(now: number): number {
    let held = 0;
    for (const lease of this.#reserve) if (!endsSoon(lease, now)) held += lease.left;
    const { current } = this;
    return current === null || endsSoon(current, now) ? held : held + current.left;
  }

  /** Whether bytes are running low. If they are scarce, `take` asks at half of a lease instead. */
  #isLow(now: number): boolean {
    const rate = this.#recentRate();
    const held = this.#heldBytes(now);
    if (held === 0) return this.#hasLeases();
    return (
      !this.#scarce && this.#reserve.length < maxReserved && held < rate * lowMsOf(this.#aloneMs)
    );
  }

  #askMore(): void {
    if (this.#asking || this.#stopped || this.#freshRefusal()) return;
    if (performance.now() < this.#askAgainAt) return;
    this.#asking = this.#ask();
  }

  async #ask(): Promise<void> {
    const heldBytes = this.#heldBytes(this.#client.now());
    const wanted = this.#recentRate() * this.#aloneMs * aheadShare - heldBytes;
    const most = Math.max(minWantedBytes, Math.min(wanted, largestLeaseBytes));
    const sizes = { wantedBytes: Math.round(most), heldBytes };
    const answer = await this.#client.ask(this.#subAccountId, sizes).catch(() => null);
    this.#asking = null;
    if (answer === null) this.#askAgainAt = performance.now() + askAgainMs;
    else if ("lease" in answer) this.#received(answer.lease, sizes.wantedBytes);
    else this.#refused = { why: answer.refused, until: performance.now() + refusalKeptMs };
    this.#judgeWaiting();
  }

  #received({ id, bytes, expiresAt, aloneSeconds }: Lease, wantedBytes: number): void {
    this.#refused = null;
    const alone = boundedLeaseSeconds(aloneSeconds);
    this.#aloneMs = alone * 1_000;
    this.#scarce = bytes < wantedBytes;
    this.#lastTakenAt = performance.now();
    const now = this.#client.now();
    const lastsMs = Math.min(expiresAt - now, leaseMs(alone));
    const endsAt = this.#lastTakenAt + lastsMs;
    const renewalMs = renewalMsOf(lastsMs, this.#aloneMs);
    const lease = { id, bytes, left: bytes, inFlight: 0, expiresAt, endsAt, renewalMs };
    if (this.#stopped || expired(lease, now) || bytes <= 0) this.#client.retire(lease);
    else {
      this.#reserve.push(lease);
      if (this.current === null || this.current.left === 0) this.#nextLease();
    }
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const then of waiting) then();
  }

  /** Cuts the sub-account's connections if one waits for bytes that were refused. */
  #judgeWaiting(): void {
    if (this.#waiting.size === 0 || this.#hasBytes()) return;
    const refused = this.#freshRefusal();
    if (refused) this.#cut(refused);
  }

  #cut(why: LeaseRefusal | "hubAway"): void {
    this.#waiting.clear();
    this.#client.cut(this.#subAccountId, why);
  }
}
