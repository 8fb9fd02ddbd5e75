/** Targets that the operator blocks, as gateways know them. */

/** A target blocked by the operator, spelled as in `rules/blocked-target.ts`. */
export interface BlockedTargetFact {
  kind: "blockedTarget";
  id: string;
  /** The account whose traffic is blocked; null for all accounts. */
  accountId: string | null;
  pattern: string;
}
