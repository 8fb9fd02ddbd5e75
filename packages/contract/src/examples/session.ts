/** Signing in, by example. */
import { site, user } from "./customer.ts";
import type { SomeExamples } from "./example.ts";

const session = "EXAMPLE-SESSION-TOKEN";
const option = (name: string) => ({
  clientId: `example-client-at-${name}`,
  state: "EXAMPLE-STATE",
  nonce: "EXAMPLE-NONCE",
  url: `https://${name}.example/authorize?client_id=example-client-at-${name}&state=EXAMPLE-STATE`,
});

export const sessionExamples = {
  signup: {
    question: {
      email: "mara@example.com",
      password: "Example-Pass-1",
      inviteCode: "FRIEND26",
      agree: true,
    },
    answer: {
      session,
      user: {
        ...user,
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
  signin: {
    question: {
      email: "mara@example.com",
      password: "Example-Pass-1",
      agree: true,
      mfaCode: "123456",
    },
    answer: { session, user },
  },
  signout: { question: {}, answer: {} },
  repwd: {
    question: {
      email: "mara@example.com",
      code: "123456",
      password: "Example-Pass-2",
      mfaCode: "123456",
    },
    answer: {},
  },
  mailCode: {
    question: { scene: "forgot", email: "mara@example.com" },
    answer: { retryAfterSeconds: 60 },
  },
  loginOptions: {
    question: { redirectUri: `${site}/index/loading` },
    answer: { google: option("google"), github: option("github"), linkedin: null },
  },
  gLogin: {
    question: { credential: "EXAMPLE.ID.TOKEN", agree: true, mfaCode: "123456" },
    answer: { session, user, created: false },
  },
  webauto: {
    question: { ticket: "EXAMPLE-TICKET" },
    answer: { session, user },
  },
} satisfies SomeExamples;
