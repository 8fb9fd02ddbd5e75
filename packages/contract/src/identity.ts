/** Logins with third parties (spec/sign-in#linked-logins). */
import { z } from "zod";
import { call } from "./call.ts";
import { agreed, flag, optional, text } from "./fields.ts";
import { bindings, mfaCode, user } from "./session.ts";

export const providers = ["google", "github", "linkedin"] as const;
export type Provider = (typeof providers)[number];

const option = z.object({
  clientId: z.string(),
  state: z.string(),
  nonce: z.string(),
  url: z
    .string()
    .describe(
      "Where the browser goes: the provider's page, which sends it back to /index/loading.",
    ),
});

export const loginOptions = call({
  path: "/v1/loginOptions",
  access: "visitor",
  summary: "How to sign in by (or, with a session, bind) a third party; null where not set up.",
  question: {
    redirectUri: optional(text(500)).describe(
      "The dashboard's own /index/loading as this browser names it; PUBLIC_URL's if absent.",
    ),
  },
  answer: { google: option.nullable(), github: option.nullable(), linkedin: option.nullable() },
});

/** What a provider gave: an ID token, or a code with the state that it came back with. */
const given = {
  credential: optional(text(8000, "providerRefused")),
  code: optional(text(2000, "providerRefused")),
  redirectUri: optional(text(500, "providerRefused")),
  state: optional(text(2000, "providerRefused")),
};

export const gLogin = call({
  path: "/v1/gLogin",
  access: "visitor",
  summary: "Signs in by Google, or registers.",
  question: {
    ...given,
    proof: optional(text(2000, "providerRefused")).describe(
      "What a refusal for want of `mfaCode` answered: the provider is not asked twice.",
    ),
    inviteCode: optional(text(15, "unknownInviteCode")),
    agree: agreed(),
    mfaCode,
  },
  answer: { session: z.string(), user, created: z.boolean() },
});

export const gBind = call({
  path: "/v1/gBind",
  summary: "Binds or unbinds a login with a third party.",
  question: {
    provider: z.enum(providers, "badField"),
    ...given,
    unbind: optional(flag()),
    mfaCode,
  },
  answer: { bindings },
});
