/** All budgets of this gateway, and the leases that are out: asked for, used up, settled. */
import type { LeaseRefusal } from "@turnpike/contract/lease.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Grant } from "../authorise/grant.ts";
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
  /** Writes a lease into the journal before it is used. */
  granted: (leaseId: string) => void;
  cut: (subAccountId: string, why: LeaseRefusal | "hubAway") => void;
  hub: () => HubState;
  /** Whether the journal can be written. */
  journals: () => boolean;
}

export class ByteBudgets {
  #budgets = new Map<string, LeasedBudget>();
  /** Shared by all whose bytes need no lease. */
  readonly unmetered = new UnmeteredBudget();
  #options: ByteBudgetsOptions;
  #client: LeaseClient;
  /** Leases that the hub counts as out, this gateway's answers included. */
  #out = new Set<string>();
  #retired = new Set<ActiveLease>();

  constructor(options: ByteBudgetsOptions) {
    this.#options = options;
    this.#client = {
      now: options.now,
      ask: (subAccountId, sizes) => this.#ask(subAccountId, sizes),
      retire: (lease) => this.#retired.add(lease),
      cut: options.cut,
      hub: options.hub,
      journals: options.journals,
    };
  }

  /** The budget of a holder. */
  of({ holderId, product }: Grant): ByteBudget {
    return isLeased(product) ? this.#leased(holderId) : this.unmetered;
  }

  #leased(subAccountId: string): LeasedBudget {
    let budget = this.#budgets.get(subAccountId);
    if (budget === undefined) {
      budget = new LeasedBudget(subAccountId, this.#client);
      this.#budgets.set(subAccountId, budget);
    }
    return budget;
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

  /** Whether there is neither a budget nor a lease. */
  get isIdle(): boolean {
    return this.#budgets.size + this.#retired.size + this.#out.size === 0;
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

  async #ask(subAccountId: string, sizes: { wantedBytes: number; heldBytes: number }) {
    const { gateway, epoch, link } = this.#options;
    const question = { gateway, epoch, subAccountId, ...sizes };
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
