/** Sign-up, sign-in, sessions and passwords (spec/sign-in#calls). */
import { asciiEmail, isEmail, isSettingsPassword } from "@turnpike/rules/credentials.ts";
import { identityStates } from "@turnpike/rules/identity.ts";
import { teamRoles } from "@turnpike/rules/team.ts";
import { vatIdStates } from "@turnpike/rules/tax/tax.ts";
import { z } from "zod";
import { at, bytes, cents, optional, text } from "./fields.ts";
import { askedConsent } from "./asked-consent.ts";
import { secret } from "./secret.ts";

/** A third-party login. `account` identifies it to the holder: an e-mail address or a name. */
const binding = z.object({
  bound: z.boolean().describe("True if this login is bound."),
  account: z
    .string()
    .nullable()
    .describe("The holder's name or e-mail address there; null without one."),
  boundAt: at.nullable().describe("The time it was bound; null if it is not."),
});

export const bindings = z
  .object({
    google: binding.describe("The login with Google."),
    github: binding.describe("The login with GitHub."),
    linkedin: binding.describe("The login with LinkedIn."),
  })
  .meta({ id: "Bindings", description: "Logins with third parties." });

/** The payer, as shown on invoices. */
export const invoiceTitle = z
  .object({
    title: z.string().describe("The payer's name or company."),
    taxId: z.string().nullable().describe("The payer's tax number; null without one."),
    address: z.string().nullable().describe("The payer's postal address; null without one."),
    country: z
      .string()
      .nullable()
      .describe("The payer's country (ISO 3166-1 alpha-2); null without one."),
    name: z.string().nullable().describe("The person's name; null without one."),
    company: z.string().nullable().describe("The company's name; null without one."),
    street: z.string().nullable().describe("Street and number; null without them."),
    postal: z.string().nullable().describe("The postal code; null without one."),
    city: z.string().nullable().describe("The city; null without one."),
    vatId: z
      .string()
      .nullable()
      .describe("The VAT id of a company in the European Union; null without one."),
    vatIdState: z
      .enum(vatIdStates)
      .describe(
        "Whether the VAT id exists in the payer's country: `none` without one, `unchecked` while the register gave no answer. Only `valid` counts for tax.",
      ),
  })
  .meta({ id: "InvoiceTitle", description: "The payer, as invoices name them." });

export const arrears = z
  .object({
    cents: cents.describe("The sum owed, in US cents. The next recharge pays it first."),
    since: at.describe("The time the arrears began. Traffic goes on for 24 hours from then on."),
  })
  .nullable()
  .describe(
    "The account's arrears: the part of a dispute or refund that its wallet did not cover. Until they are paid, calls that spend are refused with `inArrears`. Null if nothing is owed.",
  );

export const identityState = z
  .enum(identityStates)
  .describe(
    "Whether the holder has proved who they are, by `/v1/identityStart`: some products are sold to them alone.",
  );

/** What a member of a team may do. */
export const teamRole = z.enum(teamRoles).describe("The member's role.");

/** The account holder, as returned to every screen. */
export const user = z
  .object({
    id: z.string().describe("The account's ID."),
    email: z.string().describe("The e-mail address that the account signs in with."),
    emailVerified: z
      .boolean()
      .describe("True if a mailed code has proved that the e-mail address is the holder's."),
    secureEmail: z
      .string()
      .nullable()
      .describe("The secure e-mail address, masked; null if none is set."),
    mfaBound: z.boolean().describe("True if a second factor is bound."),
    bindings: bindings.describe("Logins with third parties."),
    createdAt: at.describe("The time the account was created."),
    lastLoginAt: at.nullable().describe("The sign-in before this one; null at the first."),
    loginMinutes: z.int().describe("Minutes a session lives without a call; 0: for ever."),
    multiDevice: z.boolean().describe("True if several devices can be signed in at once."),
    inviteCode: z.string().describe("The account's invitation code."),
    walletCents: cents.describe("The wallet's balance, in US cents."),
    arrears,
    consents: z
      .array(askedConsent)
      .describe("The legal documents that the account is asked to agree to, by `/v1/consent`."),
    identity: identityState,
    ipBalance: z.int().describe("The number of pool IPs that the account can still open."),
    trafficBytes: bytes.describe("Traffic the account has left, in bytes."),
    trafficPools: z
      .array(
        z.object({
          pool: z.string().describe("The pool's name."),
          title: z.string().describe("What it is called, in the account's language."),
          bytes: bytes.describe("Traffic the account has left in it, in bytes."),
        }),
      )
      .describe("Traffic by pool, `residential` first: `trafficBytes` is its traffic."),
    staticCredits: z
      .object({
        7: z.int().describe("Credits for 7 days."),
        30: z.int().describe("Credits for 30 days."),
        90: z.int().describe("Credits for 90 days."),
      })
      .describe("Credits for static IPs, by their period in days."),
    shortCredits: z
      .object({
        1: z.int().describe("Credits for 1 day."),
        3: z.int().describe("Credits for 3 days."),
        7: z.int().describe("Credits for 7 days."),
      })
      .describe("Credits for short-term static IPs, by their period in days."),
    enterprise: z
      .object({
        ip: z
          .boolean()
          .describe("True if the account has the enterprise plan for IPs of the pool."),
        traffic: z.boolean().describe("True if the account has the enterprise plan for traffic."),
      })
      .describe("The account's enterprise plans."),
    accessKey: secret(
      z
        .string()
        .describe("The access key. Programs send it as `key`. Empty if an API key makes the call."),
    ),
    lang: z.string().describe("The language of e-mails and notices to this account."),
    hasPassword: z
      .boolean()
      .describe("True if a password is set; false for accounts that a linked login created."),
    invoiceTitle: invoiceTitle.nullable().describe("The payer on invoices; null if none is set."),
    teams: z
      .array(
        z.object({
          id: z.string().describe("The membership's ID, for `/v1/teamEnter`."),
          account: z.string().describe("The e-mail address of the account's owner."),
          role: teamRole,
        }),
      )
      .describe("The teams of others that the holder belongs to."),
    acting: z
      .object({
        id: z.string().describe("The membership's ID."),
        email: z.string().describe("The member's own e-mail address."),
        role: teamRole,
      })
      .nullable()
      .describe("The member of the team who makes the call; null if it is the holder."),
  })
  .meta({ id: "User", description: "The account holder." });
export type User = z.output<typeof user>;

/** An e-mail address in lower case; refused with "enter the correct email". */
export const email = z
  .string("badEmail")
  .trim()
  .toLowerCase()
  .max(254, "badEmail")
  .overwrite((text) => asciiEmail(text) ?? text)
  .refine(isEmail, "badEmail");
/** Any password to compare with, but not empty (spec/sign-in#credentials). */
export const anyPassword = z
  .string("enterPassword")
  .min(1, "enterPassword")
  .max(200, "wrongPassword");

/** A new password that meets the rules of the settings page (spec/sign-in#credentials). */
export const newPassword = z
  .string("enterPassword")
  .min(1, "enterPassword")
  .refine(isSettingsPassword, "badSettingsPassword");
/** The current TOTP code or a recovery code; required (and checked) only if MFA is bound. */
export const mfaCode = optional(text(200)).describe(
  "The current code of the second factor, or a recovery code. Required if a second factor is bound.",
);

/** The answer to what a network that behaves oddly is asked (spec/sign-in#proof-of-work). */
export const captcha = optional(text(4_000)).describe(
  "The answer to `data.challenge` of a 403 `captchaNeeded`: ALTCHA's payload, or Turnstile's token. It can be used once.",
);

/** A fresh proof of identity for changes to sign-in methods (spec/sign-in#fresh-proof). */
export const freshProof = {
  password: optional(anyPassword).describe(
    "The account's password, as a fresh proof. If a second factor is bound, `mfaCode` is the proof.",
  ),
  confirmCode: optional(text(10, "wrongCode")).describe(
    "The six digits mailed to the main address for the scene `confirm`, in place of `password`.",
  ),
  mfaCode,
};

/** Events of the login log (spec/accounts#login-log). */
export const loginEvents = [
  "signup",
  "signin",
  "google",
  "github",
  "linkedin",
  "auto",
  "signout",
  "ended",
  "passwordChanged",
  "passwordRecovered",
  "mfaBound",
  "mfaUnbound",
  "secureMailChanged",
  "loginBound",
  "loginUnbound",
  "accessKeyChanged",
  "apiKeyAdded",
  "apiKeyDeleted",
  "changeUndone",
  "webhookAdded",
  "webhookMoved",
  "webhookSecretRenewed",
  "viewed",
] as const;
export type LoginEvent = (typeof loginEvents)[number];

/** Events by which somebody proved their identity when a session began. */
export const signIns = [
  "signup",
  "signin",
  "google",
  "github",
  "linkedin",
] as const satisfies LoginEvent[];

/** Events by which somebody proved to be the holder: where they came from is then known. */
export const identityProvingEvents = [
  ...signIns,
  "auto",
  "passwordRecovered",
] as const satisfies LoginEvent[];
