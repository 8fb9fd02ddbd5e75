/** The ports of unlimited plans (spec/unlimited#calls). */
import { isTemplate, templateMaxLength } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { isCountry } from "@turnpike/rules/unlimited-region.ts";
import { rotationRange } from "@turnpike/rules/unlimited.ts";
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import * as examples from "./examples/unlimited.ts";
import { at, id, ids, integer, list, optional, paged, paging, text } from "./fields.ts";
import { reasons } from "./reasons.ts";
import { staticAccount, staticPassword } from "./static.ts";
import { maxWhitelistPerPlan, unlimitedPlan, unlimitedPort } from "./unlimited.ts";

const portsAsked = {
  planId: id().describe("The plan, by ID."),
  ...paging,
  search: optional(text(100)).describe("Part of a port's number, username, country or remark."),
};

/** `ports` and `items` are the same. */
export const ports = {
  answeredAt: at.describe("The time of this response, to count down to `nextRotationAt` from."),
  plan: unlimitedPlan.describe("The plan."),
  ports: z.array(unlimitedPort).describe("The same as `items`."),
  ...paged(unlimitedPort),
};

export const portOrder = call({
  path: "/v1/unlimit/portOrder",
  access: "read",
  summary: "Returns a port plan and its ports.",
  tag: "Unlimited plans",
  request: portsAsked,
  response: ports,
  refusals: ["planNotFound"],
  example: {
    request: { planId: customer.planIds.ports, page: 1, limit: 10 },
    response: examples.portsOf(customer.portPlan, customer.planPort),
  },
});

export const bandwidthOrder = call({
  path: "/v1/unlimit/bandwidthOrder",
  access: "read",
  summary: "Returns a bandwidth plan and the port that its connections share.",
  tag: "Unlimited plans",
  request: portsAsked,
  response: ports,
  refusals: ["planNotFound"],
  example: {
    request: { planId: customer.planIds.bandwidth },
    response: examples.portsOf(examples.bandwidthPlan, examples.sharedPort),
  },
});

/** Editable fields of a port; absent ones stay unchanged. */
const portFields = {
  format: optional(
    z.string("badTemplate").max(templateMaxLength, "badTemplate").refine(isTemplate, "badTemplate"),
  ).describe(
    "The template by which its line is copied, such as `{host}:{port}:{user}:{password}`.",
  ),
  remark: text(200).optional().describe("A description; empty text removes it."),
  country: text(2, "badCountry")
    .regex(/^([A-Za-z]{2})?$/, "badCountry")
    .transform((value) => value.toUpperCase())
    .refine((value) => value === "" || isCountry(value), "badCountry")
    .optional()
    .describe(
      "The exits' country (ISO 3166-1 alpha-2, any case); empty text for any of the region.",
    ),
  account: optional(staticAccount).describe("A new username, 6 to 22 letters and digits."),
  password: optional(staticPassword).describe(
    "A new password, 6 to 22 letters and digits; at least 10 if only digits.",
  ),
};

const minutes = (of: "port" | "bandwidth", reason: string) =>
  integer(rotationRange[of].min, rotationRange[of].max, reason);

const fromNextRotation =
  "Another country or time applies from the next rotation on; open connections keep their exit.";
export const upport = call({
  path: "/v1/unlimit/upport",
  access: "proxies",
  summary: "Changes ports of port plans: rotation, country, format, remark.",
  description: fromNextRotation,
  tag: "Unlimited plans",
  request: {
    ids: ids().describe("The ports, by ID. Separated by commas in a form."),
    rotationMinutes: minutes("port", "badPortRotation").describe(
      "The number of minutes to keep an exit.",
    ),
    ...portFields,
  },
  response: { ports: z.array(unlimitedPort).describe("The ports.") },
  refusals: reasons.portEditing,
  example: {
    request: { ids: [customer.portIds[0]], rotationMinutes: 10, country: "DE" },
    response: { ports: [customer.planPort] },
  },
});

export const upbandwidth = call({
  path: "/v1/unlimit/upbandwidth",
  access: "proxies",
  summary: "Changes a bandwidth plan: rotation, country, format, remark.",
  description: fromNextRotation,
  tag: "Unlimited plans",
  request: {
    planId: id().describe("The plan, by ID."),
    rotationMinutes: minutes("bandwidth", "badBandwidthRotation").describe(
      "The number of minutes to keep an exit.",
    ),
    ...portFields,
  },
  response: {
    plan: unlimitedPlan.describe("The plan."),
    ports: z.array(unlimitedPort).describe("Its ports."),
  },
  refusals: reasons.portEditing,
  example: {
    request: { planId: customer.planIds.bandwidth, rotationMinutes: 10 },
    response: { plan: examples.bandwidthPlan, ports: [examples.sharedPort] },
  },
});

export const rotateUnlimit = call({
  path: "/v1/unlimit/rotate",
  access: "proxies",
  summary: "Gives ports another exit at once; open connections keep theirs.",
  tag: "Unlimited plans",
  request: { ids: ids().describe("The ports, by ID. Separated by commas in a form.") },
  response: {
    ports: z.array(unlimitedPort).describe("The ports, with the time of their next rotation."),
  },
  refusals: ["portNotFound", "planExpired"],
  example: { request: { ids: [customer.portIds[0]] }, response: { ports: [customer.planPort] } },
});

export const upwhite = call({
  path: "/v1/unlimit/upwhite",
  access: "proxies",
  summary: "Replaces the client addresses that need no password at a plan's ports.",
  description: "Replaces the whole list.",
  tag: "Unlimited plans",
  request: {
    planId: id().describe("The plan, by ID."),
    ips: list(maxWhitelistPerPlan, "tooManyAddresses").describe(
      "Client addresses, 100 at most, separated by commas in a form; empty text clears the list.",
    ),
  },
  response: {
    whitelist: z.array(z.string()).describe("The client addresses that need no password now."),
  },
  refusals: [
    "planNotFound",
    "planExpired",
    "badIp",
    "privateIp",
    "mainlandChinaIp",
    "countryRefused",
  ],
  example: {
    request: { planId: customer.planIds.ports, ips: ["203.0.113.7"] },
    response: { whitelist: ["203.0.113.7"] },
  },
});

export const unlimitedPortCalls = {
  portOrder,
  bandwidthOrder,
  upport,
  upbandwidth,
  rotateUnlimit,
  upwhite,
};
