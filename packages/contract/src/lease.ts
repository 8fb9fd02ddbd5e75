/** Bytes that a gateway may carry for a sub-account (spec/accounting#leases). */

export type LeaseRefusal =
  | "insufficientTraffic"
  | "accountDisabled"
  | "inArrears"
  | "dayLimit"
  | "monthLimit"
  | "targetBudgetSpent";
export interface Lease {
  id: string;
  bytes: number;
  /** In milliseconds since 1970 by the product's clock. The gateway stops using the lease then. */
  expiresAt: number;
  /**
   * How long the gateway may use it without contact to the hub, in seconds. Absent from hubs of an
   * earlier version: 60.
   */
  aloneSeconds?: number;
}

/**
 * A target with its own budget (spec/traffic-plan#budgets-per-target): its bytes need leases for
 * this target. Absent if a sub-account has none.
 */
export interface BudgetedTarget {
  /** An entry in the form that `rules/target-budget.ts` reads. */
  target: string;
  /** If used up when this was written: until when, in milliseconds since 1970. Else null. */
  spentUntil: number | null;
}

/**
 * Reserves up to `wantedBytes` for a sub-account, depending on what is left. `heldBytes` remain
 * on leases that the gateway already holds for it. `target`: the BudgetedTarget to use them for.
 */
export interface LeaseQuestion {
  gateway: string;
  epoch: string;
  subAccountId: string;
  /** Whose turn it takes among the questions of its node; believed for nothing else. */
  accountId?: string;
  target?: string;
  wantedBytes: number;
  heldBytes?: number;
  /** Without it, the gateway would serve every pool by the first one's exits. */
  knowsPools?: true;
}
