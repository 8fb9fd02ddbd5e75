/** Attempts to take over an account (F3, F4). */
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { signInFrom, fromIssuer } from "../identity/testing.ts";
import { askSecure, freshAddress } from "../mail-code/testing.ts";
import { bindMfaOf, mfaCustomer, mailedCode, mailsTo, totpCode } from "../mfa/testing.ts";
import { type Customer, startShop } from "../session/testing.ts";
import { startIssuer } from "../sign-in-provider/testing.ts";

const issuer = forTests(startIssuer);
const shop = forTests(() => startShop(issuer.env));

const agree = 1;
const fresh = "Marzipan7!bridge";
let made = 0;
const somebody = () => `attacker-${++made}`;
const provider = "google";

async function bindGoogle(customer: Customer, sub: string, more: Record<string, string> = {}) {
  const { code, state } = await fromIssuer(shop, issuer, { sub }, customer.session);
  return customer.ask("gBind", { provider, code, state, ...more });
}

/** Recovers the account with nothing but access to the mailbox. */
async function recover(email: string, mfaCode?: () => Promise<string>) {
  await shop.pass(61);
  await shop.ask("mailCode", { scene: "forgot", email });
  const code = (await mailedCode(shop, email)) || "123456";
  const given = mfaCode && { mfaCode: await mfaCode() };
  return shop.ask("repwd", { email, code, password: fresh, ...given });
}

/** Everything of the account that may let somebody in. */
async function left(accountId: string) {
  const { rows } = await sql`
    select (select count(*)::int from login_identity where account_id = ${accountId}) as logins,
      (select count(*)::int from session where account_id = ${accountId}) as sessions,
      (select count(*)::int from mfa where account_id = ${accountId}) as mfa,
      (select count(*)::int from webhook where account_id = ${accountId}) as webhooks,
      (select count(*)::int from security_undo where account_id = ${accountId}) as undo,
      (select secure_email from account where id = ${accountId}) as secure`.execute(shop.db);
  return rows[0];
}
const nothing = { logins: 0, sessions: 0, mfa: 0, webhooks: 0, undo: 0, secure: null };

/** Removes the verification of the e-mail, as if there had never been one. */
const unprove = ({ id }: Customer, waived = false) =>
  sql`update account set email_verified_at = null, verification_waived = ${waived}
    where id = ${id}`.execute(shop.db);

describe("An attacker who registers another person's e-mail (F3)", () => {
  it("cannot bind a login or secure e-mail, and keeps nothing after a recovery", async () => {
    const attacker = await shop.newcomer();
    const { email, password } = attacker;
    const { accessKey: key } = await attacker.get("member");
    expect((await bindGoogle(attacker, "own", { password })).refused.reason).toBe("verifyEmail");
    const secure = await askSecure(shop, attacker);
    const answer = await attacker.ask("secureMail", { ...secure, password });
    expect(answer.refused.reason).toBe("verifyEmail");
    const { secret, recoveryCodes } = await bindMfaOf(shop, attacker);
    const { ticket } = await attacker.get("webauto", { mfaCode: recoveryCodes[0] });
    expect((await recover(email)).code).toBe(0);
    expect(await left(attacker.id)).toEqual(nothing);
    expect((await attacker.ask("member")).code).toBe(300);
    expect((await shop.ask("member", { key })).code).toBe(300);
    expect((await shop.ask("webauto", { ticket })).code).toBe(410);
    const mfaCode = totpCode(shop, secret, 1);
    expect((await shop.ask("signin", { email, password, agree, mfaCode })).code).toBe(401);
    const [mail] = await mailsTo(shop, email);
    expect(mail?.subject).toBe("Your account is yours");
    const back = await shop.ask("signin", { email, password: fresh, agree });
    expect(back.data.user).toMatchObject({ emailVerified: true, mfaBound: false });
  });

  it("loses everything that was set before the e-mail was verified", async () => {
    const attacker = await shop.customer();
    const { email, password } = attacker;
    const sub = somebody();
    const secure = await askSecure(shop, attacker);
    await attacker.get("secureMail", { ...secure, password });
    expect((await bindGoogle(attacker, sub, { password })).code).toBe(0);
    await attacker.get("webhookAdd", { url: "https://hooks.attacker.example/in" });
    await bindMfaOf(shop, attacker);
    await unprove(attacker);
    expect((await recover(email)).code).toBe(0);
    expect(await left(attacker.id)).toEqual(nothing);
    // Neither the login nor the second mailbox leads back in, and no mail is sent there.
    const mails = (await mailsTo(shop, secure.email)).length;
    const entered = await signInFrom(shop, issuer, { sub, email: "attacker@example.com" });
    expect(entered.data.user?.id).not.toBe(attacker.id);
    expect((await recover(secure.email)).code).toBe(401);
    expect((await mailsTo(shop, secure.email)).length).toBe(mails);
  });

  it("keeps no proxy password, whitelisted IP, link or inviter", async () => {
    const inviter = await shop.customer();
    const { inviteCode } = await inviter.get("shareInfo");
    const attacker = await shop.newcomer({ inviteCode });
    await attacker.get("addSubUser", { account: "Hijacked1", password: "Known12345", main: 1 });
    await attacker.get("addTrafficWhite", { ips: "127.0.0.11" });
    await attacker.get("apiLinkAdd", { plan: "ip", num: 1 });
    const pair = await attacker.get("ipPassInfo");
    expect((await recover(attacker.email)).code).toBe(0);
    const { email } = attacker;
    const { session } = (await shop.ask("signin", { email, password: fresh, agree })).data;
    const [sub] = (await shop.ask("subUsers", { session })).data.items;
    expect(sub).toMatchObject({ account: "Hijacked1", main: true, enabled: true });
    expect(sub?.password).toMatch(/^[A-Za-z0-9]{12}$/);
    expect(sub?.password).not.toBe("Known12345");
    expect((await shop.ask("trafficWhiteList", { session })).data.items).toEqual([]);
    expect((await shop.ask("apiLinks", { session })).data.items).toEqual([]);
    const { data } = await shop.ask("ipPassInfo", { session });
    expect(data.username).toBe(pair.username);
    expect(data.password).not.toBe(pair.password);
    const { rows } = await sql`select invited_by from account where id = ${attacker.id}`.execute(
      shop.db,
    );
    expect(rows).toEqual([{ invited_by: null }]);
    expect((await mailsTo(shop, email))[0]?.text).toContain("Sub-accounts");
  });

  it("on an account older than verification: a recovery requires the bound second factor", async () => {
    const { customer: old, mfa } = await mfaCustomer(shop);
    await unprove(old, true);
    const { accessKey } = await old.get("upAccessKey", { mfaCode: await mfa.fresh() });
    expect((await recover(old.email)).code).toBe(460);
    expect((await recover(old.email, mfa.fresh)).code).toBe(0);
    expect(await left(old.id)).toMatchObject({ mfa: 1, sessions: 0 });
    expect((await shop.ask("member", { key: accessKey })).code).toBe(300);
  });

  it("a recovery of a verified account ends sessions and the access key, and removes nothing", async () => {
    const owner = await shop.customer();
    const { email, password } = owner;
    const secure = await askSecure(shop, owner);
    await owner.get("secureMail", { ...secure, password });
    await bindGoogle(owner, somebody(), { password });
    const { accessKey: key } = await owner.get("member");
    expect((await recover(secure.email)).code).toBe(0);
    expect(await left(owner.id)).toMatchObject({ logins: 1, sessions: 0, secure: secure.email });
    expect((await shop.ask("member", { key })).code).toBe(300);
    expect((await shop.ask("signin", { email, password: fresh, agree })).code).toBe(0);
  });
});

describe("A session stolen in an account's first 15 minutes (F4)", () => {
  it("gains no lasting access from MFA that it bound without a proof (spec/sign-in#unproved-changes)", async () => {
    const owner = await shop.customer();
    const { email, password } = owner;
    const { recoveryCodes } = await bindMfaOf(shop, owner);
    const [first, second, third] = recoveryCodes as [string, string, string];
    const secure = await askSecure(shop, owner);
    expect((await owner.ask("secureMail", secure)).code).toBe(460);
    expect((await owner.ask("secureMail", { ...secure, mfaCode: first })).code).toBe(0);
    const mails = (await mailsTo(shop, secure.email)).length;
    const byThief = async () => second;
    expect((await recover(secure.email, byThief)).code).toBe(401);
    expect(await mailsTo(shop, secure.email)).toHaveLength(mails);
    // MFA used together with the password counts as the holder's.
    const input = { email, password, agree, mfaCode: third };
    expect((await shop.ask("signin", input)).code).toBe(0);
    expect((await recover(secure.email, byThief)).code).toBe(0);
  });

  it("has its change accepted like any other if it is not undone within 7 days", async () => {
    const { customer: owner, recoveryCodes } = await mfaCustomer(shop);
    const [first, second] = recoveryCodes as [string, string];
    const secure = await askSecure(shop, owner);
    await owner.get("secureMail", { ...secure, mfaCode: first });
    await shop.advance(7 * 86_400);
    expect((await recover(secure.email, async () => second)).code).toBe(0);
  });
});

describe("A stolen session without MFA (F4)", () => {
  const thief = async () => {
    const owner = await shop.customer();
    await shop.pass(16 * 60);
    const { session } = owner;
    const ask: Customer["ask"] = (name, fields) => shop.ask(name, { session, ...fields });
    return { ...owner, ask };
  };
  const missing = { code: 400, refused: { reason: "missingField", field: "password" } };

  it("cannot set a secure e-mail without the password or a code to the primary e-mail (spec/sign-in#fresh-proof)", async () => {
    const owner = await thief();
    const secure = await askSecure(shop, owner);
    expect(await owner.ask("secureMail", secure)).toMatchObject(missing);
    const guess = await owner.ask("secureMail", { ...secure, password: "guess" });
    expect(guess.refused.reason).toBe("wrongPassword");
    // A code mailed to the thief's address does not prove the primary one.
    const wrong = await owner.ask("secureMail", { ...secure, confirmCode: secure.code });
    expect(wrong).toMatchObject({ code: 401, refused: { field: "confirmCode" } });
    expect(await owner.ask("secureMail", { ...secure, mfaCode: "123456" })).toMatchObject(missing);
    await owner.get("mailCode", { scene: "confirm" });
    const confirmCode = await mailedCode(shop, owner.email);
    expect((await owner.ask("secureMail", { ...secure, confirmCode })).code).toBe(0);
    const next = { ...(await askSecure(shop, owner)), confirmCode };
    expect((await owner.ask("secureMail", next)).refused.reason).toBe("codeUsedUp");
  });

  it("cannot bind a login without such a proof", async () => {
    const owner = await thief();
    const { password } = owner;
    const { code, state } = await fromIssuer(shop, issuer, { sub: somebody() }, owner.session);
    const fields = { provider, code, state };
    expect(await owner.ask("gBind", fields)).toMatchObject(missing);
    expect((await owner.ask("gBind", { ...fields, password: "guess" })).code).toBe(401);
    expect((await owner.ask("gBind", { ...fields, password })).code).toBe(0);
  });

  it("cannot bind MFA, whose codes would be proofs, however young the session is", async () => {
    const owner = await thief();
    const { email, password } = owner;
    const { data: young } = await shop.ask("signin", { email, password, agree });
    const { ticket } = await owner.get("webauto");
    const { session } = (await shop.ask("webauto", { ticket })).data;
    const { secret } = await owner.get("mfaSecret");
    for (const token of [owner.session, young.session, session]) {
      const answer = await shop.ask("bindMFa", { session: token, code: totpCode(shop, secret) });
      expect(answer).toMatchObject(missing);
    }
    const code = totpCode(shop, secret);
    expect((await owner.ask("bindMFa", { code, password: "guess" })).code).toBe(401);
    expect((await owner.ask("bindMFa", { code, password })).code).toBe(0);
    const secure = await askSecure(shop, owner);
    expect((await owner.ask("secureMail", { ...secure, password })).code).toBe(460);
  });

  it("cannot change the password, close the account or have codes sent elsewhere", async () => {
    const owner = await thief();
    const { email } = owner;
    const change = { oldPassword: "guess", newPassword: fresh };
    expect((await owner.ask("upPwd", change)).code).toBe(401);
    const close = { password: "guess", code: "123456", confirm: 1 };
    expect((await owner.ask("cancel", close)).code).toBe(401);
    for (const scene of ["confirm", "verify", "cancel", "unbindMfa"]) {
      const answer = await owner.ask("mailCode", { scene, email: freshAddress() });
      expect(answer.refused.reason).toBe("notYourAddress");
    }
    const repwd = { email, password: fresh, code: "123456" };
    expect((await owner.ask("repwd", repwd)).code).toBe(401);
  });

  it("cannot link another device or stay signed in forever if MFA is bound", async () => {
    const { customer: owner, mfa } = await mfaCustomer(shop);
    expect((await owner.ask("webauto")).code).toBe(460);
    expect((await owner.ask("upTokenCache", { minutes: 0 })).code).toBe(460);
    await owner.get("upTokenCache", { minutes: 60 });
    await owner.get("upTokenCache", { minutes: 0, mfaCode: await mfa.fresh() });
    expect((await owner.get("webauto", { mfaCode: await mfa.fresh() })).ticket).toBeTruthy();
  });
});

it("Of concurrent calls with one right code one succeeds, and the others are not wrong tries", async () => {
  const { customer: owner, fresh: next } = await mfaCustomer(shop);
  for (let round = 0; round < 3; round++) {
    const mfaCode = await next();
    const { email, password } = owner;
    const enter = () => shop.ask("signin", { email, password, agree, mfaCode });
    const answers = await Promise.all(Array.from({ length: 8 }, enter));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 461)).toHaveLength(7);
  }
});
