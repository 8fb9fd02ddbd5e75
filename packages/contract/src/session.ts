/** Sign-up, sign-in, sessions and passwords (spec/sign-in#calls). */
import { z } from "zod";
import { call } from "./call.ts";
import {
  agreed,
  at,
  bytes,
  cents,
  flag,
  id,
  integer,
  optional,
  paged,
  paging,
  text,
} from "./fields.ts";
import {
  isEmail,
  isRegistrationPassword,
  isSettingsPassword,
} from "@turnpike/rules/credentials.ts";
import { isLoginMinutes, loginMinutes } from "@turnpike/rules/session-life.ts";

/** A login with a third party. `account` is how the holder knows it: an e-mail or a name. */
const binding = z.object({
  bound: z.boolean(),
  account: z.string().nullable(),
  boundAt: at.nullable(),
});

export const bindings = z.object({ google: binding, github: binding, linkedin: binding });

/** Who pays, as invoices name them. */
export const invoiceTitle = z.object({
  title: z.string(),
  taxId: z.string().nullable(),
  address: z.string().nullable(),
  country: z.string().nullable(),
});

/** The account holder, as every screen knows them. */
export const user = z.object({
  id: z.string(),
  email: z.string(),
  secureEmail: z.string().nullable(),
  mfaBound: z.boolean(),
  bindings,
  createdAt: at,
  lastLoginAt: at.nullable(),
  loginMinutes: z.int(),
  multiDevice: z.boolean(),
  inviteCode: z.string(),
  walletCents: cents,
  ipBalance: z.int(),
  trafficBytes: bytes,
  staticCredits: z.object({ 7: z.int(), 30: z.int(), 90: z.int() }),
  shortCredits: z.object({ 1: z.int(), 3: z.int(), 7: z.int() }),
  enterprise: z.object({ ip: z.boolean(), traffic: z.boolean() }),
  accessKey: z.string(),
  lang: z.string(),
  hasPassword: z
    .boolean()
    .describe("False where the account was made by a linked login and has no password yet."),
  invoiceTitle: invoiceTitle.nullable(),
});
export type User = z.output<typeof user>;

/** An e-mail address, lower case; "enter the correct email" otherwise. */
export const email = z
  .string("badEmail")
  .trim()
  .toLowerCase()
  .max(254, "badEmail")
  .refine(isEmail, "badEmail");
/** Any password to compare with; "enter your password" when empty (spec/sign-in#credentials). */
export const anyPassword = z
  .string("enterPassword")
  .min(1, "enterPassword")
  .max(200, "wrongPassword");

/** A password as the settings want it (spec/sign-in#credentials). */
export const newPassword = z
  .string("enterPassword")
  .min(1, "enterPassword")
  .refine(isSettingsPassword, "badSettingsPassword");
/** What the second factor shows now, or a recovery code; needed (and judged) where MFA is bound. */
export const mfaCode = optional(text(200));

export const signup = call({
  path: "/v1/signup",
  access: "visitor",
  summary: "Registers an account and signs it in.",
  question: {
    email,
    password: z
      .string("enterPassword")
      .min(1, "enterPassword")
      .refine(isRegistrationPassword, "badRegistrationPassword"),
    inviteCode: optional(text(15, "unknownInviteCode")),
    agree: agreed(),
  },
  answer: { session: z.string(), user },
});

export const signin = call({
  path: "/v1/signin",
  access: "visitor",
  summary: "Signs in by e-mail and password; after too many failures with a mailed code as well.",
  question: {
    email,
    password: anyPassword,
    agree: agreed(),
    code: optional(text(10, "wrongPasswordOrCode")).describe(
      "Where a 429 bears `mailCode`: what `/v1/mailCode` mailed for the scene `signin`.",
    ),
    mfaCode,
  },
  answer: { session: z.string(), user },
});

export const signout = call({ path: "/v1/signout", summary: "Ends this session." });

export const repwd = call({
  path: "/v1/repwd",
  access: "visitor",
  summary: "Sets a new password by a mailed code and ends every session of the account.",
  question: {
    email: email.describe("The address that the code went to: the e-mail or the secure e-mail."),
    code: text(10, "wrongCode").min(1, "missingField"),
    password: newPassword,
    mfaCode,
  },
});

export const upPwd = call({
  path: "/v1/upPwd",
  summary: "Changes the password and ends the other sessions.",
  question: { oldPassword: anyPassword, newPassword, mfaCode },
  answer: { ended: z.int() },
});

export const moreLogin = call({
  path: "/v1/moreLogin",
  summary: "Allows several devices at once, or one: then the other sessions end.",
  question: { enabled: flag() },
  answer: { multiDevice: z.boolean() },
});

export const upTokenCache = call({
  path: "/v1/upTokenCache",
  summary: "Sets how long a session lives without a call; 0 is always online.",
  question: {
    minutes: integer(0, loginMinutes.most, "badMinutes").refine(isLoginMinutes, "badMinutes"),
  },
  answer: { loginMinutes: z.int() },
});

export const webauto = call({
  path: "/v1/webauto",
  access: "visitor",
  summary: "With a session: a ticket for another window. With a ticket: a session of its own.",
  question: { ticket: optional(text(100, "ticketExpired")) },
  answer: {
    ticket: z.string().optional(),
    url: z.string().optional(),
    expiresAt: at.optional(),
    session: z.string().optional(),
    user: user.optional(),
  },
});

export const sessions = call({
  path: "/v1/sessions",
  summary: "Where the account is signed in now, this session first.",
  answer: {
    items: z.array(
      z.object({
        id: z.string(),
        current: z.boolean(),
        createdAt: at,
        lastSeenAt: at,
        expiresAt: at
          .nullable()
          .describe("When it ends unless it is used; null where it is always online."),
        ip: z.string(),
        country: z.string().nullable(),
        countryName: z.string().nullable(),
        agent: z.string(),
      }),
    ),
  },
});

export const endSessions = call({
  path: "/v1/endSessions",
  summary: "Ends one session, or all but this one.",
  question: { id: optional(id()) },
  answer: { ended: z.int() },
});

/** What the login log tells of (spec/accounts#login-log). */
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
  "webhookAdded",
  "webhookMoved",
  "webhookSecretRenewed",
] as const;
export type LoginEvent = (typeof loginEvents)[number];

/** Those by which somebody proved to be the holder: where they came from is known from then on. */
export const entrances = [
  "signup",
  "signin",
  "google",
  "github",
  "linkedin",
  "auto",
  "passwordRecovered",
] as const satisfies LoginEvent[];

export const loginLog = call({
  path: "/v1/loginLog",
  summary: "Sign-ins and changes of what guards the account, newest first.",
  question: paging,
  answer: paged(
    z.object({
      at,
      ip: z.string(),
      country: z.string().nullable(),
      countryName: z.string().nullable(),
      agent: z.string(),
      current: z.boolean().describe("Whether it was this session."),
      event: z.enum(loginEvents),
    }),
  ),
});
