/** A sub-account's leased bytes: taken before they are forwarded, booked when handed over. */
import type { Lease, LeaseRefusal } from "@turnpike/contract/data-plane.ts";
import { largestLeaseBytes, leaseMs, silentHubMs } from "@turnpike/rules/lease.ts";
import { RecentRate } from "./recent-rate.ts";
import type { MaybePromise } from "../lib/maybe-promise.ts";

/** The first lease, before there is a rate, and the least that is asked for. */
const minWantedBytes = 2 * 1024 * 1024;
/**
 * With less in hand than is carried in this time at the recent rate, more is asked for: a hub that is
 * away for 10 s is not noticed, even where the rate is seen half as fast as it is.
 */
const lowMs = 25_000;
/** So much time is asked for at once. */
const aheadMs = 50_000;
/** A refusal stands this long before the hub is asked again, so that a top-up works in 2 s. */
const refusalStandsMs = 800;
/** Nothing is taken from a lease so shortly before it expires. */
const expiryMarginMs = 1_000;
/** A lease that ends so soon, or after a third of its time, counts for nothing: another is asked for. */
const maxRenewalMs = 60_000;
/** Leases that nothing was taken from for so long go back … */
const idleMs = 10_000;
/** … and sooner where bytes are scarce, so that others have them. */
const scarceIdleMs = 2_500;
/** Leases that may lie ready behind the present one. */
const maxReserved = 8;
/** After no answer the hub is asked again this much later. */
const askAgainMs = 200;
/** With the hub away, what waits for bytes is cut after this. */
const hubAwayMs = 30_000;

/** One lease at work. */
export interface ActiveLease {
  id: string;
  bytes: number;
  left: number;
  /** Taken, and neither handed over nor given back yet. */
  inFlight: number;
  /** By the product's clock. */
  expiresAt: number;
  /** By this process's own, which nobody sets back: the earlier of both counts. */
  endsAt: number;
  /** With less time than this the next one is asked for. */
  renewalMs: number;
}

export type BudgetState = "ready" | LeaseRefusal | "hubAway";

/** What a budget needs from outside. */
export interface LeaseClient {
  /** The product's clock, milliseconds since 1970. */
  now: () => number;
  /**
   * Asks the hub, which is told what of earlier leases is still held; rejects when it is away. The
   * lease stands in the journal when this resolves.
   */
  ask: (
    subAccountId: string,
    sizes: { wantedBytes: number; heldBytes: number },
  ) => Promise<{ lease: Lease } | { refused: LeaseRefusal }>;
  /** Whether the link to the hub is up, and since when nothing was heard (`performance.now()`). */
  hub: () => { up: boolean; lastAnswerAt: number };
  /** Whether what is counted is written down: else nobody new is let in. */
  journals: () => boolean;
  /** Nothing more is taken from this lease; it returns when nothing of it is in flight. */
  retire: (lease: ActiveLease) => void;
  /** The hub refused bytes that somebody waits for: everything of the sub-account ends. */
  cut: (subAccountId: string, why: LeaseRefusal | "hubAway") => void;
}

/** What a holder's bytes are taken from. */
export interface ByteBudget {
  /** What the bytes of the last `take` came from. */
  readonly current: ActiveLease | null;
  /** Open connections that carry from this budget. */
  users: number;
  /** Takes up to `bytes` of one lease; 0 means: wait. Each taken byte is handed or given back. */
  take(bytes: number): number;
  /** Calls `then` once there are bytes again; never when the holder is cut. */
  wait(then: () => void): void;
  cancelWait(then: () => void): void;
  /** Whether a new connection would have bytes to carry: resolves within the link's time-out. */
  ready(): MaybePromise<BudgetState>;
}

/** A sub-account's: filled by leases, asked for ahead. */
export class LeasedBudget implements ByteBudget {
  current: ActiveLease | null = null;
  users = 0;
  #subAccountId: string;
  #client: LeaseClient;
  /** What follows the current lease, in the order of asking. */
  #reserve: ActiveLease[] = [];
  #asking: Promise<void> | null = null;
  #refused: { why: LeaseRefusal; until: number } | null = null;
  #waiting = new Set<() => void>();
  #waitingSince = 0;
  #lastTakenAt = 0;
  #askAgainAt = 0;
  /** The last lease was smaller than wanted: there is not enough left to lease more. */
  #scarce = false;
  /** Taken from leases before the current one. */
  #takenBefore = 0;
  #rate = new RecentRate(performance.now());
  #stopped = false;

  constructor(subAccountId: string, client: LeaseClient) {
    this.#subAccountId = subAccountId;
    this.#client = client;
  }

  take(bytes: number): number {
    let lease = this.current;
    if (lease === null || lease.left === 0) {
      lease = this.#nextLease();
      if (lease === null) return 0;
    }
    const taken = bytes < lease.left ? bytes : lease.left;
    lease.left -= taken;
    lease.inFlight += taken;
    this.#lastTakenAt = performance.now();
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
    if (!this.#client.journals()) return "hubAway";
    if (this.#hasBytes()) return "ready";
    return this.#freshRefusal() ?? this.#readyLater();
  }

  async #readyLater(): Promise<BudgetState> {
    this.#askMore();
    await this.#asking;
    if (this.#hasBytes()) return "ready";
    return this.#freshRefusal() ?? "hubAway";
  }

  /** Every 250 ms: leases that expired or lie idle go back, more is asked for in time. */
  tick(): void {
    const now = this.#client.now();
    const { up, lastAnswerAt } = this.#client.hub();
    const quietMs = performance.now() - this.#lastTakenAt;
    const idle = quietMs > (this.#scarce ? scarceIdleMs : idleMs) && this.#waiting.size === 0;
    // While the link is down nobody else could have them.
    const unused = idle && up;
    const silent = performance.now() - lastAnswerAt > silentHubMs - expiryMarginMs;
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

  /** Nobody uses it and it holds nothing: may be forgotten. */
  isIdle(): boolean {
    if (this.users > 0) return false;
    return !this.#hasLeases() && !this.#asking && this.#waiting.size === 0;
  }

  /** The hub is being asked: its answer may be a lease. */
  get asks(): boolean {
    return this.#asking !== null;
  }

  /** Gives everything back, also what an answer that is under way will bring. */
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

  /** Bytes a millisecond, lately. */
  #recentRate(): number {
    const { current } = this;
    const taken = this.#takenBefore + (current === null ? 0 : current.bytes - current.left);
    return this.#rate.read(taken, performance.now());
  }

  /** What is left of leases that last. */
  #heldBytes(now: number): number {
    let held = 0;
    for (const lease of this.#reserve) if (!endsSoon(lease, now)) held += lease.left;
    const { current } = this;
    return current === null || endsSoon(current, now) ? held : held + current.left;
  }

  /** Whether what is in hand does not last; where bytes are scarce half of a lease decides. */
  #isLow(now: number): boolean {
    const rate = this.#recentRate();
    const held = this.#heldBytes(now);
    if (held === 0) return this.#hasLeases();
    return !this.#scarce && this.#reserve.length < maxReserved && held < rate * lowMs;
  }

  #askMore(): void {
    if (this.#asking || this.#stopped || this.#freshRefusal()) return;
    if (performance.now() < this.#askAgainAt) return;
    this.#asking = this.#ask();
  }

  async #ask(): Promise<void> {
    const heldBytes = this.#heldBytes(this.#client.now());
    const wanted = this.#recentRate() * aheadMs - heldBytes;
    const most = Math.max(minWantedBytes, Math.min(wanted, largestLeaseBytes));
    const sizes = { wantedBytes: Math.round(most), heldBytes };
    const answer = await this.#client.ask(this.#subAccountId, sizes).catch(() => null);
    this.#asking = null;
    if (answer === null) this.#askAgainAt = performance.now() + askAgainMs;
    else if ("lease" in answer) this.#received(answer.lease, sizes.wantedBytes);
    else this.#refused = { why: answer.refused, until: performance.now() + refusalStandsMs };
    this.#judgeWaiting();
  }

  #received({ id, bytes, expiresAt }: Lease, wantedBytes: number): void {
    this.#refused = null;
    this.#scarce = bytes < wantedBytes;
    this.#lastTakenAt = performance.now();
    const now = this.#client.now();
    const lastsMs = Math.min(expiresAt - now, leaseMs);
    const endsAt = this.#lastTakenAt + lastsMs;
    const renewalMs = Math.min(maxRenewalMs, lastsMs / 3);
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

  /** A refusal that somebody waits on ends the sub-account's connections. */
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

function endsSoon(lease: ActiveLease, now: number): boolean {
  return Math.min(lease.expiresAt - now, lease.endsAt - performance.now()) < lease.renewalMs;
}

function expired(lease: ActiveLease, now: number): boolean {
  if (performance.now() >= lease.endsAt - expiryMarginMs) return true;
  return now >= lease.expiresAt - expiryMarginMs;
}
