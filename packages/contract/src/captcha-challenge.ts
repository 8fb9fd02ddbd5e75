/** What a 403 `captchaNeeded` asks to solve (spec/sign-in#proof-of-work). */
import { z } from "zod";

const parameters = z.object({
  algorithm: z.string().describe("How keys are derived: `PBKDF2/SHA-256`."),
  cost: z.int().describe("Iterations of each derivation."),
  expiresAt: z
    .int()
    .describe("Until when it can be answered, in seconds since 1970 (not ISO 8601)."),
  keyLength: z.int().describe("Bytes of a derived key."),
  keyPrefix: z.string().describe("How the key of the right counter begins, in hexadecimal."),
  keySignature: z.string().describe("Proves the right key to the server."),
  nonce: z.string().describe("What the counter follows, in hexadecimal."),
  salt: z.string().describe("The salt of each derivation, in hexadecimal."),
});

/** ALTCHA's fields, or those of Turnstile's widget. */
export const captchaChallenge = z
  .object({
    parameters: parameters.describe("ALTCHA: what to compute."),
    signature: z.string().describe("ALTCHA: the server's signature of the parameters."),
    type: z.literal("turnstile").describe("Turnstile: names it."),
    siteKey: z.string().describe("Turnstile: the widget's site key."),
    action: z.string().describe("Turnstile: the action to give the widget."),
    script: z.url().describe("Turnstile: the widget's script."),
  })
  .partial();
