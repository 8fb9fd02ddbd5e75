/** Sign-in through third parties (spec/sign-in#linked-logins). */
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import * as examples from "./examples/session.ts";
import { agreed, flag, optional, text } from "./fields.ts";
import { reasons } from "./reasons.ts";
import { bindings, captcha, freshProof, mfaCode, user } from "./session.ts";
import { secret } from "./secret.ts";

export const providers = ["google", "github", "linkedin"] as const;
export type Provider = (typeof providers)[number];

const option = z.object({
  clientId: z.string().describe("This installation's client ID with the provider."),
  state: z.string().describe("A value to send back unchanged with the provider's response."),
  nonce: z.string().describe("The nonce that the provider's ID token has to contain."),
  url: z
    .string()
    .describe("The provider's sign-in page, which sends the browser back to `redirectUri`."),
});

export const loginOptions = call({
  path: "/v1/loginOptions",
  allowedInStaffView: true,
  access: "visitor",
  summary: "Returns the data for signing in with third parties, or for linking their logins.",
  tag: "Sign-in",
  request: {
    redirectUri: optional(text(500)).describe(
      "The page to which the provider sends the browser back: the dashboard's `/index/loading`. By default that of PUBLIC_URL.",
    ),
  },
  response: {
    google: option.nullable().describe("The sign-in with Google; null if it is not set up."),
    github: option.nullable().describe("The sign-in with GitHub; null if it is not set up."),
    linkedin: option.nullable().describe("The sign-in with LinkedIn; null if it is not set up."),
  },
  refusals: ["providerRefused"],
  example: {
    request: { redirectUri: `${customer.site}/index/loading` },
    response: {
      google: examples.option("google"),
      github: examples.option("github"),
      linkedin: null,
    },
  },
});

/** What the provider returned: an ID token, or a code together with its state. */
const input = {
  credential: optional(text(8000, "providerRefused")).describe("The provider's ID token."),
  code: optional(text(2000, "providerRefused")).describe(
    "The provider's authorization code, in place of `credential`.",
  ),
  redirectUri: optional(text(500, "providerRefused")).describe(
    "The `redirectUri` that the code was requested with.",
  ),
  state: optional(text(2000, "providerRefused")).describe("The `state` from `/v1/loginOptions`."),
};

export const gLogin = call({
  path: "/v1/gLogin",
  access: "visitor",
  summary: "Signs in with Google; creates the account at the first sign-in.",
  description:
    "Takes Google's ID token as `credential`, or `code` with the `redirectUri` and `state` of `/v1/loginOptions`.",
  tag: "Sign-in",
  request: {
    ...input,
    proof: optional(text(2000, "providerRefused")).describe(
      "The `proof` from a 460 `mfaNeeded` or a 403 `captchaNeeded`, in place of the provider's response.",
    ),
    inviteCode: optional(text(15, "unknownInviteCode")).describe(
      "The invitation code, for new accounts.",
    ),
    agree: agreed().describe("1 to accept the terms. Required."),
    mfaCode,
    captcha,
  },
  response: {
    session: secret(z.string().describe("The session's token; send it as `session` from now on.")),
    user,
    created: z.boolean().describe("True if a new account was created."),
  },
  refusals: [
    ...reasons.byProvider,
    "accountDisabled",
    "linkBySignIn",
    "providerEmailUnverified",
    "unknownInviteCode",
    "countryRefused",
    "disposableEmail",
    "missingField",
    ...reasons.asked,
  ],
  example: {
    request: { credential: "EXAMPLE.ID.TOKEN", agree: true, mfaCode: "123456" },
    response: { session: examples.session, user: customer.user, created: false },
  },
});

export const gBind = call({
  path: "/v1/gBind",
  needsVerifiedEmail: true,
  summary: "Links or unlinks a login with a third party.",
  description:
    "Linking needs a fresh proof: `password`, `confirmCode`, or `mfaCode` if a second factor is bound. The main address gets a link that undoes it for 7 days.",
  tag: "Security",
  request: {
    provider: z.enum(providers, "badField").describe("The third party."),
    ...input,
    unbind: optional(flag()).describe("1 to remove the login instead."),
    ...freshProof,
  },
  response: { bindings },
  refusals: [
    ...reasons.byProvider,
    "identityTaken",
    "loginBound",
    "loginNotBound",
    "setPasswordFirst",
    ...reasons.freshProof,
  ],
  example: {
    request: { provider: "google", credential: "EXAMPLE.ID.TOKEN" },
    response: { bindings: customer.bindings },
  },
});

export const identityCalls = { loginOptions, gLogin, gBind };
