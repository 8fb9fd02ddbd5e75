/** Unlimited plans, by port and by bandwidth (spec/unlimited#calls). */
import { isTemplate, templateMaxLength } from "@turnpike/rules/proxy-format.ts";
import { bandwidthStepMbps, rotationRange } from "@turnpike/rules/unlimited.ts";
import {
  isCountry,
  isUnlimitedRegion,
  unlimitedRegions,
} from "@turnpike/rules/unlimited-region.ts";
import { z } from "zod";
import { call } from "./call.ts";
import {
  at,
  bytes,
  id,
  ids,
  integer,
  list,
  oneOf,
  optional,
  paged,
  paging,
  requestId,
  requiredText,
  text,
} from "./fields.ts";
import { order } from "./order.ts";
import { staticAccount, staticPassword } from "./static.ts";

/** Ports of one order at most, and Mbps. */
export const mostPortsOfPlan = 1_000;
export const mostMbpsOfPlan = 10_000;
/** Client addresses of one plan's whitelist at most. */
export const mostPlanWhitelisted = 100;

const kind = z.enum(["port", "bandwidth"], "badField");
export const regionField = requiredText(40, "badRegion").pipe(
  z.string().refine(isUnlimitedRegion, "badRegion"),
);
const planDays = oneOf([7, 30, 90], "badDays");
const method = z.enum(["wallet", "card", "crypto"], "badMethod");

/** A region, what is free there and what it costs: per port or Mbps for the whole time. */
export const unlimitedRegion = z.object({
  region: z.enum(unlimitedRegions),
  name: z.string(),
  host: z.string().describe("Where clients connect to."),
  stock: z.int().describe("Ports, or Mbps, that can be ordered now."),
  unitMicros: z.object({ 7: z.int(), 30: z.int(), 90: z.int() }),
  countries: z
    .array(z.object({ code: z.string(), name: z.string(), exits: z.int() }))
    .describe("Countries in it that have exits now, by how many."),
});
export type UnlimitedRegionShown = z.output<typeof unlimitedRegion>;

export const unlimitedPlan = z.object({
  id: z.string(),
  orderNo: z.string(),
  kind,
  region: z.enum(unlimitedRegions),
  regionName: z.string(),
  quantity: z.int().describe("Ports, or Mbps."),
  mbps: z.int().describe("Each way, of all its ports together."),
  days: z.int().describe("The period that was bought or renewed last."),
  startedAt: at,
  expiresAt: at,
  remainingHours: z.int().describe("Whole hours, rounded up; 0 once it has expired."),
  status: z.enum(["active", "expired"]),
  closesAt: at.describe("From then on its ports are closed: 24 h after its end."),
  host: z.string(),
  domain: z.string(),
  ports: z.int().describe("Ports that belong to it."),
  open: z.int(),
  whitelist: z.array(z.string()),
  usedBytes: bytes.describe("Carried in the last 30 days, both ways; not billed."),
});
export type UnlimitedPlan = z.output<typeof unlimitedPlan>;

export const unlimitedPort = z.object({
  id: z.string(),
  planId: z.string(),
  host: z.string(),
  port: z.int(),
  domain: z.string(),
  rotationMinutes: z.int(),
  nextRotationAt: at
    .nullable()
    .describe("When the exit changes next; null once the plan has expired."),
  format: z.string().describe("The template that its line is copied by."),
  country: z.string().describe("ISO 3166-1 alpha-2; empty for any of the region's."),
  countryName: z.string(),
  remark: z.string(),
  expiresAt: at,
  account: z.string(),
  password: z.string(),
  mbps: z.int().describe("Each way."),
  open: z.boolean().describe("A gateway listens there."),
  usedBytes: bytes,
});
export type UnlimitedPort = z.output<typeof unlimitedPort>;

const servers = { regions: z.array(unlimitedRegion) };
export const portServers = call({
  path: "/v1/unlimit/portServers",
  access: "key",
  summary: "Regions that port plans are sold for.",
  answer: servers,
});
export const bandwidthServers = call({
  path: "/v2/unlimit/bandwidthServers",
  access: "key",
  summary: "Regions that bandwidth plans are sold for.",
  answer: servers,
});

const paidFor = {
  order,
  paymentId: z.string().optional().describe("Where it is paid, by card or crypto."),
  payUrl: z.string().optional(),
};
export const orderUnlimit = call({
  path: "/v1/orderUnlimit",
  once: true,
  live: true,
  summary: "Orders an unlimited plan: ports of 5 Mbps each, or Mbps in steps of 100.",
  question: {
    kind,
    region: regionField,
    quantity: integer(1, mostMbpsOfPlan, "badQuantity", "enterQuantity"),
    days: planDays,
    method,
    couponId: optional(id()),
    requestId,
  },
  misfit: ({ kind, quantity }) => {
    if (kind === "port") {
      return quantity <= mostPortsOfPlan ? null : { field: "quantity", reason: "badQuantity" };
    }
    return quantity % bandwidthStepMbps === 0
      ? null
      : { field: "quantity", reason: "badBandwidth" };
  },
  answer: { ...paidFor, planId: z.string().nullable(), plan: unlimitedPlan.nullable() },
});
export const renewalUnlimit = call({
  path: "/v1/renewalUnlimit",
  once: true,
  live: true,
  summary: "Renews an unlimited plan from its end on; not once it has expired.",
  question: { planId: id(), days: planDays, method, requestId },
  answer: { ...paidFor, plan: unlimitedPlan },
});

const plansAsked = {
  ...paging,
  status: optional(z.enum(["active", "expired"], "badField")),
};
/** All of the kind's plans that are on the list, whatever page and status are asked for. */
const plansGlance = z.object({
  active: z.int(),
  expiring: z.int().describe("Of the active ones those that end within three days."),
  expired: z.int(),
  quantity: z.int().describe("Ports, or Mbps, of the active ones."),
  usedBytes: bytes.describe("Carried by all of them in the last 30 days, both ways."),
});
/** `plans` and `items` are the same. */
const plans = {
  ...paged(unlimitedPlan),
  plans: z.array(unlimitedPlan),
  glance: plansGlance,
};
export const portOrders = call({
  path: "/v1/unlimit/portOrders",
  access: "key",
  summary: "The account's port plans, newest first.",
  question: plansAsked,
  answer: plans,
});
export const bandwidthOrders = call({
  path: "/v1/unlimit/bandwidthOrders",
  access: "key",
  summary: "The account's bandwidth plans, newest first.",
  question: plansAsked,
  answer: plans,
});

const portsAsked = {
  planId: id(),
  ...paging,
  search: optional(text(100)).describe("Part of a port's number, its account, country or remark."),
};
/** `ports` and `items` are the same. */
const ports = {
  answeredAt: at.describe("By the product's clock: what `nextRotationAt` is counted down from."),
  plan: unlimitedPlan,
  ports: z.array(unlimitedPort),
  ...paged(unlimitedPort),
};
export const portOrder = call({
  path: "/v1/unlimit/portOrder",
  access: "key",
  summary: "A port plan and its ports.",
  question: portsAsked,
  answer: ports,
});
export const bandwidthOrder = call({
  path: "/v1/unlimit/bandwidthOrder",
  access: "key",
  summary: "A bandwidth plan and the port that its connections share.",
  question: portsAsked,
  answer: ports,
});

const moved = { regions: z.array(unlimitedRegion), plan: unlimitedPlan };
export const portRegion = call({
  path: "/v1/unlimit/portRegion",
  summary: "The regions open to a port plan; with `region` it moves there.",
  question: { planId: id(), region: optional(regionField) },
  answer: moved,
});
export const bandwidthRegion = call({
  path: "/v1/unlimit/bandwidthRegion",
  summary: "The regions open to a bandwidth plan; with `region` it moves there.",
  question: { planId: id(), region: optional(regionField) },
  answer: moved,
});

/** What may be changed of a port; what is absent stays. */
const portFields = {
  format: optional(
    z.string("badTemplate").max(templateMaxLength, "badTemplate").refine(isTemplate, "badTemplate"),
  ).describe("How its line is copied, such as `{host}:{port}:{user}:{password}`."),
  remark: text(200).optional(),
  country: text(2, "badCountry")
    .regex(/^([A-Za-z]{2})?$/, "badCountry")
    .transform((value) => value.toUpperCase())
    .refine((value) => value === "" || isCountry(value), "badCountry")
    .optional()
    .describe("ISO 3166-1 alpha-2, any case; empty for any of the region's."),
  account: optional(staticAccount),
  password: optional(staticPassword),
};
const minutes = (of: "port" | "bandwidth", reason: string) =>
  integer(rotationRange[of].min, rotationRange[of].max, reason);
export const upport = call({
  path: "/v1/unlimit/upport",
  summary: "Changes ports of port plans: how long an exit is kept, country, format, remark.",
  question: {
    ids: ids(),
    rotationMinutes: minutes("port", "badPortRotation"),
    ...portFields,
  },
  answer: { ports: z.array(unlimitedPort) },
});
export const upbandwidth = call({
  path: "/v1/unlimit/upbandwidth",
  summary: "Changes a bandwidth plan: how long an exit is kept, country, format, remark.",
  question: {
    planId: id(),
    rotationMinutes: minutes("bandwidth", "badBandwidthRotation"),
    ...portFields,
  },
  answer: { plan: unlimitedPlan, ports: z.array(unlimitedPort) },
});
export const rotateUnlimit = call({
  path: "/v1/unlimit/rotate",
  summary: "Gives ports another exit at once; open connections keep theirs.",
  question: { ids: ids() },
  answer: { ports: z.array(unlimitedPort) },
});
export const upwhite = call({
  path: "/v1/unlimit/upwhite",
  summary: "Replaces the client addresses that need no password at a plan's ports; empty clears.",
  question: { planId: id(), ips: list(mostPlanWhitelisted, "tooManyAddresses") },
  answer: { whitelist: z.array(z.string()) },
});
