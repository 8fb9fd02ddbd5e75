/** Unlimited plans, by port and by bandwidth (spec/unlimited#calls). */
import { payMethods } from "@turnpike/rules/payment-method.ts";
import { isUnlimitedRegion, unlimitedRegions } from "@turnpike/rules/unlimited-region.ts";
import { z } from "zod";
import { at, bytes, oneOf, requiredText } from "./fields.ts";
import { secret } from "./secret.ts";

/** Maximum number of client addresses in one plan's whitelist. */
export const maxWhitelistPerPlan = 100;

export const kind = z.enum(["port", "bandwidth"], "badField");
export const regionField = requiredText(40, "badRegion").pipe(
  z.string().refine(isUnlimitedRegion, "badRegion"),
);
export const planDays = oneOf([7, 30, 90], "badDays");
export const method = z.enum(payMethods, "badMethod");

/** A region with its stock and its price per port or Mbps for the whole period. */
export const unlimitedRegion = z
  .object({
    region: z.enum(unlimitedRegions).describe("The region's name in calls."),
    name: z.string().describe("The region's name, in the language of the call."),
    host: z.string().describe("The host that clients connect to."),
    stock: z.int().describe("The number of ports, or Mbps, that can be ordered now."),
    unitMicros: z
      .object({
        7: z.int().describe("For 7 days."),
        30: z.int().describe("For 30 days."),
        90: z.int().describe("For 90 days."),
      })
      .describe(
        "The price of one port or Mbps for the whole period, by days, in millionths of a US dollar.",
      ),
    countries: z
      .array(
        z.object({
          code: z.string().describe("The country as a two-letter code (ISO 3166-1 alpha-2)."),
          name: z.string().describe("The country's name, in the language of the call."),
          exits: z.int().describe("The number of exits online there."),
        }),
      )
      .describe("Countries of the region with exits online."),
  })
  .meta({
    id: "UnlimitedRegion",
    description: "A region of unlimited plans, with its stock and prices.",
  });
export type UnlimitedRegionShown = z.output<typeof unlimitedRegion>;

export const unlimitedPlan = z
  .object({
    id: z.string().describe("The plan's ID."),
    orderNo: z.string().describe("The number of the order that bought it."),
    kind: kind.describe(
      "`port`: ports of 5 Mbps each. `bandwidth`: a bandwidth that all connections share.",
    ),
    region: z.enum(unlimitedRegions).describe("The region that its exits are in."),
    regionName: z.string().describe("The region's name, in the language of the call."),
    quantity: z.int().describe("The number of ports, or Mbps, bought."),
    mbps: z
      .int()
      .describe("The bandwidth of all its ports together, each way, in megabits per second."),
    days: z.int().describe("The period that was bought or renewed last, in days."),
    startedAt: at.describe("The time it began."),
    expiresAt: at.describe("The time it ends."),
    remainingHours: z.int().describe("Hours until it ends, rounded up; 0 once it has ended."),
    status: z.enum(["active", "expired"]).describe("The status: `active` until it ends."),
    closesAt: at.describe("The time its ports close: 24 hours after its end."),
    host: z.string().describe("The host that clients connect to."),
    domain: z.string().describe("The same host, by its region's own name."),
    ports: z.int().describe("The number of its ports."),
    open: z.int().describe("The number of its ports that a gateway has open."),
    whitelist: z.array(z.string()).describe("Client addresses that need no password."),
    usedBytes: bytes.describe(
      "Traffic of the last 30 days, both directions, in bytes; not billed.",
    ),
  })
  .meta({ id: "UnlimitedPlan", description: "An unlimited plan of ports or bandwidth." });
export type UnlimitedPlan = z.output<typeof unlimitedPlan>;

export const unlimitedPort = z
  .object({
    id: z.string().describe("The port's ID."),
    planId: z.string().describe("The plan that it belongs to."),
    host: z.string().describe("The host that clients connect to."),
    port: z.int().describe("The port that clients connect to."),
    domain: z.string().describe("The same host, by its region's own name."),
    rotationMinutes: z.int().describe("The number of minutes it keeps an exit."),
    nextRotationAt: at
      .nullable()
      .describe("The time of the next exit change; null once the plan has expired."),
    format: z.string().describe("The template that its line is copied by."),
    country: z
      .string()
      .describe("The exits' country (ISO 3166-1 alpha-2); empty for any of the region."),
    countryName: z.string().describe("The country's name, in the language of the call."),
    remark: z.string().describe("The customer's description; empty without one."),
    expiresAt: at.describe("The time its plan ends."),
    account: z.string().describe("The username to connect with."),
    password: secret(z.string().describe("The password to connect with.")),
    rotateToken: secret(
      z
        .string()
        .nullable()
        .describe(
          "The token of `GET /rotate?token=`, which changes its exit without a session; a new password replaces it. Null once the plan has ended.",
        ),
    ),
    mbps: z.int().describe("Its bandwidth, each way, in megabits per second."),
    open: z.boolean().describe("True if a gateway listens at the port."),
    usedBytes: bytes.describe(
      "Traffic of the last 30 days, both directions, in bytes; not billed.",
    ),
    dayUsedBytes: bytes.describe("Traffic since midnight UTC, both directions, in bytes."),
  })
  .meta({ id: "UnlimitedPort", description: "A port of an unlimited plan." });
export type UnlimitedPort = z.output<typeof unlimitedPort>;
