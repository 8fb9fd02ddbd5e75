/** Alerts, sent when a balance gets low or something expires soon (spec/accounts#alerts). */
import { z } from "zod";
import { call } from "./call.ts";
import { flag, integer, number, optional } from "./fields.ts";

/** 0 (or null) turns a threshold off. */
const thresholds = z.object(
  {
    trafficGb: number("badThreshold")
      .pipe(z.number().min(0, "badThreshold").max(1_000_000, "badThreshold"))
      .nullish()
      .describe("Alert when less traffic is left, in GB of 1,000,000,000 bytes; 0 or null: never."),
    walletCents: integer(0, 1_000_000_000, "badThreshold")
      .nullish()
      .describe("Alert when the wallet holds less, in US cents; 0 or null: never."),
    expiryDays: integer(0, 90, "badThreshold")
      .nullish()
      .describe("Alert so many days before something ends; 0 or null: never."),
  },
  "badThreshold",
);

/** A form sends the object as JSON text. */
function asObject(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

export const alerts = call({
  path: "/v1/alerts",
  access: "read",
  accessWith: { thresholds: "manage", email: "manage" },
  summary: "Returns or sets alert thresholds; absent fields keep their values.",
  description:
    "Each alert is sent once until it is over: in the dashboard and, with `email`, by e-mail.",
  tag: "Account",
  request: {
    thresholds: z
      .preprocess(asObject, thresholds.optional())
      .describe(
        "The thresholds to change; a form sends them as JSON text. Absent ones keep their values.",
      ),
    email: optional(flag()).describe(
      "1 to get alerts by e-mail too, 0 to see them in the dashboard alone.",
    ),
  },
  response: {
    email: z.boolean().describe("True if alerts are sent by e-mail too."),
    thresholds: z
      .object({
        trafficGb: z
          .number()
          .nullable()
          .describe("Traffic that is left, in GB of 1,000,000,000 bytes."),
        walletCents: z.int().nullable().describe("The wallet's balance, in US cents."),
        expiryDays: z.int().nullable().describe("Days before something ends."),
      })
      .describe("The thresholds; null: never."),
  },
  refusals: ["badThreshold"],
  example: {
    request: { thresholds: { trafficGb: 5, walletCents: 2_000, expiryDays: 3 }, email: true },
    response: { email: true, thresholds: { trafficGb: 5, walletCents: 2_000, expiryDays: 3 } },
  },
});

export const alertCalls = { alerts };
