/** The second factor (spec/sign-in#mfa): TOTP (RFC 6238) and recovery codes. */
import { z } from "zod";
import { call } from "./call.ts";
import { optional, text } from "./fields.ts";

export const mfaApp = call({
  path: "/v1/mfaApp",
  summary: "Apps that show the codes.",
  answer: {
    apps: z.array(z.object({ name: z.string(), ios: z.string(), android: z.string() })),
  },
});

export const mfaSecret = call({
  path: "/v1/mfaSecret",
  summary: "A fresh secret to bind; while MFA is bound there is none.",
  answer: {
    secret: z.string().describe("16 base32 characters."),
    otpauth: z.string(),
    qr: z.string().describe("An SVG as data URL."),
  },
});

export const bindMFa = call({
  path: "/v1/bindMFa",
  summary: "Binds MFA by the secret's first code and ends the other sessions.",
  question: { code: text(40, "mfaWrong").min(1, "missingField") },
  answer: { recoveryCodes: z.array(z.string()), ended: z.int() },
});

export const unbindMFa = call({
  path: "/v1/unbindMFa",
  summary: "Unbinds MFA by a code, a recovery code or a mailed code; ends the other sessions.",
  question: {
    code: optional(text(40, "mfaWrong")),
    mailCode: optional(text(10, "wrongCode")),
  },
  answer: { ended: z.int() },
});
