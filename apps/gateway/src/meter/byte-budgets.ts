/** All budgets of this gateway, and its outstanding leases: requested, used up, settled. */
import type { LeaseRefusal } from "@turnpike/contract/lease.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Grant } from "../link/grant.ts";
import { isLeased } from "../link/holder.ts";
import {
  type BudgetState,
  type HubState,
  type LeaseClient,
  LeasedBudget,
  type ByteBudget,
} from "./leased-budget.ts";
import type { ActiveLease } from "./lease-time.ts";

const askTimeoutMs = 5_000;

export interface ByteBudgetsOptions {
  gateway: string;
  epoch: string;
  link: GatewayLink;
  /** The product's clock, milliseconds since 1970. */
  now: () => number;
  /** Writes a lease to the journal before it is used. */
  granted: (leaseId: string) => void;
  /** `target`: the sub-account's target budget that the bytes were charged to; null for none. */
  cut: (subAccountId: string, why: LeaseRefusal | "hubAway", target: string | null) => void;
  hub: () => HubState;
  /** Whether the journal can be written. */
  isJournalWritable: () => boolean;
}

export class ByteBudgets {
  #budgets = new Map<string, LeasedBudget>();
  /** Shared by all holders whose bytes need no lease. */
  readonly unmetered = new UnmeteredBudget();
  #options: ByteBudgetsOptions;
  /** For budgets of whole sub-accounts. */
  #client: LeaseClient;
  /** Leases granted to this gateway that the hub has not settled yet. */
  #outstanding = new Set<string>();
  #retired = new Set<ActiveLease>();

  constructor(options: ByteBudgetsOptions) {
    this.#options = options;
    this.#client = this.#clientFor(null);
  }

  /** The budget of a holder or, with a `target`, that target budget of its sub-account. */
  of({ holderId, product }: Grant, target: string | null = null): ByteBudget {
    if (!isLeased(product)) return this.unmetered;
    const key = target === null ? holderId : `${holderId} ${target}`;
    let budget = this.#budgets.get(key);
    if (budget === undefined) {
      const client = target === null ? this.#client : this.#clientFor(target);
      budget = new LeasedBudget(holderId, client);
      this.#budgets.set(key, budget);
    }
    return budget;
  }

  #clientFor(target: string | null): LeaseClient {
    const { now, cut, hub, isJournalWritable: journals } = this.#options;
    return {
      now,
      ask: (subAccountId, sizes) => this.#ask(subAccountId, sizes, target),
      retire: (lease) => this.#retired.add(lease),
      cut: (subAccountId, why) => cut(subAccountId, why, target),
      hub,
      isJournalWritable: journals,
    };
  }

  /** Called every 250 ms, before counted rows are collected. */
  tick(): void {
    for (const [id, budget] of this.#budgets) {
      budget.tick();
      if (budget.isIdle()) this.#budgets.delete(id);
    }
  }

  /** Removes and returns retired leases with no bytes in flight: all their bytes are counted. */
  takeDrained(): string[] {
    const ids: string[] = [];
    for (const lease of this.#retired) {
      if (lease.inFlight > 0) continue;
      this.#retired.delete(lease);
      ids.push(lease.id);
    }
    return ids;
  }

  /** The hub has settled these leases. */
  markSettled(leaseIds: string[]): void {
    for (const id of leaseIds) this.#outstanding.delete(id);
  }

  /** Whether there are neither budgets nor leases. */
  get isIdle(): boolean {
    return this.#budgets.size + this.#retired.size + this.#outstanding.size === 0;
  }

  /** The outstanding leases, which would have to be settled after a crash. */
  outstandingLeases(): string[] {
    return [...this.#outstanding];
  }

  /** Stops all budgets; each lease is returned once it is drained. */
  stop(): void {
    for (const budget of this.#budgets.values()) budget.stop();
  }

  /** Whether a pending request to the hub may still return a lease. */
  get isAsking(): boolean {
    return [...this.#budgets.values()].some((budget) => budget.asks);
  }

  async #ask(
    subAccountId: string,
    sizes: { wantedBytes: number; heldBytes: number },
    target: string | null,
  ) {
    const { gateway, epoch, link } = this.#options;
    const of = target === null ? { subAccountId } : { subAccountId, target };
    const question = { gateway, epoch, ...of, ...sizes, knowsPools: true } as const;
    const answer = await link.ask("lease", question, askTimeoutMs);
    if ("lease" in answer) {
      this.#options.granted(answer.lease.id);
      this.#outstanding.add(answer.lease.id);
    }
    return answer;
  }
}

/**
 * The budget of static IPs, opened IPs and unlimited ports. It is never empty, as their bytes are
 * counted but not billed, and works without the hub until the journal is full.
 */
export class UnmeteredBudget implements ByteBudget {
  /** Not a lease, so its rows have an empty `leaseId`. */
  readonly current: ActiveLease = {
    id: "",
    bytes: Number.POSITIVE_INFINITY,
    left: Number.POSITIVE_INFINITY,
    inFlight: 0,
    expiresAt: Number.POSITIVE_INFINITY,
    endsAt: Number.POSITIVE_INFINITY,
    renewalMs: 0,
  };
  users = 0;
  journalFull = false;

  take(bytes: number): number {
    this.current.inFlight += bytes;
    return bytes;
  }

  /** There are always bytes available. */
  wait(then: () => void): void {
    then();
  }

  cancelWait(): void {}

  ready(): BudgetState {
    return this.journalFull ? "hubAway" : "ready";
  }
}
