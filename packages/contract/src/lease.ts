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
  /**
   * So long the gateway may carry under it without hearing from the hub, in seconds; a hub of an
   * earlier version does not say it: 60.
   */
  aloneSeconds?: number;
}
