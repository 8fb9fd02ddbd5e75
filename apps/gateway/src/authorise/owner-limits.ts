/**
 * Limits that owners set for their sub-accounts: allowed domains, and the number of connections at
 * once. The hub counts the connections of all gateways; without a limit it is not asked.
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
import { budgetedTarget } from "./target-budgets.ts";

/** The hub cannot count them now: it is asked again after this time while connections wait … */
const retryMs = 200;
/** … for 2.2 s at most: then they are refused. While none waits it is asked at longer intervals. */
const askTimeoutMs = 1_000;
/** With all slots taken a connection waits this long: one that a client closed ends a moment later. */
const waitForSlotMs = 250;
const againMs = 40;
/** Connections of one sub-account that may wait for a slot. */
const maxWaiting = 1_000;

interface WaitingConnection {
  /** When it is refused where all places are taken … */
  until: number;
  /** … and where the hub is away. */
  untilCounted: number;
  resolve(refused: Refused | null): void;
}
/** A sub-account with a limit, at this gateway. */
interface LimitedSubAccount {
  waiting: WaitingConnection[];
  /** The slots that the hub allows here; -1 where that is not known. */
  allowed: number;
  /** The hub allowed fewer than were wanted. */
  isShort: boolean;
  asking: boolean;
  /** The hub had no slot a moment ago: it is not asked before this time (`performance.now()`). */
  retryAfter: number;
  retryTimer: NodeJS.Timeout | undefined;
}

export interface OwnerLimitsOptions {
  gateway: string;
  epoch: string;
  link: GatewayLink;
  snapshot: Snapshot;
  /** Ends a sub-account's connections. */
  cut: (subAccountId: string) => void;
  /** How long connections go on without a hub; the default is what the hub counts on. */
  keptWithoutHubMs?: number;
}

export class OwnerLimits {
  #options: OwnerLimitsOptions;
  /** Open connections of every sub-account, as a limit may be set later. */
  #open = new Map<string, number>();
  #limited = new Map<string, LimitedSubAccount>();
  #withoutHub: NodeJS.Timeout | undefined;

  constructor(options: OwnerLimitsOptions) {
    this.#options = options;
    const keptMs = options.keptWithoutHubMs ?? slotsKeptWithoutHubMs;
    options.link.onConnection((up) => {
      // What the hub counts here is not known until it is asked again.
      for (const line of this.#limited.values()) line.allowed = -1;
      clearTimeout(this.#withoutHub);
      if (up) for (const id of this.#limited.keys()) this.#update(id);
      else this.#withoutHub = setTimeout(() => this.#cutLimited(), keptMs).unref();
    });
  }

  /** Why a sub-account may not go to a target's host; null where it may. */
  target(subAccountId: string, host: string): Refused | null {
    const reason = refusedTarget(this.#options.snapshot.subAccount(subAccountId), host);
    return reason === null ? null : { reason, detail: `the lists of domains leave out ${host}` };
  }

  /** The entry of a sub-account's budgets that covers a target's host; null where none does. */
  budgetOf(subAccountId: string, host: string): string | null {
    return budgetedTarget(this.#options.snapshot.subAccount(subAccountId), host);
  }

  /**
   * Counts a connection as open. Returns true where there is no limit, else resolves with null once
   * there is a slot, or with the refusal. Each that was counted must `leave`, also where its client
   * closed while it waited.
   */
  enter(subAccountId: string): true | Promise<Refused | null> {
    const limit = this.#limitOf(subAccountId);
    if (limit === null) {
      this.#open.set(subAccountId, this.#openOf(subAccountId) + 1);
      return true;
    }
    const line = this.#limitedOf(subAccountId);
    if (line.waiting.length >= maxWaiting) return Promise.resolve(tooMany(limit));
    const { promise, resolve } = Promise.withResolvers<Refused | null>();
    const now = performance.now();
    line.waiting.push({ until: now + waitForSlotMs, untilCounted: now + linkWaitMs, resolve });
    this.#update(subAccountId);
    return promise;
  }

  leave(subAccountId: string): void {
    const open = this.#openOf(subAccountId) - 1;
    if (open > 0) this.#open.set(subAccountId, open);
    else this.#open.delete(subAccountId);
    if (this.#limited.has(subAccountId)) this.#update(subAccountId);
  }

  /** After a change or a snapshot: reports open connections of those that have a limit now. */
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

  /** The hub will count them no more: other gateways may take their slots. */
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

  /** Admits, refuses and asks the hub as needed; one question per sub-account at a time. */
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
    // Who came while the hub was asked for others is asked for first.
    const isFull = line.allowed >= limit || (line.allowed >= 0 && line.isShort);
    while (isFull && line.waiting[0] !== undefined && line.waiting[0].until <= now) {
      line.waiting.shift()?.resolve(tooMany(limit));
    }
    const open = this.#openOf(id);
    const hopes = now >= line.retryAfter ? Math.min(open + line.waiting.length, limit) : open;
    const wanted = Math.max(open, hopes);
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
      : resultWithin(asking, first.untilCounted - performance.now()));
    line.asking = false;
    if (this.#limited.get(id) !== line) return;
    if (allowed === null) {
      line.allowed = -1;
      const soon = performance.now() + retryMs;
      while (line.waiting[0] !== undefined && line.waiting[0].untilCounted < soon)
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
 * Which limit of bytes a sub-account has used up at `now` (the product's clock); null where none
 * is known to be. The hub refuses new leases itself: this ends connections that still use older
 * leases after a limit was lowered.
 */
export function spentLimit(
  { limits: { spent } }: SubAccountFact,
  now: number,
): "dayLimit" | "monthLimit" | null {
  return spent !== null && now < spent.until ? spent.why : null;
}

/**
 * Why a sub-account may not go to a target's host (canonical, as `Target.host`); null where it
 * may. For new connections and, after a change, for those that are open.
 */
export function refusedTarget(
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
