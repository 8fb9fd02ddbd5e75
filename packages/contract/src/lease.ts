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
  /** Milliseconds since 1970 by the product's clock; the gateway stops carrying under it then. */
  expiresAt: number;
  /**
   * So long the gateway may carry under it without hearing from the hub, in seconds; a hub of an
   * earlier version does not say it: 60.
   */
  aloneSeconds?: number;
}

/**
 * A target with a budget of its own (spec/traffic-plan#budgets-per-target): its bytes need leases that
 * name it. Left out where a sub-account has none.
 */
export interface BudgetedTarget {
  /** An entry as `rules/target-budget.ts` reads it. */
  target: string;
  /** Used up when this was written, until then (milliseconds since 1970); null: something was left. */
  spentUntil: number | null;
}
