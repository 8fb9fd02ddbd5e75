/** All budgets of this gateway, and the leases that are out: asked for, used up, settled. */
import type { LeaseRefusal } from "@turnpike/contract/lease.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Grant } from "../authorise/grant.ts";
import { isLeased } from "../link/holder.ts";
import {
  type LeaseClient,
  type BudgetState,
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
  /** Writes a lease into the journal before it is used. */
  granted: (leaseId: string) => void;
  /** `target`: the entry of the sub-account's budgets that the bytes were for; null for none. */
  cut: (subAccountId: string, why: LeaseRefusal | "hubAway", target: string | null) => void;
  /** Whether the link to the hub is up, and when it answered last (`performance.now()`). */
  hub: () => { up: boolean; lastAnswerAt: number };
  /** Whether the journal can be written. */
  journals: () => boolean;
}

export class ByteBudgets {
  #budgets = new Map<string, LeasedBudget>();
  /** Shared by all whose bytes need no lease. */
  readonly unmetered = new UnmeteredBudget();
  #options: ByteBudgetsOptions;
  /** Of budgets of whole sub-accounts. */
  #client: LeaseClient;
  /** Leases that the hub counts as out, this gateway's answers included. */
  #out = new Set<string>();
  #retired = new Set<ActiveLease>();

  constructor(options: ByteBudgetsOptions) {
    this.#options = options;
    this.#client = this.#clientFor(null);
  }

  /** The budget of a holder; with a `target` that of this entry of its sub-account's budgets. */
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
    const { now, cut, hub, journals } = this.#options;
    return {
      now,
      ask: (subAccountId, sizes) => this.#ask(subAccountId, sizes, target),
      retire: (lease) => this.#retired.add(lease),
      cut: (subAccountId, why) => cut(subAccountId, why, target),
      hub,
      journals,
    };
  }

  /** Every 250 ms, before what was counted is collected. */
  tick(): void {
    for (const [id, budget] of this.#budgets) {
      budget.tick();
      if (budget.isIdle()) this.#budgets.delete(id);
    }
  }

  /** Retired leases with nothing in flight: all of their bytes are counted. */
  drained(): string[] {
    const ids: string[] = [];
    for (const lease of this.#retired) {
      if (lease.inFlight > 0) continue;
      this.#retired.delete(lease);
      ids.push(lease.id);
    }
    return ids;
  }

  /** The hub has taken these back. */
  settled(leaseIds: string[]): void {
    for (const id of leaseIds) this.#out.delete(id);
  }

  /** Leases that are out now: what a crash would leave to be settled. */
  out(): string[] {
    return [...this.#out];
  }

  /** Nothing more is taken; every lease goes back once it is drained. */
  stop(): void {
    for (const budget of this.#budgets.values()) budget.stop();
  }

  /** Whether an answer of the hub may still bring a lease. */
  get asks(): boolean {
    return [...this.#budgets.values()].some((budget) => budget.asks);
  }

  async #ask(
    subAccountId: string,
    sizes: { wantedBytes: number; heldBytes: number },
    target: string | null,
  ) {
    const { gateway, epoch, link } = this.#options;
    const of = target === null ? { subAccountId } : { subAccountId, target };
    const question = { gateway, epoch, ...of, ...sizes };
    const answer = await link.ask("lease", question, askTimeoutMs);
    if ("lease" in answer) {
      this.#options.granted(answer.lease.id);
      this.#out.add(answer.lease.id);
    }
    return answer;
  }
}

/**
 * The budget of static IPs, opened IPs and unlimited ports: never empty, since their bytes are counted
 * and not billed. It works while the hub is away, until the journal is full.
 */
export class UnmeteredBudget implements ByteBudget {
  /** No lease: `leaseId` of its rows is empty. */
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

  /** There are always bytes. */
  wait(then: () => void): void {
    then();
  }

  cancelWait(): void {}

  ready(): BudgetState {
    return this.journalFull ? "hubAway" : "ready";
  }
}
