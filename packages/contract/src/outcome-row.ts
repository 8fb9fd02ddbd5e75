/** How requests ended, as gateways report it beside usage. */
import type { Product } from "./data-plane.ts";
import type { RequestRow } from "./request-log.ts";

/**
 * How tunnels and requests of a holder ended in one hour, to one domain by one place. Empty texts:
 * it was refused before that was known.
 */
export interface OutcomeRow {
  /** As in `UsageRow`. */
  subAccountId: string;
  product: Product;
  hour: number;
  domain: string;
  country: string;
  city: string;
  /** How many ended in each way. */
  outcomes: Partial<Record<RequestRow["outcome"], number>>;
  /** Why those were refused, cut or failed: `outcome:reason`, how many. */
  reasons: Record<string, number>;
  /** How many connects to targets took how long, by bucket (rules/usage.ts); empty: none. */
  connects: number[];
}
