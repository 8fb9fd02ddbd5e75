import { describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expectUnchanged, startAt } from "../identity/testing.ts";
import { startShop } from "../session/testing.ts";
import { type GithubPerson, startGithub } from "./testing.ts";

const github = forTests(startGithub);
const shop = forTests(() => startShop(github.env));

let made = 0;
function person(emails: GithubPerson["emails"]): GithubPerson {
  return { id: 5_000_000 + ++made, login: `octo-${made}`, emails };
}
const mail = (email: string, primary = true, verified = true) => ({ email, primary, verified });

async function enter(who: GithubPerson) {
  const { url, state } = await startAt(shop, "github");
  return shop.ask("gLogin", { code: github.code(url, who), state, agree: 1 });
}

describe("Sign-in with GitHub (spec/sign-in#linked-logins)", () => {
  it("requests the e-mails, with state, S256 challenge and our redirect URL", async () => {
    const { url, state, clientId } = await startAt(shop, "github");
    const page = new URL(url);
    expect(page.origin + page.pathname).toBe(`${github.url}/login/oauth/authorize`);
    expect(Object.fromEntries(page.searchParams)).toEqual({
      client_id: clientId,
      response_type: "code",
      scope: "read:user user:email",
      redirect_uri: `${shop.url}/index/loading`,
      state,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
  });

  it("registers with the verified primary e-mail, and later recognises the user id", async () => {
    const who = person([mail("second@example.com", false), mail("First@Example.com")]);
    const { data } = await enter(who);
    expect([data.created, data.user.email]).toEqual([true, "first@example.com"]);
    expect(data.user.bindings.github.account).toBe(who.login);
    const renamed = { ...who, login: "renamed", emails: [mail("moved@example.com")] };
    const again = await enter(renamed);
    expect([again.data.created, again.data.user.id]).toEqual([false, data.user.id]);
    const log = await shop.ask("loginLog", { session: again.data.session });
    expect(log.data.items.map(({ event }) => event)).toEqual(["github", "github"]);
  });

  it("does not recognise a user name that another person took over", async () => {
    const first = person([mail("holder@example.com")]);
    await enter(first);
    const heir = { ...person([mail("heir@example.com")]), login: first.login };
    expect((await enter(heir)).data.created).toBe(true);
  });

  it.each([
    [
      "the primary one is unverified",
      [mail("a1@example.com", true, false), mail("a2@example.com", false)],
    ],
    ["there is no primary one", [mail("b1@example.com", false)]],
    ["there is none", []],
  ] as const)("creates no account from the e-mails if %s", async (_why, emails) => {
    const ask = () => enter(person([...emails]));
    await expectUnchanged(shop, ask, "providerEmailUnverified");
  });

  it("never links silently, whether GitHub has verified the account's e-mail or not", async () => {
    const { email } = await shop.customer();
    const unverified = () => enter(person([mail(email, true, false)]));
    await expectUnchanged(shop, unverified, "providerEmailUnverified");
    await expectUnchanged(shop, () => enter(person([mail(email)])), "linkBySignIn");
  });

  it("refuses a code that was used, made up or issued for another start", async () => {
    const who = person([mail("coder@example.com")]);
    const { url, state } = await startAt(shop, "github");
    const code = github.code(url, who);
    const other = await startAt(shop, "github");
    const foreign = { code, state: other.state, agree: 1 };
    await expectUnchanged(shop, () => shop.ask("gLogin", foreign), "providerRefused");
    const junk = { code: "made-up", state, agree: 1 };
    await expectUnchanged(shop, () => shop.ask("gLogin", junk), "providerRefused");
    const good = { code: github.code(url, who), state, agree: 1 };
    expect((await shop.ask("gLogin", good)).code).toBe(0);
    await expectUnchanged(shop, () => shop.ask("gLogin", good), "providerRefused");
  });

  it("refuses a GitHub response with an invalid user id", async () => {
    for (const id of [0, -1, 1.5, "7" as unknown as number]) {
      const who = { ...person([mail("odd@example.com")]), id };
      await expectUnchanged(shop, () => enter(who), "providerRefused");
    }
  });

  it("accepts no ID token", async () => {
    const { session, ask } = await shop.customer();
    const { nonce } = await startAt(shop, "github", session);
    const body = Buffer.from(JSON.stringify({ nonce, sub: "1" })).toString("base64url");
    const fields = { provider: "github", credential: `e30.${body}.e30` };
    await expectUnchanged(shop, () => ask("gBind", fields), "providerRefused");
  });

  it("can be linked and unlinked", async () => {
    const customer = await shop.customer();
    const { url, state } = await startAt(shop, "github", customer.session);
    const who = person([]);
    const fields = { provider: "github", code: github.code(url, who), state };
    const { bindings } = await customer.get("gBind", fields);
    expect(bindings.github).toMatchObject({ bound: true, account: who.login });
    expect((await enter(who)).data.user.id).toBe(customer.id);
    const after = await customer.get("gBind", { provider: "github", unbind: 1 });
    expect(after.bindings.github.bound).toBe(false);
  });
});
