/**
 * Limits that owners set for their sub-accounts: allowed domains and concurrent connections. The
 * hub counts the connections of all gateways; it is not asked for sub-accounts without a limit.
 *
 *     enter ─▶ waiting ─ slots {open, wanted} ─▶ hub ─ allowed ─▶ admitted, or refused after a moment
 */
import type { SubAccountFact } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import { linkWaitMs } from "@turnpike/rules/node.ts";
import {
  domainAllowed,
  type DomainMatcher,
  domainMatcher,
  slotsKeptWithoutHubMs,
} from "@turnpike/rules/sub-account-limits.ts";
import { resultWithin } from "../lib/settled-within.ts";
import type { Snapshot } from "../link/snapshot.ts";
import { budgetedTarget, isBudgetSpent } from "./target-budgets.ts";

/** Retry interval while connections wait and the hub cannot count them; refused after 2.2 s. */
const retryMs = 200;
/** Timeout of a request to the hub; also the retry interval while no connection waits. */
const askTimeoutMs = 1_000;
/** With all slots taken a connection waits this long, since a client may just have closed one. */
const waitForSlotMs = 250;
const againMs = 40;
/** The most connections of one sub-account that may wait for a slot. */
const maxWaiting = 1_000;

interface WaitingConnection {
  /** When the connection is refused because all slots are taken. */
  slotDeadline: number;
  /** When the connection is refused because the hub is unavailable. */
  hubDeadline: number;
  resolve(refused: Refused | null): void;
}
/** A sub-account with a connection limit, at this gateway. */
interface LimitedSubAccount {
  waiting: WaitingConnection[];
  /** The number of slots that the hub grants this gateway; -1 if unknown. */
  allowed: number;
  /** Whether the hub granted fewer slots than were wanted. */
  isShort: boolean;
  asking: boolean;
  /** The hub had no free slot: do not ask for more before this time (`performance.now()`). */
  retryAfter: number;
  retryTimer: NodeJS.Timeout | undefined;
}

export interface OwnerLimitsOptions {
  gateway: string;
  epoch: string;
  link: GatewayLink;
  snapshot: Snapshot;
  /** Closes all connections of a sub-account. */
  cut: (subAccountId: string) => void;
  /** How long connections stay open without the hub; defaults to the time that the hub assumes. */
  keptWithoutHubMs?: number;
}

export class OwnerLimits {
  #options: OwnerLimitsOptions;
  /** Open connections of every sub-account, limited or not, since a limit may be set later. */
  #open = new Map<string, number>();
  #limited = new Map<string, LimitedSubAccount>();
  #withoutHub: NodeJS.Timeout | undefined;

  constructor(options: OwnerLimitsOptions) {
    this.#options = options;
    const keptMs = options.keptWithoutHubMs ?? slotsKeptWithoutHubMs;
    options.link.onConnection((up) => {
      // After a reconnect the hub's count for this gateway is unknown until the next request.
      for (const limited of this.#limited.values()) limited.allowed = -1;
      clearTimeout(this.#withoutHub);
      if (up) for (const id of this.#limited.keys()) this.#update(id);
      else this.#withoutHub = setTimeout(() => this.#cutLimited(), keptMs).unref();
    });
  }

  /**
   * Why a sub-account may not connect to a target's host at `now` (the product's clock); null if it may.
   * Leases from before a limit was lowered have bytes for many short connections.
   */
  checkTarget(subAccountId: string, host: string, now: number): Refused | null {
    const subAccount = this.#options.snapshot.subAccount(subAccountId);
    const spent = subAccount && spentFor(subAccount, host, now);
    if (spent !== null) return { reason: spent, detail: "" };
    const reason = targetRefusal(subAccount, host);
    return reason === null ? null : { reason, detail: `the domain lists do not allow ${host}` };
  }

  /** The target budget of a sub-account that covers a target's host; null if none does. */
  targetBudgetOf(subAccountId: string, host: string): string | null {
    return budgetedTarget(this.#options.snapshot.subAccount(subAccountId), host);
  }

  /**
   * Counts a connection as open. Returns true if there is no limit, otherwise a promise of null (a
   * slot was granted) or of the refusal. Callers must call `release` for each connection that was
   * counted, even if its client disconnected while it waited.
   */
  acquire(subAccountId: string): true | Promise<Refused | null> {
    const limit = this.#limitOf(subAccountId);
    if (limit === null) {
      this.#open.set(subAccountId, this.#openOf(subAccountId) + 1);
      return true;
    }
    const line = this.#limitedOf(subAccountId);
    if (line.waiting.length >= maxWaiting) return Promise.resolve(tooMany(limit));
    const { promise, resolve } = Promise.withResolvers<Refused | null>();
    const now = performance.now();
    line.waiting.push({
      slotDeadline: now + waitForSlotMs,
      hubDeadline: now + linkWaitMs,
      resolve,
    });
    this.#update(subAccountId);
    return promise;
  }

  release(subAccountId: string): void {
    const open = this.#openOf(subAccountId) - 1;
    if (open > 0) this.#open.set(subAccountId, open);
    else this.#open.delete(subAccountId);
    if (this.#limited.has(subAccountId)) this.#update(subAccountId);
  }

  /** After a change or snapshot: reports open connections of sub-accounts with a new limit. */
  changed(): void {
    for (const id of this.#open.keys()) {
      if (this.#limitOf(id) === null || this.#limited.has(id)) continue;
      this.#limitedOf(id);
      this.#update(id);
    }
    for (const id of this.#limited.keys()) this.#update(id);
  }

  stop(): void {
    clearTimeout(this.#withoutHub);
    for (const line of this.#limited.values()) {
      clearTimeout(line.retryTimer);
      for (const each of line.waiting.splice(0)) each.resolve(notReady);
    }
    this.#limited.clear();
  }

  /** The hub no longer counts these connections: other gateways may get their slots. */
  #cutLimited(): void {
    for (const id of this.#open.keys()) if (this.#limitOf(id) !== null) this.#options.cut(id);
  }

  #limitOf(subAccountId: string): number | null {
    return this.#options.snapshot.subAccount(subAccountId)?.limits.maxConnections ?? null;
  }

  #openOf(subAccountId: string): number {
    return this.#open.get(subAccountId) ?? 0;
  }

  #limitedOf(subAccountId: string): LimitedSubAccount {
    let line = this.#limited.get(subAccountId);
    if (line === undefined) {
      const unknown = { allowed: -1, isShort: false, retryAfter: 0, retryTimer: undefined };
      line = { waiting: [], asking: false, ...unknown };
      this.#limited.set(subAccountId, line);
    }
    return line;
  }

  /** Admits, refuses and asks the hub as needed, with one request per sub-account at a time. */
  #update(id: string): void {
    const line = this.#limited.get(id);
    if (line === undefined || line.asking) return;
    clearTimeout(line.retryTimer);
    const limit = this.#limitOf(id);
    if (limit === null) {
      this.#limited.delete(id);
      this.#admit(id, line, Number.POSITIVE_INFINITY);
      return;
    }
    this.#admit(id, line, line.allowed);
    const now = performance.now();
    // Connections that arrived during a request go into the next one before any is refused.
    const isFull = line.allowed >= limit || (line.allowed >= 0 && line.isShort);
    while (isFull && line.waiting[0] !== undefined && line.waiting[0].slotDeadline <= now) {
      line.waiting.shift()?.resolve(tooMany(limit));
    }
    const open = this.#openOf(id);
    const desired = now >= line.retryAfter ? Math.min(open + line.waiting.length, limit) : open;
    const wanted = Math.max(open, desired);
    if (wanted !== line.allowed) {
      line.asking = true;
      void this.#ask(id, line, { open, wanted });
    } else if (line.waiting.length > 0) {
      line.retryTimer = setTimeout(() => this.#update(id), againMs);
    } else if (open === 0) this.#limited.delete(id);
  }

  async #ask(
    id: string,
    line: LimitedSubAccount,
    slots: { open: number; wanted: number },
  ): Promise<void> {
    const { gateway, epoch, link } = this.#options;
    const question = { gateway, epoch, subAccountId: id, ...slots };
    const asking = link.ask("slots", question, askTimeoutMs).then(
      (answer) => answer.allowed,
      () => null,
    );
    const [first] = line.waiting;
    const allowed = await (first === undefined
      ? asking
      : resultWithin(asking, first.hubDeadline - performance.now()));
    line.asking = false;
    if (this.#limited.get(id) !== line) return;
    if (allowed === null) {
      line.allowed = -1;
      const nextRetryAt = performance.now() + retryMs;
      while (line.waiting[0] !== undefined && line.waiting[0].hubDeadline < nextRetryAt)
        line.waiting.shift()?.resolve(notReady);
      const nextMs = line.waiting.length > 0 ? retryMs : askTimeoutMs;
      line.retryTimer = setTimeout(() => this.#update(id), nextMs);
      return;
    }
    line.allowed = allowed;
    line.isShort = allowed < slots.wanted;
    if (line.isShort) line.retryAfter = performance.now() + againMs;
    this.#update(id);
  }

  #admit(id: string, line: LimitedSubAccount, places: number): void {
    while (line.waiting.length > 0 && this.#openOf(id) < places) {
      this.#open.set(id, this.#openOf(id) + 1);
      line.waiting.shift()?.resolve(null);
    }
  }
}

const notReady: Refused = { reason: "notReady", detail: "its connections cannot be counted now" };
const tooMany = (limit: number): Refused => {
  return { reason: "tooManyConnections", detail: `at most ${limit} of this sub-account at a time` };
};

interface Matchers {
  allows: DomainMatcher | null;
  denies: DomainMatcher | null;
}
const matchers = new WeakMap<SubAccountFact["limits"], Matchers>();

/**
 * Which byte limit a sub-account has used up at `now` (the product's clock); null if none is known
 * to be. The hub itself refuses new leases; this ends connections that still use older leases after
 * a limit was lowered.
 */
export function spentLimit(
  { limits: { spent } }: SubAccountFact,
  now: number,
): "dayLimit" | "monthLimit" | null {
  return spent !== null && now < spent.until ? spent.why : null;
}

/**
 * Which byte limit or target budget that covers a host is used up at `now`; null if none is known to be.
 * Asked for each datagram: most have no budgets.
 */
function spentFor(subAccount: SubAccountFact, host: string, now: number) {
  const spent = spentLimit(subAccount, now);
  if (spent !== null || subAccount.limits.targetBudgets === undefined) return spent;
  const target = budgetedTarget(subAccount, host);
  return isBudgetSpent(subAccount, target, now) ? "targetBudgetSpent" : null;
}

/**
 * Why a sub-account may not connect to a target's host (canonical, see `Target.host`); null if it
 * may. Used for new connections and, after a change, for open ones.
 */
export function targetRefusal(
  subAccount: SubAccountFact | null,
  host: string,
): "domainNotAllowed" | null {
  if (subAccount === null) return null;
  const { limits } = subAccount;
  const { allowDomains: allows, denyDomains: denies } = limits;
  if (allows.length === 0 && denies.length === 0) return null;
  let own = matchers.get(limits);
  if (own === undefined) {
    const of = (list: string[]) => (list.length > 0 ? domainMatcher(list) : null);
    own = { allows: of(allows), denies: of(denies) };
    matchers.set(limits, own);
  }
  return domainAllowed(host, own) ? null : "domainNotAllowed";
}
