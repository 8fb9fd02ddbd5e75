/** The account at a glance (contract §3). */
import { z } from "zod";
import { call } from "./call.ts";
import { at, bytes, cents, optional, paged, paging, text } from "./fields.ts";
import { bonusTier } from "./payment.ts";
import { user } from "./session.ts";

export const member = call({
  path: "/v1/member",
  access: "key",
  summary: "The account holder.",
  answer: user.shape,
});

export const headerInit = call({
  path: "/v1/headerInit",
  access: "key",
  summary: "What the header of every page shows.",
  answer: {
    email: z.string(),
    walletCents: cents,
    mfaBound: z.boolean(),
    notices: z.array(z.object({ id: z.string(), title: z.string(), at })),
  },
});

export const indexInit = call({
  path: "/v2/indexInit",
  access: "key",
  summary: "What the home page shows.",
  answer: {
    walletCents: cents,
    ipBalance: z.int(),
    trafficBytes: bytes,
    staticCredits: user.shape.staticCredits,
    shortCredits: user.shape.shortCredits,
    promotions: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        fromCents: cents,
        percent: z.number(),
        endsAt: at,
      }),
    ),
    bonusTiers: z.array(bonusTier),
    news: z.array(z.object({ id: z.string(), title: z.string(), body: z.string(), at })),
    couponCount: z.int(),
    /** `qr` is an image as a data URL, or empty; `hours` is the promised time to an answer. */
    support: z.object({ email: z.string(), qr: z.string(), hours: z.int() }),
    antiFraud: z.string(),
  },
});

export const ledger = call({
  path: "/v1/ledger",
  access: "key",
  summary: "Every line of the account's own ledger, newest first, with its running balance.",
  question: { ...paging, asset: optional(text(20)) },
  answer: paged(
    z.object({
      id: z.string(),
      at,
      asset: z.string(),
      amount: z.int(),
      balance: z.int(),
      kind: z.string(),
      ref: z.string(),
    }),
  ),
});
