import { sized } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { bindMfaOf, mailedCode, mailsTo } from "../mfa/testing.ts";
import { startIssuer } from "../sign-in-provider/testing.ts";
import { type Customer, startShop } from "../session/testing.ts";
import { signInFrom, expectUnchanged, fromIssuer } from "./testing.ts";

const issuer = forTests(startIssuer);
const shop = forTests(() =>
  startShop({
    ...issuer.env,
    LINKEDIN_ISSUER: issuer.url,
    LINKEDIN_CLIENT_ID: issuer.env.GOOGLE_CLIENT_ID ?? "",
    LINKEDIN_CLIENT_SECRET: issuer.env.GOOGLE_CLIENT_SECRET ?? "",
  }),
);

const provider = "google";
let made = 0;
const somebody = () => `person-${++made}`;
const newcomer = () => ({ sub: somebody(), email: `person${made}@example.com` });

async function bring(customer: { session: string }, sub: string) {
  const { code, state } = await fromIssuer(shop, issuer, { sub }, customer.session);
  return { code, state };
}
async function bindGoogle(customer: Customer, sub: string) {
  return customer.ask("gBind", { provider, ...(await bring(customer, sub)) });
}

describe("Linking a login (spec/sign-in#linked-logins)", () => {
  it("shows and logs it, notifies the account's e-mail, and allows sign-in with it", async () => {
    const customer = await shop.customer();
    const email = "me.at.google@example.com";
    const brought = await fromIssuer(shop, issuer, { sub: "own", email }, customer.session);
    const { code, state } = brought;
    const { bindings } = await customer.get("gBind", { provider, code, state });
    expect(bindings.google).toMatchObject({ bound: true, account: email });
    expect((await customer.get("member")).bindings).toEqual(bindings);
    const { items } = await customer.get("loginLog");
    expect(items.map(({ event }) => event)).toEqual(["loginBound", "signup"]);
    const [mail] = await mailsTo(shop, customer.email);
    expect(mail?.subject).toBe("Google was linked to your account");
    expect((await signInFrom(shop, issuer, { sub: "own" })).data.user.id).toBe(customer.id);
    expect((await customer.ask("member")).code).toBe(0);
  });

  it("accepts an ID token from a sign-in button", async () => {
    const customer = await shop.customer();
    const { token } = await fromIssuer(shop, issuer, { sub: somebody() }, customer.session);
    const { bindings } = await customer.get("gBind", { provider, credential: token });
    expect(bindings.google.bound).toBe(true);
  });

  it("requires no e-mail from the provider, as both identities are already proved", async () => {
    const customer = await shop.customer();
    const who = { sub: somebody(), email: undefined, name: "Ada Lovelace" };
    const { code, state } = await fromIssuer(shop, issuer, who, customer.session);
    const { bindings } = await customer.get("gBind", { provider, code, state });
    expect(bindings.google.account).toBe("Ada Lovelace");
  });

  it("is refused if another account has that login (409 identityTaken)", async () => {
    const sub = somebody();
    await bindGoogle(await shop.customer(), sub);
    const other = await shop.customer();
    const brought = await bring(other, sub);
    const ask = () => other.ask("gBind", { provider, ...brought });
    await expectUnchanged(shop, ask, "identityTaken");
  });

  it("is refused if the account has another login of that provider (409 loginBound)", async () => {
    const customer = await shop.customer();
    await bindGoogle(customer, somebody());
    const brought = await bring(customer, somebody());
    const ask = () => customer.ask("gBind", { provider, ...brought });
    await expectUnchanged(shop, ask, "loginBound");
  });

  it("succeeds without changes if the same login is linked again", async () => {
    const customer = await shop.customer();
    const sub = somebody();
    const first = await bindGoogle(customer, sub);
    const again = await bindGoogle(customer, sub);
    expect([again.code, again.data]).toEqual([0, first.data]);
    const { items } = await customer.get("loginLog");
    expect(items.filter(({ event }) => event === "loginBound")).toHaveLength(1);
  });

  it("gives a login to only one of ten accounts that link it concurrently", async () => {
    const sub = somebody();
    const customers = await Promise.all(Array.from({ length: 10 }, () => shop.customer()));
    const answers = await Promise.all(customers.map((one) => bindGoogle(one, sub)));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    const others = answers.filter(({ code }) => code !== 0);
    expect(new Set(others.map(({ refused }) => refused.reason))).toEqual(
      new Set(["identityTaken"]),
    );
  });

  it("requires the MFA code before the code is exchanged, so that the call can be repeated", async () => {
    const customer = await shop.customer();
    const mfa = await bindMfaOf(shop, customer);
    const fields = { provider, ...(await bring(customer, somebody())) };
    const asked = issuer.asked.length;
    await expectUnchanged(shop, () => customer.ask("gBind", fields), "mfaNeeded");
    const wrong = () => customer.ask("gBind", { ...fields, mfaCode: "000000" });
    await expectUnchanged(shop, wrong, "mfaWrong");
    expect(issuer.asked).toHaveLength(asked);
    const answer = await customer.ask("gBind", { ...fields, mfaCode: await mfa.fresh() });
    expect([answer.msg, answer.data.bindings.google.bound]).toEqual(["", true]);
  });

  it("refuses a button's token that was issued for another provider", async () => {
    const { session, ask } = await shop.customer();
    const { token } = await fromIssuer(shop, issuer, { sub: somebody() }, session);
    const fields = { provider: "linkedin", credential: token };
    await expectUnchanged(shop, () => ask("gBind", fields), "providerRefused");
    expect((await ask("gBind", { provider, credential: token })).code).toBe(0);
  });

  it("leaves nothing behind if the session ends during the call to the provider", async () => {
    const customer = await shop.customer();
    const fields = { provider, ...(await bring(customer, somebody())) };
    issuer.beforeToken = async () => {
      await customer.ask("endSessions", { id: (await customer.get("sessions")).items[0]?.id });
    };
    const ask = () => customer.ask("gBind", fields);
    await expectUnchanged(shop, ask, "sessionInvalid", { sessions: -1 });
  });

  it("requires a session and one of the three providers", async () => {
    const brought = { code: "x", state: "y" };
    expect((await shop.ask("gBind", { provider, ...brought })).code).toBe(300);
    const { ask } = await shop.customer();
    const answer = await ask("gBind", { provider: "myspace", ...brought });
    expect(answer).toMatchObject({ code: 400, refused: { reason: "badField", field: "provider" } });
    expect((await ask("gBind", { provider })).refused.reason).toBe("missingField");
  });
});

describe("Unlinking a login (spec/sign-in#linked-logins)", () => {
  const unbind = { provider, unbind: 1 };

  it("shows and logs it, notifies the account's e-mail, and frees the login for others", async () => {
    const customer = await shop.customer();
    const sub = somebody();
    await bindGoogle(customer, sub);
    const { bindings } = await customer.get("gBind", unbind);
    expect(bindings.google).toEqual({ bound: false, account: null, boundAt: null });
    const { items } = await customer.get("loginLog");
    expect(items[0]?.event).toBe("loginUnbound");
    const [mail] = await mailsTo(shop, customer.email);
    expect(mail?.subject).toBe("Google was unlinked from your account");
    const enter = () => signInFrom(shop, issuer, { sub, email: customer.email });
    await expectUnchanged(shop, enter, "linkBySignIn");
    expect((await bindGoogle(await shop.customer(), sub)).code).toBe(0);
  });

  it("returns 404 for a login that is not linked, even if another account has one", async () => {
    await bindGoogle(await shop.customer(), somebody());
    const { ask } = await shop.customer();
    await expectUnchanged(shop, () => ask("gBind", unbind), "loginNotBound");
  });

  it("requires the MFA code if MFA is bound (A8)", async () => {
    const customer = await shop.customer();
    await bindGoogle(customer, somebody());
    const mfa = await bindMfaOf(shop, customer);
    await expectUnchanged(shop, () => customer.ask("gBind", unbind), "mfaNeeded");
    const answer = await customer.ask("gBind", { ...unbind, mfaCode: await mfa.fresh() });
    expect(answer.data.bindings.google.bound).toBe(false);
  });

  it("never removes the last way to sign in (409 setPasswordFirst)", async () => {
    const { data } = await signInFrom(shop, issuer, newcomer());
    const last = () => shop.ask("gBind", { session: data.session, ...unbind });
    await expectUnchanged(shop, last, "setPasswordFirst");
  });

  it("never removes the last two ways to sign in concurrently", async () => {
    for (let round = 0; round < sized(3, 8); round++) {
      const { session, user } = (await signInFrom(shop, issuer, newcomer())).data;
      const start = (await shop.ask("loginOptions", { session })).data.linkedin;
      const claims = issuer.claims({ sub: somebody(), nonce: start?.nonce });
      const code = issuer.code(start?.url ?? "", await issuer.sign(claims));
      await shop.ask("mailCode", { session, scene: "confirm" });
      const confirmCode = await mailedCode(shop, user.email);
      const second = { provider: "linkedin", session, code, state: start?.state, confirmCode };
      expect((await shop.ask("gBind", second)).data.bindings.linkedin.bound).toBe(true);
      const both = await Promise.all([
        shop.ask("gBind", { session, ...unbind }),
        shop.ask("gBind", { session, provider: "linkedin", unbind: 1 }),
      ]);
      const reasons = both.map((said) => (said.code === 0 ? "done" : said.refused.reason));
      expect(reasons.sort()).toEqual(["done", "setPasswordFirst"]);
    }
  });
});
