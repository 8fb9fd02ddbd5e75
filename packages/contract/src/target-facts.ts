/** Targets that the operator blocks, as gateways know them. */

/** A target blocked by the operator, spelled as in `rules/blocked-target.ts`. */
export interface BlockedTargetFact {
  kind: "blockedTarget";
  id: string;
  /** The account whose traffic is blocked; null for all accounts. */
  accountId: string | null;
  pattern: string;
}

/** A list of domains that the operator refuses, as gateways know it (spec/operator#target-policy). */
export interface TargetPolicy {
  name: string;
  /** Of the list's bytes (`rules/name-set.ts`), in hex: it names them too. */
  sha256: string;
  bytes: number;
  /** Pools and products that it counts for; null for all. */
  pools: string[] | null;
  /** Whether accounts with an approved identity may go there. */
  exceptApproved: boolean;
}
/** The most lists. */
export const maxPolicies = 30;
/** The bytes of a list come in parts of this size. */
export const policyPartBytes = 256 * 1024;

/** The request of a gateway about target policies (`Questions` of data-plane.ts). */
export interface PolicyQuestions {
  /** Part `part`, from 0 on, of a list's bytes, in base64; null if the hub has no such list. */
  policyPart: {
    question: { sha256: string; part: number };
    answer: { part: string | null };
  };
}
