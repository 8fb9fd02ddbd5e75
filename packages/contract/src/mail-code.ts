/** Mailed codes, and the second address they may go to (spec/sign-in#mailed-codes). */
import { z } from "zod";
import { call } from "./call.ts";
import { flag, optional, text } from "./fields.ts";
import { reasons } from "./reasons.ts";
import { captcha, email, freshProof } from "./session.ts";

/** What a code can be used for; it is valid for one purpose only. */
export const scenes = [
  "forgot",
  "secureMail",
  "cancel",
  "unbindMfa",
  "signin",
  "verify",
  "confirm",
] as const;
export type Scene = (typeof scenes)[number];

export const mailCode = call({
  path: "/v1/mailCode",
  access: "visitor",
  summary:
    "E-mails six digits for one purpose; the response is the same for known and unknown addresses.",
  description:
    "A code has six digits, lives 10 minutes, and allows 5 tries and one use. All scenes but `forgot` and `signin` need a session. `verify` and `confirm` go to the account's main address.",
  tag: "Sign-in",
  request: {
    scene: z.enum(scenes, "badField").describe("The scene: the purpose of the code."),
    email: optional(email).describe(
      "The address to send it to. For `cancel` and `unbindMfa` one of the account's own, its main address if absent. Not needed for `verify` and `confirm`.",
    ),
    secure: optional(flag()).describe(
      "1 to send it to the account's secure e-mail, for `cancel` and `unbindMfa`.",
    ),
    captcha,
  },
  response: { retryAfterSeconds: z.int().describe("Seconds until another code can be requested.") },
  refusals: ["sessionInvalid", "notYourAddress", "missingField", "tooManyTries", ...reasons.asked],
  example: {
    request: { scene: "forgot", email: "mara@example.com" },
    response: { retryAfterSeconds: 60 },
  },
});

export const secureMail = call({
  path: "/v1/secureMail",
  needsVerifiedEmail: true,
  summary: "Sets or replaces the secure e-mail by a code that was sent to it.",
  description:
    "Needs a fresh proof: `password`, `confirmCode`, or `mfaCode` if a second factor is bound. The main address gets a link that undoes the change for 7 days.",
  tag: "Security",
  request: {
    email: email.describe("The address to set, which the code was sent to."),
    code: text(10, "wrongCode")
      .min(1, "missingField")
      .describe("The six digits mailed for the scene `secureMail`."),
    ...freshProof,
  },
  response: { secureEmail: z.string().describe("The new address, masked.") },
  refusals: ["emailTaken", ...reasons.freshProof],
  example: {
    request: { email: "backup.device@example.org", code: "123456", mfaCode: "123456" },
    response: { secureEmail: "b***e@example.org" },
  },
});

export const verifyMail = call({
  path: "/v1/verifyMail",
  waitsForGateways: false,
  summary: "Verifies the account's e-mail address by a code that was sent to it.",
  description:
    "Such a code is e-mailed at sign-up; `/v1/mailCode` sends another one (scene `verify`).",
  tag: "Security",
  request: {
    code: text(10, "wrongCode")
      .min(1, "missingField")
      .describe("The six digits mailed at sign-up, or for the scene `verify`."),
  },
  response: { emailVerified: z.boolean().describe("True if the address is verified now.") },
  refusals: [...reasons.mailedCode],
  example: { request: { code: "123456" }, response: { emailVerified: true } },
});

export const mailCodeCalls = { mailCode, secureMail, verifyMail };
