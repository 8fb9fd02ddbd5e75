import type { JWTPayload } from "jose";
import { sql } from "kysely";
import { isFull, sampled } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { startIssuer } from "../sign-in-provider/testing.ts";
import { startShop } from "../session/testing.ts";
import { signInFrom, expectUnchanged, fromIssuer, rowsOf, startAt } from "./testing.ts";

const issuer = forTests(startIssuer);
const shop = forTests(() => startShop(issuer.env));

const agree = 1;
const who = { sub: "victim", email: "victim@example.com" };
const seconds = () => Math.floor(Date.now() / 1_000);

type Forge = (claims: JWTPayload) => Promise<string> | string;
const change =
  (more: Record<string, unknown>): Forge =>
  (claims) =>
    issuer.sign(issuer.claims({ ...claims, ...more }));

/** Each differs in one respect from a token that is accepted. */
const broken: [string, Forge][] = [
  ["no signature (alg none)", (claims) => issuer.signNot(claims)],
  [
    "alg none under a signature that was good",
    async (claims) => {
      const [, , signature] = (await issuer.sign(claims)).split(".");
      return issuer.signNot(claims) + signature;
    },
  ],
  ["the public key as an HS256 secret", (claims) => issuer.signPublic(claims)],
  ["another key under the same key id", (claims) => issuer.signForeign(claims)],
  [
    "a body that was changed after signing",
    async (claims) => {
      const [head, , signature] = (await issuer.sign(claims)).split(".");
      const [, body] = issuer.signNot({ ...claims, sub: "somebody-else" }).split(".");
      return [head, body, signature].join(".");
    },
  ],
  ["another issuer", change({ iss: "https://accounts.google.com" })],
  [
    "an issuer that only begins alike",
    (claims) => change({ iss: `${claims.iss}.evil.example` })(claims),
  ],
  ["no issuer", change({ iss: undefined })],
  ["another audience", change({ aud: "another-client" })],
  ["two audiences, authorised for the other", change({ aud: ["turnpike-test", "x"], azp: "x" })],
  ["no audience", change({ aud: undefined })],
  ["another nonce", change({ nonce: "another" })],
  ["no nonce", change({ nonce: undefined })],
  ["an end in the past", () => change({ ...who, exp: seconds() - 3_600 })({})],
  ["no end", change({ exp: undefined })],
  ["a begin in the future", change({ nbf: seconds() + 3_600 })],
  ["an issue in the future", change({ iat: seconds() + 3_600 })],
  ["no issue", change({ iat: undefined })],
  ["no subject", change({ sub: undefined })],
  ["no token at all", () => "junk"],
];

describe("An invalid ID token creates no session and no link (A9)", () => {
  it("while a valid one signs in, by code and by button", async () => {
    const byCode = await signInFrom(shop, issuer, { sub: "good", email: "good@example.com" });
    expect([byCode.code, byCode.data.created]).toEqual([0, true]);
    const { token } = await fromIssuer(shop, issuer, { sub: "good" });
    const byButton = await shop.ask("gLogin", { credential: token, agree });
    expect([byButton.code, byButton.data.created]).toEqual([0, false]);
  });

  it.each(broken)("by code: %s", async (_what, forge) => {
    const start = await startAt(shop);
    const token = await forge(issuer.claims({ ...who, nonce: start.nonce }));
    const code = issuer.code(start.url, token);
    const ask = () => shop.ask("gLogin", { code, state: start.state, agree });
    await expectUnchanged(shop, ask, "providerRefused");
  });

  it.each(sampled(broken, 3))("by button: %s", async (_what, forge) => {
    const { nonce } = await startAt(shop);
    const credential = await forge(issuer.claims({ ...who, nonce }));
    await expectUnchanged(shop, () => shop.ask("gLogin", { credential, agree }), "providerRefused");
  });

  it.each(sampled(broken, 3))("when linking it to an account: %s", async (_what, forge) => {
    const { session, ask } = await shop.customer();
    const start = await startAt(shop, "google", session);
    const token = await forge(issuer.claims({ ...who, nonce: start.nonce }));
    const input = { code: issuer.code(start.url, token), state: start.state };
    for (const fields of [input, { credential: token }]) {
      const tried = () => ask("gBind", { provider: "google", ...fields });
      await expectUnchanged(shop, tried, "providerRefused");
    }
  });
});

describe("A provider's e-mail proves nothing by itself (A9)", () => {
  it("unverified and equal to an account's: no session, no link", async () => {
    const { email } = await shop.customer();
    for (const email_verified of [false, undefined, "false", 1]) {
      const claims = { sub: "thief", email, email_verified };
      await expectUnchanged(
        shop,
        () => signInFrom(shop, issuer, claims),
        "providerEmailUnverified",
      );
    }
  });

  it("unverified and unknown, invalid or missing: no account", async () => {
    for (const email of ["fresh@example.com", undefined, "", "not an address", "a@b"]) {
      const claims = {
        sub: "thief",
        email,
        email_verified: email === "fresh@example.com" ? false : true,
      };
      await expectUnchanged(
        shop,
        () => signInFrom(shop, issuer, claims),
        "providerEmailUnverified",
      );
    }
  });

  it("verified and equal to an account's, ignoring case: refused with a request to sign in and link", async () => {
    const { email } = await shop.customer();
    const claims = { sub: "same-person", email: email.toUpperCase() };
    await expectUnchanged(shop, () => signInFrom(shop, issuer, claims), "linkBySignIn");
  });

  it("changed at the provider: leads to the same account by its subject", async () => {
    const first = await signInFrom(shop, issuer, { sub: "mover", email: "old@example.com" });
    const later = await signInFrom(shop, issuer, { sub: "mover", email: "new@example.com" });
    expect(later.data.user.id).toBe(first.data.user.id);
    expect(later.data.user.email).toBe("old@example.com");
    const claims = { sub: "successor", email: "old@example.com" };
    await expectUnchanged(shop, () => signInFrom(shop, issuer, claims), "linkBySignIn");
  });
});

describe("A started sign-in is valid once, for a limited time and for one purpose (A9)", () => {
  const own = { sub: "starter", email: "starter@example.com" };

  it.each([
    ["missing", () => "", "missingField"],
    [
      "tampered",
      (state: string) => state.slice(0, -3) + (state.endsWith("AAA") ? "BBB" : "AAA"),
      "providerRefused",
    ],
    ["cut", (state: string) => state.slice(0, 40), "providerRefused"],
    ["made up", () => "s1.AAAA", "providerRefused"],
  ] as const)("is refused if its state is %s", async (_what, spoil, reason) => {
    const { code, state } = await fromIssuer(shop, issuer, own);
    const ask = () => shop.ask("gLogin", { code, state: spoil(state), agree });
    await expectUnchanged(shop, ask, reason);
  });

  it("is refused with another sealed value of ours as its state or proof", async () => {
    const { code } = await fromIssuer(shop, issuer, own);
    const sealed = shop.services.seal.seal("abcdefghijklmnop");
    await expectUnchanged(
      shop,
      () => shop.ask("gLogin", { code, state: sealed, agree }),
      "providerRefused",
    );
    await expectUnchanged(
      shop,
      () => shop.ask("gLogin", { proof: sealed, agree }),
      "providerRefused",
    );
    const { state } = await startAt(shop);
    await expectUnchanged(
      shop,
      () => shop.ask("gLogin", { proof: state, agree }),
      "providerRefused",
    );
  });

  it("is refused when replayed with the same code, a fresh code or its ID token", async () => {
    const { code, state, token, start } = await fromIssuer(shop, issuer, own);
    expect((await shop.ask("gLogin", { code, state, agree })).code).toBe(0);
    const fresh = issuer.code(start.url, token);
    for (const again of [{ code, state }, { code: fresh, state }, { credential: token }])
      await expectUnchanged(shop, () => shop.ask("gLogin", { ...again, agree }), "providerRefused");
  });

  it("is refused with the code of another start, by its PKCE challenge", async () => {
    const stolen = await fromIssuer(shop, issuer, { sub: "starter" });
    const { state } = await startAt(shop);
    const ask = () => shop.ask("gLogin", { code: stolen.code, state, agree });
    await expectUnchanged(shop, ask, "providerRefused");
  });

  it.runIf(isFull)("opens one session for 50 concurrent uses", async () => {
    const byCode = await fromIssuer(shop, issuer, own);
    const byButton = await fromIssuer(shop, issuer, own);
    for (const given of [
      { code: byCode.code, state: byCode.state },
      { credential: byButton.token },
    ]) {
      const before = await rowsOf(shop);
      const tries = Array.from({ length: 50 }, () => shop.ask("gLogin", { ...given, agree }));
      const codes = (await Promise.all(tries)).map((said) => said.code);
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      const after = await rowsOf(shop);
      expect([after.sessions - before.sessions, after.used - before.used]).toEqual([1, 1]);
      // So many failures from one address are limited until the minute has passed.
      await shop.pass(61);
    }
  });

  it("expires after ten minutes, by state and by nonce", async () => {
    const { code, state, token } = await fromIssuer(shop, issuer, own);
    await shop.pass(601);
    await expectUnchanged(
      shop,
      () => shop.ask("gLogin", { code, state, agree }),
      "providerRefused",
    );
    const ask = () => shop.ask("gLogin", { credential: token, agree });
    await expectUnchanged(shop, ask, "providerRefused");
  });

  it("for linking to an account neither signs in nor links another account", async () => {
    const { session } = await shop.customer();
    const other = await shop.customer();
    const given = await fromIssuer(shop, issuer, { sub: "binder" }, session);
    const { code, state, token: credential } = given;
    for (const fields of [{ code, state }, { credential }]) {
      const enter = () => shop.ask("gLogin", { ...fields, agree });
      await expectUnchanged(shop, enter, "providerRefused");
      const bindOther = () => other.ask("gBind", { provider: "google", ...fields });
      await expectUnchanged(shop, bindOther, "providerRefused");
    }
  });

  it("for signing in links nothing, and one for Google links no other provider", async () => {
    const { session, ask } = await shop.customer();
    const visitor = await fromIssuer(shop, issuer, { sub: "visitor" });
    const own = await fromIssuer(shop, issuer, { sub: "visitor" }, session);
    for (const fields of [
      { provider: "google", code: visitor.code, state: visitor.state },
      { provider: "google", credential: visitor.token },
      { provider: "github", code: own.code, state: own.state },
      { provider: "linkedin", code: own.code, state: own.state },
      { provider: "linkedin", credential: own.token },
    ])
      await expectUnchanged(shop, () => ask("gBind", fields), "providerRefused");
  });

  it("is refused with a foreign redirectUri before the provider is called", async () => {
    const { code, state } = await fromIssuer(shop, issuer, own);
    const asked = issuer.asked.length;
    for (const redirectUri of [
      "https://evil.example/index/loading",
      `${shop.url}/index/loading/`,
    ]) {
      const ask = () => shop.ask("gLogin", { code, state, redirectUri, agree });
      await expectUnchanged(shop, ask, "badField");
    }
    expect(issuer.asked).toHaveLength(asked);
    const redirectUri = `${shop.url}/index/loading`;
    expect((await shop.ask("gLogin", { code, state, redirectUri, agree })).code).toBe(0);
  });
});

it("Tokens and codes are not stored in the database (A1)", async () => {
  const { code, state, token } = await fromIssuer(shop, issuer, { sub: "good" });
  expect((await shop.ask("gLogin", { code, state, agree })).code).toBe(0);
  const { rows } = await sql`select * from used_start`.execute(shop.db);
  const dump = JSON.stringify(rows);
  for (const secret of [code, state, token]) expect(dump).not.toContain(secret);
});
