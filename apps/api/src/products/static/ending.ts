/** Static IPs that end and that nothing will renew by itself, as alerts tell of them. */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";

export { addressesByIds as staticNames, endingRows as endingStatics } from "./store/due.ts";

/** Where an IP of a term is renewed. */
export const screenOf = {
  static: "/cli/static-proxies",
  short: "/cli/static-short-proxies",
} as const satisfies Record<StaticTerm, string>;
