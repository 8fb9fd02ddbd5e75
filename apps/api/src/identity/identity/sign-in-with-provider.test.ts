import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { bindMfaOf, mailsTo } from "../mfa/testing.ts";
import { startIssuer, type TestIssuer } from "../sign-in-provider/testing.ts";
import { startShop } from "../session/testing.ts";
import { signInFrom, expectUnchanged, fromIssuer, rowsOf } from "./testing.ts";

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
const shop = forTests(() => startShop(issuer.env));
afterAll(() => issuer?.stop());

const agree = 1;
let made = 0;
const newcomer = () => ({ sub: `sub-${++made}`, email: `newcomer${made}@example.com` });

/** A customer with a linked Google login. */
async function linked() {
  const customer = await shop.customer();
  const sub = `linked-${++made}`;
  const { code, state } = await fromIssuer(shop, issuer, { sub }, customer.session);
  await customer.get("gBind", { provider: "google", code, state });
  return { ...customer, sub };
}

describe("Registration through a provider (spec/sign-in#linked-logins)", () => {
  it("creates an account without a password, links it, sends a welcome mail and signs in", async () => {
    const who = newcomer();
    const { data } = await signInFrom(shop, issuer, { ...who, email: who.email.toUpperCase() });
    const { user, session, created } = data;
    expect(created).toBe(true);
    expect(user).toMatchObject({ email: who.email, hasPassword: false });
    expect(user.bindings.google).toMatchObject({ bound: true, account: who.email });
    expect(user.bindings.google.boundAt).toMatch(/Z$/);
    expect(user.bindings.github).toEqual({ bound: false, account: null, boundAt: null });
    expect((await shop.ask("member", { session })).data.id).toBe(user.id);
    const [mail] = await mailsTo(shop, who.email);
    expect(mail?.subject).toBe("Welcome to Turnpike");
    const log = await shop.ask("loginLog", { session });
    expect(log.data.items.map(({ event }) => event)).toEqual(["google"]);
  });

  it("does not allow sign-in with a password that was never set", async () => {
    const { email } = (await signInFrom(shop, issuer, newcomer())).data.user;
    for (const password of ["null", "x", "h7Kqorchard"]) {
      const answer = await shop.ask("signin", { email, password, agree });
      expect(answer.refused.reason).toBe("wrongPassword");
    }
  });

  it("records the inviter, and refuses an unknown invitation code before anything is used up", async () => {
    const inviter = await shop.customer();
    const { inviteCode } = await inviter.get("member");
    const { code, state } = await fromIssuer(shop, issuer, newcomer());
    const input = { code, state, agree };
    const unknown = () => shop.ask("gLogin", { ...input, inviteCode: "nosuch1" });
    await expectUnchanged(shop, unknown, "unknownInviteCode");
    const { data } = await shop.ask("gLogin", { ...input, inviteCode: inviteCode.toLowerCase() });
    expect(data.created).toBe(true);
    const { rows } = await sql<{ invited_by: string }>`
      select invited_by from account where id = ${data.user.id}`.execute(shop.db);
    expect(rows[0]?.invited_by).toBe(inviter.id);
  });

  it("requires the agreement and complete credentials", async () => {
    const { code, state } = await fromIssuer(shop, issuer, newcomer());
    await expectUnchanged(shop, () => shop.ask("gLogin", { code, state }), "mustAgree");
    await expectUnchanged(shop, () => shop.ask("gLogin", { agree }), "missingField");
    await expectUnchanged(shop, () => shop.ask("gLogin", { code, agree }), "missingField");
    expect((await shop.ask("gLogin", { code, state, agree })).code).toBe(0);
  });

  it("creates one account for ten concurrent first sign-ins of one person", async () => {
    const who = newcomer();
    const brought = await Promise.all(
      Array.from({ length: 10 }, () => fromIssuer(shop, issuer, who)),
    );
    const before = await rowsOf(shop);
    const answers = await Promise.all(
      brought.map(({ code, state }) => shop.ask("gLogin", { code, state, agree })),
    );
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0));
    expect(answers.filter(({ data }) => data.created)).toHaveLength(1);
    expect(new Set(answers.map(({ data }) => data.user.id)).size).toBe(1);
    const after = await rowsOf(shop);
    expect(after.accounts - before.accounts).toBe(1);
  });
});

describe("Sign-in with a linked login (spec/sign-in#linked-logins)", () => {
  it("opens a session as a password does, and ends the others if multi-device is off", async () => {
    const { id, sub, session } = await linked();
    await shop.ask("moreLogin", { session, enabled: 0 });
    const { data } = await signInFrom(shop, issuer, { sub });
    expect([data.created, data.user.id]).toEqual([false, id]);
    expect((await shop.ask("member", { session })).code).toBe(300);
    expect((await shop.ask("member", { session: data.session })).code).toBe(0);
    const log = await shop.ask("loginLog", { session: data.session });
    expect(log.data.items[0]).toMatchObject({ event: "google", current: true });
  });

  it("reports a disabled account and opens no session", async () => {
    const { id, sub } = await linked();
    await sql`update account set disabled_at = now() where id = ${id}`.execute(shop.db);
    await expectUnchanged(shop, () => signInFrom(shop, issuer, { sub }), "accountDisabled");
  });

  it("recognises a subject only from the issuer that it was linked with", async () => {
    const { sub } = await linked();
    await sql`update login_identity set issuer = 'https://other.example'
      where subject = ${sub}`.execute(shop.db);
    await expectUnchanged(shop, () => signInFrom(shop, issuer, { sub }), "providerEmailUnverified");
  });
});

describe("The second factor of a linked login (spec/sign-in#guarded-calls, A8)", () => {
  async function guarded() {
    const customer = await linked();
    const mfa = await bindMfaOf(shop, customer);
    const { code, state, token } = await fromIssuer(shop, issuer, { sub: customer.sub });
    return { ...customer, ...mfa, code, state, token };
  }

  it("is requested together with a proof that replaces the exchanged code", async () => {
    const { code, state, fresh, id } = await guarded();
    const before = await rowsOf(shop);
    const first = await shop.ask("gLogin", { code, state, agree });
    expect(first).toMatchObject({ code: 460, refused: { reason: "mfaNeeded" } });
    const { proof } = first.refused as unknown as { proof: string };
    const wrong = await shop.ask("gLogin", { proof, mfaCode: "000000", agree });
    expect(wrong).toMatchObject({ code: 461, refused: { reason: "mfaWrong", proof } });
    expect(await rowsOf(shop)).toEqual(before);
    const { data } = await shop.ask("gLogin", { proof, mfaCode: await fresh(), agree });
    expect([data.user.id, data.created]).toEqual([id, false]);
    const again = { proof, mfaCode: await fresh(), agree };
    await expectUnchanged(shop, () => shop.ask("gLogin", again), "providerRefused");
    // Refused before an MFA code is requested or used up.
    await expectUnchanged(shop, () => shop.ask("gLogin", { proof, agree }), "providerRefused");
  });

  it("can be sent with the first call, or later with the same ID token", async () => {
    const { code, state, fresh } = await guarded();
    const mfaCode = await fresh();
    expect((await shop.ask("gLogin", { code, state, mfaCode, agree })).code).toBe(0);
    const other = await guarded();
    const input = { credential: other.token, agree };
    expect((await shop.ask("gLogin", input)).code).toBe(460);
    expect((await shop.ask("gLogin", { ...input, mfaCode: await other.fresh() })).code).toBe(0);
  });

  it("shares a single use among state, token and proof of one start", async () => {
    const { code, state, token, fresh } = await guarded();
    const { refused } = await shop.ask("gLogin", { code, state, agree });
    const { proof } = refused as unknown as { proof: string };
    const mfaCode = await fresh();
    expect((await shop.ask("gLogin", { credential: token, mfaCode, agree })).code).toBe(0);
    const late = { proof, mfaCode: await fresh(), agree };
    await expectUnchanged(shop, () => shop.ask("gLogin", late), "providerRefused");
  });

  it("issues a proof that expires after five minutes and cannot be forged", async () => {
    const { code, state, fresh } = await guarded();
    const { refused } = await shop.ask("gLogin", { code, state, agree });
    const { proof } = refused as unknown as { proof: string };
    const bent = proof.slice(0, -4) + (proof.endsWith("AAAA") ? "BBBB" : "AAAA");
    const mfaCode = await fresh();
    const bentAsk = () => shop.ask("gLogin", { proof: bent, mfaCode, agree });
    await expectUnchanged(shop, bentAsk, "providerRefused");
    await shop.pass(301);
    const late = { proof, mfaCode: await fresh(), agree };
    await expectUnchanged(shop, () => shop.ask("gLogin", late), "providerRefused");
  });

  it("opens one session for 20 concurrent uses of a proof", async () => {
    const { code, state, recoveryCodes } = await guarded();
    const { refused } = await shop.ask("gLogin", { code, state, agree });
    const { proof } = refused as unknown as { proof: string };
    const before = await rowsOf(shop);
    const tries = recoveryCodes
      .concat(recoveryCodes)
      .map((mfaCode) => shop.ask("gLogin", { proof, mfaCode, agree }));
    const codes = (await Promise.all(tries)).map((said) => said.code);
    expect(codes.filter((one) => one === 0)).toHaveLength(1);
    expect((await rowsOf(shop)).sessions - before.sessions).toBe(1);
  });
});

it("Used starts are deleted once no proof of them can be valid", async () => {
  await signInFrom(shop, issuer, newcomer());
  expect((await rowsOf(shop)).used).toBeGreaterThan(0);
  await shop.advance(21 * 60);
  expect((await rowsOf(shop)).used).toBe(0);
});
