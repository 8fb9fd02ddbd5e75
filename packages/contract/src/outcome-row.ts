/** Request outcomes, reported by gateways together with usage. */
import type { Product } from "./data-plane.ts";
import type { RequestRow } from "./request-log.ts";

/**
 * Outcomes of a holder's tunnels and requests in one hour, to one domain from one place. Texts are
 * empty if the request was refused before they were known.
 */
export interface OutcomeRow {
  /** As in `UsageRow`. */
  subAccountId: string;
  product: Product;
  hour: number;
  domain: string;
  country: string;
  city: string;
  /** Number of requests by outcome. */
  outcomes: Partial<Record<RequestRow["outcome"], number>>;
  /** Reasons for those refused, cut or failed: number of requests by `outcome:reason`. */
  reasons: Record<string, number>;
  /** Histogram of connect times to targets, by bucket (rules/usage.ts); empty if there are none. */
  connects: number[];
}
