/** What lies ahead: how long balances last at the present rate, and what ends soon. */
import { z } from "zod";
import { call } from "./call.ts";
import { at, bytes, cents } from "./fields.ts";

const rate = {
  fromDays: z
    .int()
    .describe(
      "Full days of use that the rate was taken from; 0 where there is too little to tell.",
    ),
  daysLeft: z
    .number()
    .nullable()
    .describe(
      "Days until nothing is left at that rate; null where nothing is used, or there is too little to tell.",
    ),
};

export const forecast = call({
  path: "/v1/forecast",
  access: "key",
  summary:
    "How long traffic and wallet last at the present rate, and what ends in the next 30 days.",
  answer: {
    traffic: z.object({
      leftBytes: bytes,
      todayBytes: bytes,
      yesterdayBytes: bytes,
      perDayBytes: bytes,
      days: z
        .array(z.object({ day: z.string(), bytes }))
        .describe("The last 14 days in UTC, the oldest first, today included."),
      ...rate,
    }),
    wallet: z.object({
      leftCents: cents,
      perDayCents: cents,
      renewals: z
        .int()
        .describe("How often static IPs whose auto-renew is on will be renewed within 30 days."),
      renewalsCents: cents.describe(
        "What those renewals will take from it, credits counted first.",
      ),
      missingCents: cents.describe("What of that it does not hold."),
      ...rate,
    }),
    endings: z
      .array(
        z.object({
          kind: z.enum(["whitelist", "coupon", "static", "short", "port", "bandwidth"]),
          id: z.string(),
          name: z.string(),
          endsAt: at,
          autoRenew: z
            .boolean()
            .nullable()
            .describe("It will be renewed by itself; null where such a thing is not renewed so."),
          to: z.string().describe("The screen where something can be done."),
        }),
      )
      .describe(
        "The soonest first, ten at most; where there are more, those that nothing renews come first.",
      ),
    endingsTotal: z.int(),
  },
});
