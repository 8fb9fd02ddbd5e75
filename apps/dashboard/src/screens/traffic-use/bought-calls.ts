import type { CallName } from "@turnpike/contract/calls.ts";

/** Calls whose kept answers are stale once traffic has been bought. */
export const boughtCalls = [
  "trafficInfo",
  "headerInit",
  "indexInit",
  "member",
  "coupons",
  "orderList",
  "subUsers",
  "availableSubUsers",
] as const satisfies readonly CallName[];
