/** Bytes that a gateway may carry for a sub-account (spec/accounting#leases). */

export type LeaseRefusal =
  | "insufficientTraffic"
  | "accountDisabled"
  | "inArrears"
  | "dayLimit"
  | "monthLimit";
export interface Lease {
  id: string;
  bytes: number;
  /** Milliseconds since 1970 by the product's clock; the gateway stops carrying under it then. */
  expiresAt: number;
}
