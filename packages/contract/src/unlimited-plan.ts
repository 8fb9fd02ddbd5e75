/** Unlimited plans: buying, renewing, listing and moving them (spec/unlimited#calls). */
import { bandwidthStepMbps, maxMbpsOfPlan, maxPortsOfPlan } from "@turnpike/rules/unlimited.ts";
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import * as examples from "./examples/unlimited.ts";
import { bytes, id, integer, optional, paged, paging, quoteId, requestId } from "./fields.ts";
import { order } from "./order.ts";
import { couponOrCode, promoCode } from "./promo.ts";
import { reasons } from "./reasons.ts";
import {
  kind,
  regionField,
  planDays,
  method,
  unlimitedRegion,
  unlimitedPlan,
} from "./unlimited.ts";

const servers = { regions: z.array(unlimitedRegion).describe("The regions.") };

export const portServers = call({
  path: "/v1/unlimit/portServers",
  access: "read",
  summary: "Lists regions in which port plans are sold.",
  tag: "Unlimited plans",
  response: servers,
  example: { request: {}, response: { regions: [examples.europe] } },
});

export const bandwidthServers = call({
  path: "/v2/unlimit/bandwidthServers",
  access: "read",
  summary: "Lists regions in which bandwidth plans are sold.",
  tag: "Unlimited plans",
  response: servers,
  example: { request: {}, response: { regions: [examples.europeMbps] } },
});

const paidFor = {
  order: order.describe("The order."),
  paymentId: z
    .string()
    .optional()
    .describe("The payment's ID, as `/v1/payment` takes it; only for `card` and `crypto`."),
  payUrl: z
    .string()
    .optional()
    .describe("The page where a person pays; only for `card` and `crypto`."),
};

export const orderUnlimit = call({
  path: "/v1/orderUnlimit",
  buys: true,
  access: "buy",
  takesRequestId: true,
  spends: "always",
  waitsForGateways: true,
  summary: "Orders an unlimited plan: ports of 5 Mbps each, or Mbps in steps of 100.",
  description:
    "With `wallet` the plan's ports open within seconds, with `card` or `crypto` once the payment has arrived. The price is `unitMicros` times the quantity.",
  tag: "Unlimited plans",
  request: {
    kind: kind.describe(
      "`port`: ports of 5 Mbps each. `bandwidth`: a bandwidth that all connections share.",
    ),
    region: regionField.describe("The region that the exits are in."),
    quantity: integer(1, maxMbpsOfPlan, "badQuantity", "enterQuantity").describe(
      "The number of ports (1,000 at most), or Mbps (10,000 at most) in steps of 100.",
    ),
    days: planDays.describe("The period in days."),
    method: method.describe("The method of payment."),
    couponId: optional(id()).describe("A coupon to apply, by its ID in `/v1/coupons`."),
    promoCode,
    quoteId,
    requestId,
  },
  crossFieldCheck: ({ kind, quantity, ...discount }) => {
    const both = couponOrCode(discount);
    if (both) return both;
    if (kind === "port") {
      return quantity <= maxPortsOfPlan ? null : { field: "quantity", reason: "badQuantity" };
    }
    return quantity % bandwidthStepMbps === 0
      ? null
      : { field: "quantity", reason: "badBandwidth" };
  },
  response: {
    ...paidFor,
    planId: z.string().nullable().describe("The plan's ID; null until the payment has arrived."),
    plan: unlimitedPlan.nullable().describe("The plan; null until the payment has arrived."),
  },
  refusals: ["badBandwidth", "insufficientCapacity", ...reasons.coupon, ...reasons.paying],
  example: {
    request: {
      kind: "port",
      region: "europe",
      quantity: 5,
      days: 30,
      method: "wallet",
      requestId: "plan-2026-03-05",
    },
    response: {
      order: customer.orders.ports,
      planId: customer.planIds.ports,
      plan: { ...customer.portPlan, usedBytes: 0 },
    },
  },
});

export const renewalUnlimit = call({
  path: "/v1/renewalUnlimit",
  buys: true,
  access: "buy",
  takesRequestId: true,
  spends: "always",
  waitsForGateways: true,
  summary: "Renews an unlimited plan; an expired one cannot be renewed.",
  description: "The new period begins where the old one ends.",
  tag: "Unlimited plans",
  request: {
    planId: id().describe("The plan, by ID."),
    days: planDays.describe("The period in days."),
    method: method.describe("The method of payment."),
    quoteId,
    requestId,
  },
  response: { ...paidFor, plan: unlimitedPlan.describe("The plan.") },
  refusals: ["planNotFound", "planExpired", "periodNotSold", ...reasons.paying],
  example: {
    request: {
      planId: customer.planIds.ports,
      days: 30,
      method: "wallet",
      requestId: "plan-2026-03-16",
    },
    response: {
      order: { ...customer.orders.ports, orderNo: "T260316-008", renewal: true },
      plan: { ...customer.portPlan, expiresAt: "2026-05-04T10:05:00.000Z", remainingHours: 1_177 },
    },
  },
});

const plansAsked = {
  ...paging,
  status: optional(z.enum(["active", "expired"], "badField")).describe(
    "Only plans with this status.",
  ),
};

/** Totals over all plans of the kind that are listed, whatever page and status are requested. */
const plansGlance = z.object({
  active: z.int().describe("The number of active ones."),
  expiring: z.int().describe("The number of active ones that end within three days."),
  expired: z.int().describe("The number of expired ones."),
  quantity: z.int().describe("The sum of ports, or Mbps, of the active ones."),
  usedBytes: bytes.describe(
    "Traffic of all of them in the last 30 days, both directions, in bytes.",
  ),
});

/** `plans` and `items` are the same. */
const plans = {
  ...paged(unlimitedPlan),
  plans: z.array(unlimitedPlan).describe("The same as `items`."),
  glance: plansGlance.describe("All plans of the kind together, regardless of page and status."),
};

export const portOrders = call({
  path: "/v1/unlimit/portOrders",
  access: "read",
  summary: "Lists the account's port plans, newest first.",
  tag: "Unlimited plans",
  request: plansAsked,
  response: plans,
  example: { request: { status: "active" }, response: examples.plansOf(customer.portPlan) },
});

export const bandwidthOrders = call({
  path: "/v1/unlimit/bandwidthOrders",
  access: "read",
  summary: "Lists the account's bandwidth plans, newest first.",
  tag: "Unlimited plans",
  request: plansAsked,
  response: plans,
  example: { request: { status: "active" }, response: examples.plansOf(examples.bandwidthPlan) },
});

const moved = {
  regions: z.array(unlimitedRegion).describe("The regions that the plan can move to."),
  plan: unlimitedPlan.describe("The plan."),
};

export const portRegion = call({
  path: "/v1/unlimit/portRegion",
  access: "read",
  accessWith: { region: "proxies" },
  waitsForGateways: true,
  summary: "Lists the regions open to a port plan; with `region` it moves there.",
  tag: "Unlimited plans",
  request: {
    planId: id().describe("The plan, by ID."),
    region: optional(regionField).describe("The region to move to; nothing moves if absent."),
  },
  response: moved,
  refusals: reasons.moving,
  example: {
    request: { planId: customer.planIds.ports, region: "europe" },
    response: { regions: [examples.europe], plan: customer.portPlan },
  },
});

export const bandwidthRegion = call({
  path: "/v1/unlimit/bandwidthRegion",
  access: "read",
  accessWith: { region: "proxies" },
  waitsForGateways: true,
  summary: "Lists the regions open to a bandwidth plan; with `region` it moves there.",
  tag: "Unlimited plans",
  request: {
    planId: id().describe("The plan, by ID."),
    region: optional(regionField).describe("The region to move to; nothing moves if absent."),
  },
  response: moved,
  refusals: reasons.moving,
  example: {
    request: { planId: customer.planIds.bandwidth },
    response: { regions: [examples.europeMbps], plan: examples.bandwidthPlan },
  },
});

export const unlimitedPlanCalls = {
  portServers,
  bandwidthServers,
  orderUnlimit,
  renewalUnlimit,
  portOrders,
  bandwidthOrders,
  portRegion,
  bandwidthRegion,
};
