import type { CallName } from "@turnpike/contract/calls.ts";

/** Calls whose kept answers are stale once a recharge has ended. */
export const rechargedCalls = [
  "member",
  "headerInit",
  "indexInit",
  "rechargeList",
  "ledger",
] as const satisfies readonly CallName[];
