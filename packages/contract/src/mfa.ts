/** The second factor (spec/sign-in#mfa): TOTP (RFC 6238) and recovery codes. */
import { z } from "zod";
import { call } from "./call.ts";
import { optional, text } from "./fields.ts";
import { reasons } from "./reasons.ts";
import { freshProof } from "./session.ts";
import { secret } from "./secret.ts";

export const mfaApp = call({
  path: "/v1/mfaApp",
  allowedInStaffView: true,
  summary: "Lists authenticator apps.",
  tag: "Security",
  response: {
    apps: z
      .array(
        z.object({
          name: z.string().describe("The app's name."),
          ios: z.string().describe("Its page in the App Store."),
          android: z.string().describe("Its page on Google Play."),
        }),
      )
      .describe("Authenticator apps."),
  },
  example: {
    request: {},
    response: {
      apps: [
        {
          name: "Aegis",
          ios: "https://apps.example.com/ios/aegis",
          android: "https://apps.example.com/android/aegis",
        },
      ],
    },
  },
});

export const mfaSecret = call({
  path: "/v1/mfaSecret",
  summary: "Creates a new secret for the second factor; refused while one is bound.",
  tag: "Security",
  response: {
    secret: secret(z.string().describe("The secret to type into an app: 16 base32 characters.")),
    otpauth: secret(
      z.string().describe("The secret as an `otpauth:` address, as apps read it from a QR code."),
    ),
    qr: secret(z.string().describe("The QR code, an SVG as a data URL.")),
  },
  refusals: ["mfaIssues"],
  example: {
    request: {},
    response: {
      secret: "JBSWY3DPEHPK3PXP",
      otpauth: "otpauth://totp/Proxies:mara%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Proxies",
      qr: "data:image/svg+xml;base64,PHN2Zy8+",
    },
  },
});

export const bindMFa = call({
  path: "/v1/bindMFa",
  summary: "Binds the second factor by the secret's first code, and ends the other sessions.",
  description:
    "The recovery codes are returned only this time. It needs a fresh proof, `password` or `confirmCode`, unless the account was created within the last 15 minutes. A change made with codes of a second factor that was bound without a proof cannot be used for recovery for 7 days, or until a sign-in by the password and that factor. The main address gets a link that undoes it for 7 days.",
  tag: "Security",
  request: {
    password: freshProof.password,
    confirmCode: freshProof.confirmCode,
    code: text(40, "mfaWrong").min(1, "missingField").describe("The code that the app shows now."),
  },
  response: {
    recoveryCodes: secret(
      z
        .array(z.string())
        .describe(
          "Recovery codes: each replaces a code of the second factor once. They are returned only this time.",
        ),
    ),
    ended: z.int().describe("The number of other sessions that this ended."),
  },
  refusals: ["mfaIssues", "mfaNotStarted", "mfaWrong", ...reasons.freshProof],
  example: {
    request: { code: "123456" },
    response: { recoveryCodes: ["EXAMPLE-CODE-01", "EXAMPLE-CODE-02"], ended: 1 },
  },
});

export const unbindMFa = call({
  path: "/v1/unbindMFa",
  summary:
    "Unbinds the second factor by its code, a recovery code or a mailed code, and ends the other sessions.",
  tag: "Security",
  request: {
    code: optional(text(40, "mfaWrong")).describe("The app's current code, or a recovery code."),
    mailCode: optional(text(10, "wrongCode")).describe(
      "The six digits mailed for the scene `unbindMfa`, in place of `code`.",
    ),
  },
  response: { ended: z.int().describe("The number of other sessions that this ended.") },
  refusals: ["mfaNotBound", "mfaIssues", "mfaNeeded", "mfaWrong", ...reasons.mailedCode],
  example: { request: { code: "123456" }, response: { ended: 1 } },
});

export const mfaCalls = { mfaApp, mfaSecret, bindMFa, unbindMFa };
