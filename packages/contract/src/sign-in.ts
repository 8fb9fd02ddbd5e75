/** Sign-up, sign-in, sign-out and password recovery (spec/sign-in#calls). */
import { isRegistrationPassword } from "@turnpike/rules/credentials.ts";
import { teamRoles } from "@turnpike/rules/team.ts";
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import * as examples from "./examples/session.ts";
import { agreed, at, optional, text } from "./fields.ts";
import { reasons } from "./reasons.ts";
import { user, email, anyPassword, captcha, newPassword, mfaCode } from "./session.ts";
import { secret } from "./secret.ts";

export const signup = call({
  path: "/v1/signup",
  access: "visitor",
  summary: "Creates an account and signs it in.",
  description:
    "The session lives as long as `loginMinutes` allows. A code that verifies the e-mail address is e-mailed; `/v1/verifyMail` takes it.",
  tag: "Sign-in",
  request: {
    email: email.describe("The account's e-mail address."),
    password: z
      .string("enterPassword")
      .min(1, "enterPassword")
      .refine(isRegistrationPassword, "badRegistrationPassword")
      .describe("8 to 20 visible ASCII characters, a letter first."),
    inviteCode: optional(text(15, "unknownInviteCode")).describe(
      "The invitation code of another customer.",
    ),
    agree: agreed().describe("1 to accept the terms. Required."),
    captcha,
  },
  response: {
    session: secret(z.string().describe("The session's token; send it as `session` from now on.")),
    user,
  },
  refusals: [
    "emailTaken",
    "unknownInviteCode",
    "countryRefused",
    "disposableEmail",
    "commonPassword",
    "tooManyTries",
    ...reasons.asked,
  ],
  example: {
    request: {
      email: "mara@example.com",
      password: "Example-Pass-1",
      inviteCode: "FRIEND26",
      agree: true,
    },
    response: {
      session: examples.session,
      user: {
        ...customer.user,
        emailVerified: false,
        secureEmail: null,
        mfaBound: false,
        lastLoginAt: null,
        walletCents: 0,
        ipBalance: 0,
        trafficBytes: 0,
        staticCredits: { 7: 0, 30: 0, 90: 0 },
        shortCredits: { 1: 0, 3: 0, 7: 0 },
        invoiceTitle: null,
      },
    },
  },
});

export const signin = call({
  path: "/v1/signin",
  access: "visitor",
  summary:
    "Signs in by e-mail address and password; after too many failures also with a mailed code.",
  description:
    "An unknown e-mail address and a wrong password are refused alike, in the same time. If a second factor is bound, the first try returns 460 `mfaNeeded`.",
  tag: "Sign-in",
  request: {
    email: email.describe("The account's e-mail address."),
    password: anyPassword.describe("The account's password."),
    agree: agreed().describe("1 to accept the terms. Required."),
    code: optional(text(10, "wrongPasswordOrCode")).describe(
      "The code mailed for the scene `signin`. Required after a 429 whose `data.mailCode` is true.",
    ),
    mfaCode,
    captcha,
  },
  response: {
    session: secret(z.string().describe("The session's token; send it as `session` from now on.")),
    user,
  },
  refusals: [
    "wrongPassword",
    "wrongPasswordOrCode",
    "codeExpired",
    "codeUsedUp",
    ...reasons.entering,
    ...reasons.asked,
  ],
  example: {
    request: {
      email: "mara@example.com",
      password: "Example-Pass-1",
      agree: true,
      mfaCode: "123456",
    },
    response: { session: examples.session, user: customer.user },
  },
});

export const signout = call({
  path: "/v1/signout",
  roles: teamRoles,
  summary: "Ends this session.",
  tag: "Sign-in",
  example: { request: {}, response: {} },
});

export const repwd = call({
  path: "/v1/repwd",
  access: "visitor",
  summary: "Sets a new password by a mailed code, and ends every session and the access key.",
  description:
    "Uses a code of the scene `forgot`; one that went to the main address verifies that address. If the address was not verified before, linked logins, the secure e-mail address, webhooks and the second factor are removed too. So are whitelist entries, whitelisted ports, extraction links and the inviter, and proxies get new random passwords. A secure e-mail address that was set by a second factor which a session alone had bound cannot be used for recovery for 7 days.",
  tag: "Sign-in",
  request: {
    email: email.describe(
      "The address that the code was mailed to: the account's main or secure e-mail address.",
    ),
    code: text(10, "wrongCode")
      .min(1, "missingField")
      .describe("The six digits mailed for the scene `forgot`."),
    password: newPassword.describe("The new password."),
    mfaCode,
  },
  refusals: ["commonPassword", "accountDisabled", ...reasons.mailedCode],
  example: {
    request: {
      email: "mara@example.com",
      code: "123456",
      password: "Example-Pass-2",
      mfaCode: "123456",
    },
    response: {},
  },
});

export const webauto = call({
  path: "/v1/webauto",
  access: "visitor",
  summary: "Creates a ticket for another window from a session, or a session from a ticket.",
  description:
    "With a session it returns `ticket`, `url` and `expiresAt`; the address opens the dashboard signed in, once, within a minute. With a ticket it returns `session` and `user`.",
  tag: "Sign-in",
  request: {
    ticket: optional(text(100, "ticketExpired")).describe("A ticket from an earlier call."),
    mfaCode,
  },
  response: {
    ticket: secret(z.string().optional().describe("The ticket: valid once, within a minute.")),
    url: secret(z.string().optional().describe("The address that opens the dashboard signed in.")),
    expiresAt: at.optional().describe("The time the ticket expires."),
    session: secret(
      z.string().optional().describe("The session's token; send it as `session` from now on."),
    ),
    user: user.optional().describe("The account holder."),
  },
  refusals: ["ticketExpired", "sessionInvalid"],
  example: {
    request: { ticket: "EXAMPLE-TICKET" },
    response: { session: examples.session, user: customer.user },
  },
});

export const signInCalls = { signup, signin, signout, repwd, webauto };
