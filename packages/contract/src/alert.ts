/** Alerts: told when a balance gets low or something ends soon (spec/accounts#alerts). */
import { z } from "zod";
import { call } from "./call.ts";
import { flag, integer, number, optional } from "./fields.ts";

/** 0 (or null) switches a threshold off. */
const thresholds = z.object(
  {
    trafficGb: number("badThreshold")
      .pipe(z.number().min(0, "badThreshold").max(1_000_000, "badThreshold"))
      .nullish(),
    walletCents: integer(0, 1_000_000_000, "badThreshold").nullish(),
    expiryDays: integer(0, 90, "badThreshold").nullish(),
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
  summary: "When to be told; without fields it is only read. What is not named stays as it is.",
  question: {
    thresholds: z.preprocess(asObject, thresholds.optional()),
    email: optional(flag()),
  },
  answer: {
    email: z.boolean(),
    thresholds: z
      .object({
        trafficGb: z.number().nullable(),
        walletCents: z.int().nullable(),
        expiryDays: z.int().nullable(),
      })
      .describe("Null: never."),
  },
});
