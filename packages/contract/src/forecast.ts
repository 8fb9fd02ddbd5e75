/** What lies ahead: how long balances last at the present rate, and what ends soon. */
import { z } from "zod";
import { call } from "./call.ts";
import { at, bytes, cents } from "./fields.ts";

const rate = {
  /** Days of use that the rate was taken from; 0 where there is too little to tell. */
  fromDays: z.int(),
  /** Days until nothing is left at that rate; null where nothing is used, or there is too little to tell. */
  daysLeft: z.number().nullable(),
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
      /** The last 14 days in UTC, the oldest first, today included. */
      days: z.array(z.object({ day: z.string(), bytes })),
      ...rate,
    }),
    wallet: z.object({
      leftCents: cents,
      perDayCents: cents,
      /** What renewals that are switched on will take from it within 30 days, credits counted first. */
      renewalsCents: cents,
      ...rate,
    }),
    /** The soonest first, ten at most. */
    endings: z.array(
      z.object({
        kind: z.enum(["whitelist", "coupon", "static", "short", "port", "bandwidth", "ip"]),
        name: z.string(),
        endsAt: at,
        /** It will be renewed by itself; null where such a thing is not renewed so. */
        autoRenew: z.boolean().nullable(),
        /** The screen where something can be done. */
        to: z.string(),
      }),
    ),
    endingsTotal: z.int(),
  },
});
