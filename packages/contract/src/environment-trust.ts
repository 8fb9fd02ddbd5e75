/** The environment variables that say who may sign up (spec/sign-in#proof-of-work, spec/sign-in#disposable-mail). */
import { z } from "zod";
import { flag, providerUrl, safeUrl } from "./environment-fields.ts";

/** docs/settings.md is generated from the comments. */
export const trustVariables = {
  // Sign-up
  /**
   * What a network that behaves oddly has to solve: `none`, `altcha` (a proof of work, by this
   * server) or `turnstile` (Cloudflare's). `altcha` by default in production; `none` in the lab, and
   * where PUBLIC_URL is plain http, over which browsers cannot compute the proof.
   */
  CAPTCHA: z.enum(["none", "altcha", "turnstile"]).optional(),
  /** 1: ask at every sign-up, sign-in and mailed code. */
  CAPTCHA_ALWAYS: flag,
  /** The site key of a Turnstile widget. */
  TURNSTILE_SITE_KEY: z.string().optional(),
  /** The secret key of that widget. */
  TURNSTILE_SECRET: z.string().optional(),
  /** The URL of Turnstile. */
  TURNSTILE_URL: providerUrl("https://challenges.cloudflare.com"),
  /**
   * What people with a throw-away mailbox may do: sign up and buy (`allow`), buy only once they have
   * proved the address (`verify`), or not even sign up (`refuse`).
   */
  DISPOSABLE_MAIL: z.enum(["allow", "verify", "refuse"]).default("allow"),
  /**
   * Who checks identities: your staff, from documents (`manual`), or Stripe Identity (`stripe`),
   * with the keys of card payments.
   */
  IDENTITY_PROVIDER: z.enum(["manual", "stripe"]).default("manual"),
  /**
   * The URL of a signed file that names the newest version; `doctor` and the console's set-up then
   * say if there is a newer one. Unset: nobody is asked.
   */
  UPDATES_URL: safeUrl.optional(),
  /** The public key (Ed25519, base64 of its DER form) that signs that file. */
  UPDATES_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{59}=$/, "must be the base64 of an Ed25519 public key in DER form")
    .optional(),
  /** The URL of Telegram's Bot API, for alerts of the staff. */
  TELEGRAM_API_URL: providerUrl("https://api.telegram.org"),
};
