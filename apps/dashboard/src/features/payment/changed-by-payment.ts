import type { CallName } from "@turnpike/contract/calls.ts";

/** Calls whose cached answers are stale after a payment, a refund or a purchase. */
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
