/** Codes by mail, and the second address they may go to (spec/sign-in#mailed-codes). */
import { z } from "zod";
import { call } from "./call.ts";
import { flag, optional, text } from "./fields.ts";
import { email, mfaCode } from "./session.ts";

/** What a code is for; it is good for nothing else. */
export const scenes = ["forgot", "secureMail", "cancel", "unbindMfa", "signin"] as const;
export type Scene = (typeof scenes)[number];

export const mailCode = call({
  path: "/v1/mailCode",
  access: "visitor",
  summary: "Mails six digits for one purpose; says the same whether the address is known or not.",
  question: {
    scene: z.enum(scenes, "badField"),
    email: optional(email).describe(
      "Where it goes; for `cancel` and `unbindMfa` one of the account's own, its e-mail if absent.",
    ),
    secure: optional(flag()).describe(
      "For `cancel` and `unbindMfa`: to the secure e-mail, which is only shown masked.",
    ),
  },
  answer: { retryAfterSeconds: z.int() },
});

export const secureMail = call({
  path: "/v1/secureMail",
  summary: "Sets or replaces the secure e-mail by a code that was sent to it.",
  question: { email, code: text(10, "wrongCode").min(1, "missingField"), mfaCode },
  answer: { secureEmail: z.string().describe("The address, masked.") },
});
