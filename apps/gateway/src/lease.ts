/** A sub-account's leased bytes: taken before they are forwarded, booked when handed over. */
import type { Lease, LeaseRefusal } from "@turnpike/contract/data-plane.ts";
import { largestLeaseBytes, leaseMs } from "@turnpike/rules/lease.ts";
import type { Soon } from "./soon.ts";

/** The first lease, and the least that is asked for. */
const smallestWantedBytes = 1024 * 1024;
/** A lease is sized to carry so much time of traffic: a hub that is away for 10 s is not noticed. */
const aheadMs = 20_000;
/** One lease is at most so many times the one before: a burst says little about the next second. */
const growth = 4;
/** A refusal stands this long before the hub is asked again, so that a top-up works in 2 s. */
const refusalStandsMs = 800;
/** Nothing is taken from a lease so shortly before it expires. */
const expiryMarginMs = 1_000;
/** A lease is renewed so long before it expires. */
const renewalMs = 10_000;
/** A lease that nothing was taken from for so long goes back. */
const idleMs = 2_500;
/** After no answer the hub is asked again this much later. */
const askAgainMs = 200;
/** With the hub away, what waits for bytes is cut after this. */
const hubAwayMs = 30_000;

/** One lease at work. */
export interface Hold {
  id: string;
  bytes: number;
  left: number;
  /** Taken, and neither handed over nor given back yet. */
  inFlight: number;
  /** By the product's clock. */
  expiresAt: number;
  /** By this process's own, which nobody sets back: the earlier of both counts. */
  endsAt: number;
  firstTakenAt: number;
}

export type Funds = "ready" | LeaseRefusal | "hubAway";

/** What a purse needs from outside. */
export interface Bank {
  /** The product's clock, milliseconds since 1970. */
  now: () => number;
  /** Asks the hub; rejects when it is away. The lease stands in the journal when this resolves. */
  ask: (
    subAccountId: string,
    wantedBytes: number,
  ) => Promise<{ lease: Lease } | { refused: LeaseRefusal }>;
  /** Nothing more is taken from this lease; it returns when nothing of it is in flight. */
  retire: (hold: Hold) => void;
  /** The hub refused bytes that somebody waits for: everything of the sub-account ends. */
  cut: (subAccountId: string, why: LeaseRefusal | "hubAway") => void;
}

/** What a holder's bytes are taken from. */
export interface Purse {
  /** What the bytes of the last `take` came from. */
  readonly current: Hold | null;
  /** Open connections that carry from this purse. */
  users: number;
  /** Takes up to `bytes` of one hold; 0 means: wait. Each taken byte is handed or given back. */
  take(bytes: number): number;
  /** Calls `then` once there are bytes again; never when the holder is cut. */
  wait(then: () => void): void;
  forget(then: () => void): void;
  /** Whether a new connection would have bytes to carry: resolves within the link's time-out. */
  ready(): Soon<Funds>;
}

/** A sub-account's: filled by leases, asked for ahead. */
export class LeasedPurse implements Purse {
  current: Hold | null = null;
  users = 0;
  #subAccountId: string;
  #bank: Bank;
  #next: Hold | null = null;
  #asking: Promise<void> | null = null;
  #refused: { why: LeaseRefusal; until: number } | null = null;
  #waiting = new Set<() => void>();
  #waitingSince = 0;
  #lastTakenAt = 0;
  #lastAskedBytes = 0;
  #askAgainAt = 0;

  constructor(subAccountId: string, bank: Bank) {
    this.#subAccountId = subAccountId;
    this.#bank = bank;
  }

  take(bytes: number): number {
    let hold = this.current;
    if (hold === null || hold.left === 0) {
      hold = this.#turnOver();
      if (hold === null) return 0;
    }
    const taken = bytes < hold.left ? bytes : hold.left;
    hold.left -= taken;
    hold.inFlight += taken;
    this.#lastTakenAt = performance.now();
    if (hold.firstTakenAt === 0) hold.firstTakenAt = this.#lastTakenAt;
    if (this.#next === null && hold.left * 2 < hold.bytes) this.#askMore();
    return taken;
  }

  wait(then: () => void): void {
    if (this.#waiting.size === 0) this.#waitingSince = performance.now();
    this.#waiting.add(then);
    this.#askMore();
    this.#judgeWaiting();
  }

  forget(then: () => void): void {
    this.#waiting.delete(then);
  }

  ready(): Soon<Funds> {
    if (this.#hasBytes()) return "ready";
    return this.#freshRefusal() ?? this.#readyLater();
  }

  async #readyLater(): Promise<Funds> {
    this.#askMore();
    await this.#asking;
    if (this.#hasBytes()) return "ready";
    return this.#freshRefusal() ?? "hubAway";
  }

  /** Every 250 ms: leases that expired or lie idle go back, what waits is asked for again. */
  tick(): void {
    const now = this.#bank.now();
    const idle = performance.now() - this.#lastTakenAt > idleMs && this.#waiting.size === 0;
    if (this.current && (idle || expired(this.current, now))) this.#retireCurrent();
    if (this.#next && (idle || expired(this.#next, now))) {
      this.#bank.retire(this.#next);
      this.#next = null;
    }
    if (idle) this.#lastAskedBytes = 0;
    else if (this.current && !this.#next && endsSoon(this.current, now)) this.#askMore();
    if (this.#waiting.size === 0) return;
    if (performance.now() - this.#waitingSince > hubAwayMs) this.#cut("hubAway");
    else this.#askMore();
  }

  /** Nobody uses it and it holds nothing: may be forgotten. */
  isIdle(): boolean {
    if (this.users > 0) return false;
    return !this.current && !this.#next && !this.#asking && this.#waiting.size === 0;
  }

  /** Gives everything back. */
  stop(): void {
    this.#waiting.clear();
    if (this.current) this.#retireCurrent();
    if (this.#next) this.#bank.retire(this.#next);
    this.#next = null;
  }

  #hasBytes(): boolean {
    return (this.current?.left ?? 0) > 0 || this.#next !== null;
  }

  #freshRefusal(): LeaseRefusal | null {
    return this.#refused && performance.now() < this.#refused.until ? this.#refused.why : null;
  }

  #turnOver(): Hold | null {
    if (this.current) this.#retireCurrent();
    this.current = this.#next;
    this.#next = null;
    return this.current;
  }

  #retireCurrent(): void {
    if (this.current) this.#bank.retire(this.current);
    this.current = null;
  }

  #askMore(): void {
    if (this.#asking || this.#next || this.#freshRefusal()) return;
    if (performance.now() < this.#askAgainAt) return;
    this.#asking = this.#ask(this.#wantedBytes());
  }

  async #ask(wantedBytes: number): Promise<void> {
    this.#lastAskedBytes = wantedBytes;
    const answer = await this.#bank.ask(this.#subAccountId, wantedBytes).catch(() => null);
    this.#asking = null;
    if (answer === null) this.#askAgainAt = performance.now() + askAgainMs;
    else if ("lease" in answer) this.#received(answer.lease);
    else this.#refused = { why: answer.refused, until: performance.now() + refusalStandsMs };
    this.#judgeWaiting();
  }

  #received({ id, bytes, expiresAt }: Lease): void {
    this.#refused = null;
    this.#lastTakenAt = performance.now();
    const endsAt = this.#lastTakenAt + Math.min(expiresAt - this.#bank.now(), leaseMs);
    const hold = { id, bytes, left: bytes, inFlight: 0, expiresAt, endsAt, firstTakenAt: 0 };
    if (expired(hold, this.#bank.now()) || bytes <= 0) this.#bank.retire(hold);
    else if (this.current && this.current.left > 0) this.#next = hold;
    else {
      this.#next = hold;
      this.#turnOver();
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
    this.#bank.cut(this.#subAccountId, why);
  }

  #wantedBytes(): number {
    const hold = this.current;
    if (!hold || hold.firstTakenAt === 0 || this.#lastAskedBytes === 0) return smallestWantedBytes;
    const elapsedMs = Math.max(performance.now() - hold.firstTakenAt, 1);
    const atThisRate = ((hold.bytes - hold.left) / elapsedMs) * aheadMs;
    const most = Math.min(this.#lastAskedBytes * growth, largestLeaseBytes);
    return Math.round(Math.max(smallestWantedBytes, Math.min(atThisRate, most)));
  }
}

function endsSoon(hold: Hold, now: number): boolean {
  return Math.min(hold.expiresAt - now, hold.endsAt - performance.now()) < renewalMs;
}

function expired(hold: Hold, now: number): boolean {
  if (performance.now() >= hold.endsAt - expiryMarginMs) return true;
  return now >= hold.expiresAt - expiryMarginMs;
}
