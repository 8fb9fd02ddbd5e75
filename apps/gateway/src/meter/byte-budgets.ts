/** All purses of this gateway, and the leases that are out: asked for, used up, settled. */
import type { LeaseRefusal } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Grant } from "../authorise/grant.ts";
import { isLeased } from "../link/holder.ts";
import { type Bank, type Hold, LeasedPurse, type Purse } from "./leased-budget.ts";
import { OpenPurse } from "./unmetered-budget.ts";

const askTimeoutMs = 5_000;

export interface PursesOptions {
  gateway: string;
  epoch: string;
  link: GatewayLink;
  /** The product's clock, milliseconds since 1970. */
  now: () => number;
  /** Writes a lease into the journal before it is used. */
  granted: (leaseId: string) => void;
  cut: (subAccountId: string, why: LeaseRefusal | "hubAway") => void;
  /** Whether the link to the hub is up, and since when nothing was heard (`performance.now()`). */
  hub: () => { up: boolean; heardAt: number };
  /** Whether the disk takes what is counted. */
  journals: () => boolean;
}

export class Purses {
  #purses = new Map<string, LeasedPurse>();
  /** Of all whose bytes need no lease. */
  readonly open = new OpenPurse();
  #options: PursesOptions;
  #bank: Bank;
  /** Leases that the hub counts as out, this gateway's answers included. */
  #out = new Set<string>();
  #retired = new Set<Hold>();

  constructor(options: PursesOptions) {
    this.#options = options;
    this.#bank = {
      now: options.now,
      ask: (subAccountId, sizes) => this.#ask(subAccountId, sizes),
      retire: (hold) => this.#retired.add(hold),
      cut: options.cut,
      hub: options.hub,
      journals: options.journals,
    };
  }

  /** What a holder's bytes are taken from. */
  of({ holderId, product }: Grant): Purse {
    return isLeased(product) ? this.#leased(holderId) : this.open;
  }

  #leased(subAccountId: string): LeasedPurse {
    let purse = this.#purses.get(subAccountId);
    if (purse === undefined) {
      purse = new LeasedPurse(subAccountId, this.#bank);
      this.#purses.set(subAccountId, purse);
    }
    return purse;
  }

  /** Every 250 ms, before what was counted is collected. */
  tick(): void {
    for (const [id, purse] of this.#purses) {
      purse.tick();
      if (purse.isIdle()) this.#purses.delete(id);
    }
  }

  /** Retired leases that nothing is in flight of: all of their bytes are counted by now. */
  drained(): string[] {
    const ids: string[] = [];
    for (const hold of this.#retired) {
      if (hold.inFlight > 0) continue;
      this.#retired.delete(hold);
      ids.push(hold.id);
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
    for (const purse of this.#purses.values()) purse.stop();
  }

  /** Whether an answer of the hub may still bring a lease. */
  get asks(): boolean {
    return [...this.#purses.values()].some((purse) => purse.asks);
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
