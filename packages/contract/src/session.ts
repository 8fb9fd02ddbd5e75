/** Sign-up, sign-in, sign-out (contract §2). */
import { z } from "zod";
import { call } from "./call.ts";
import { agreed, at, bytes, cents, optional, text } from "./fields.ts";
import { isEmail, isRegistrationPassword } from "@turnpike/rules/credentials.ts";

const binding = z.object({
  bound: z.boolean(),
  account: z.string().nullable(),
  boundAt: at.nullable(),
});

/** The account holder, as every screen knows them. */
export const user = z.object({
  id: z.string(),
  email: z.string(),
  secureEmail: z.string().nullable(),
  mfaBound: z.boolean(),
  bindings: z.object({ google: binding, github: binding, linkedin: binding }),
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
});
export type User = z.output<typeof user>;

/** An e-mail address, lower case; "enter the correct email" otherwise (spec §5). */
export const email = z
  .string("badEmail")
  .trim()
  .toLowerCase()
  .max(254, "badEmail")
  .refine(isEmail, "badEmail");
/** Any password to compare with; "enter your password" when empty (spec §5). */
export const anyPassword = z
  .string("enterPassword")
  .min(1, "enterPassword")
  .max(200, "wrongPassword");

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
  summary: "Signs in by e-mail and password.",
  question: { email, password: anyPassword, agree: agreed(), mfaCode: optional(text(20)) },
  answer: { session: z.string(), user },
});

export const signout = call({ path: "/v1/signout", summary: "Ends this session." });
