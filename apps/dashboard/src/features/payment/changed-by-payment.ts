import type { CallName } from "@turnpike/contract/calls.ts";

/** Calls whose kept answers are stale once money came, went back, or bought something. */
export const changedByPayment = [
  "trafficInfo",
  "headerInit",
  "indexInit",
  "forecast",
  "member",
  "coupons",
  "orderList",
  "rechargeList",
  "ledger",
  "subUsers",
  "availableSubUsers",
  "staticIndex",
  "shortIndex",
  "portOrders",
  "bandwidthOrders",
  "portOrder",
  "bandwidthOrder",
] as const satisfies readonly CallName[];
