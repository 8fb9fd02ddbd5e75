import type { User } from "@turnpike/contract/session.ts";

/** An account as returned by `/v1/member`, with overrides. */
export function testUser(other: Partial<User> = {}): User {
  const unbound = { bound: false, account: null, boundAt: null };
  return {
    id: "u1",
    email: "ada@example.com",
    emailVerified: true,
    secureEmail: null,
    mfaBound: false,
    bindings: { google: unbound, github: unbound, linkedin: unbound },
    createdAt: "2026-01-05T08:00:00Z",
    lastLoginAt: "2026-11-20T08:00:00Z",
    loginMinutes: 1440,
    multiDevice: true,
    inviteCode: "ADA4EVER",
    walletCents: 5000,
    arrears: null,
    ipBalance: 0,
    trafficBytes: 0,
    trafficPools: [{ pool: "residential", title: "Residential", bytes: 0 }],
    staticCredits: { 7: 0, 30: 0, 90: 0 },
    shortCredits: { 1: 0, 3: 0, 7: 0 },
    enterprise: { ip: false, traffic: false },
    accessKey: "k3yk3yk3yk3yk3y1",
    lang: "en",
    hasPassword: true,
    invoiceTitle: null,
    teams: [],
    acting: null,
    consents: [],
    identity: "none",
    ...other,
  };
}
