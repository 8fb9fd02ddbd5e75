/** Static IPs that end without automatic renewal, as used by alerts. */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";

export { addressesByIds as staticNames, endingRows as endingStatics } from "./store/due.ts";

/** The dashboard page where an IP of a term is renewed. */
export const dashboardPathOf = {
  static: "/cli/static-proxies",
  short: "/cli/static-short-proxies",
} as const satisfies Record<StaticTerm, string>;
