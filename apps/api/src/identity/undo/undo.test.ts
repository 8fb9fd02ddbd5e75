import { describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { signInFrom, fromIssuer } from "../identity/testing.ts";
import { askSecure } from "../mail-code/testing.ts";
import { bindMfaOf, mailedCode, mailsTo } from "../mfa/testing.ts";
import { type Customer, startShop } from "../session/testing.ts";
import { keyOf } from "../api-key/testing.ts";
import { startIssuer } from "../sign-in-provider/testing.ts";

const issuer = forTests(startIssuer);
const shop = forTests(() => startShop(issuer.env));

const linkIn = (text = "") => /https?:\S+\/undo\?token=\S+/.exec(text)?.[0];
/** The link in the newest mail to the primary address. */
const linkTo = async ({ email }: Customer) => linkIn((await mailsTo(shop, email))[0]?.text) ?? "";

async function setSecure(customer: Customer) {
  const secure = await askSecure(shop, customer);
  await customer.get("secureMail", { ...secure, password: customer.password });
  return { secure: secure.email, link: await linkTo(customer) };
}
const fresh = "Marzipan7!bridge";
const press = (link: string, password = fresh) =>
  fetch(link, { method: "POST", body: new URLSearchParams({ password }) });
const enter = (email: string, password = fresh) =>
  shop.ask("signin", { email, password, agree: 1 });
/** Recovers with a code mailed to an address; returns the response's code. */
async function recoverBy(address: string, more: Record<string, string> = {}) {
  await shop.pass(61);
  await shop.ask("mailCode", { scene: "forgot", email: address });
  const code = (await mailedCode(shop, address)) || "123456";
  return (await shop.ask("repwd", { email: address, code, password: fresh, ...more })).code;
}

/** The same customer with a new session. */
async function signedIn({
  email,
  password,
}: Customer): Promise<Pick<Customer, "session" | "ask" | "get">> {
  const { session } = (await enter(email, password)).data;
  const ask: Customer["ask"] = (name, fields) => shop.ask(name, { session, ...fields });
  const get: Customer["get"] = async (name, fields) => (await ask(name, fields)).data;
  return { session, ask, get };
}

describe("The link that undoes a change (spec/sign-in#undo)", () => {
  it("is sent only to the primary address; opening it shows the change but undoes nothing", async () => {
    const owner = await shop.customer();
    const first = await setSecure(owner);
    const second = await setSecure(owner);
    for (const address of [first.secure, second.secure])
      for (const { text } of await mailsTo(shop, address)) expect(linkIn(text)).toBe(undefined);
    const { secureEmail } = await owner.get("member");
    for (let times = 0; times < 2; times++) {
      const page = await fetch(second.link);
      expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect(await page.text()).toContain(`Secure e-mail set to ${secureEmail}`);
    }
    expect((await owner.get("member")).secureEmail).toBe(secureEmail);
    expect((await press(second.link)).status).toBe(200);
    expect((await enter(owner.email)).data.user.secureEmail).toBe(null);
    expect((await press(second.link)).status).toBe(410);
    expect((await fetch(second.link)).status).toBe(410);
  });

  it("undoes later changes too, and ends sessions and the access key", async () => {
    const owner = await shop.customer();
    const { email, password } = owner;
    const { accessKey: key } = await owner.get("member");
    const { key: apiKey } = await keyOf(owner, "read");
    const { link } = await setSecure(owner);
    const { code, state } = await fromIssuer(shop, issuer, { sub: "thief" }, owner.session);
    await owner.get("gBind", { provider: "google", code, state, password });
    await bindMfaOf(shop, owner);
    const text = await (await fetch(link)).text();
    for (const words of ["Secure e-mail set to", "Google linked", "MFA bound"])
      expect(text).toContain(words);
    expect((await press(link)).status).toBe(200);
    expect((await owner.ask("member")).code).toBe(300);
    for (const one of [key, apiKey])
      expect((await shop.ask("member", { key: one })).code).toBe(300);
    expect((await enter(email, password)).code).toBe(401);
    const { user, session } = (await enter(email)).data;
    expect(user).toMatchObject({ secureEmail: null, mfaBound: false });
    expect(user.bindings.google.bound).toBe(false);
    const { items } = (await shop.ask("loginLog", { session })).data;
    expect(items.map(({ event }) => event)).toContain("changeUndone");
    const subjects = (await mailsTo(shop, email)).map(({ subject }) => subject);
    expect(subjects).toContain("A change of your account was undone");
  });

  it("works once, even for ten concurrent calls, and expires after 7 days", async () => {
    const owner = await shop.customer();
    const { link } = await setSecure(owner);
    const answers = await Promise.all(Array.from({ length: 10 }, () => press(link)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const other = await shop.customer();
    const late = await setSecure(other);
    await shop.advance(7 * 86_400 - 60);
    expect((await fetch(late.link)).status).toBe(200);
    await shop.pass(61);
    expect((await fetch(late.link)).status).toBe(410);
    expect((await press(late.link)).status).toBe(410);
    for (const bad of ["", "?token=", "?token=x", `?token=${"A".repeat(43)}`, "?token=a&token=b"])
      expect((await press(`${shop.url}/undo${bad}`)).status).toBe(410);
  });

  it("does not restore an address that another account has taken meanwhile", async () => {
    const owner = await shop.customer();
    const first = await setSecure(owner);
    await shop.advance(7 * 86_400);
    const again = { ...owner, ...(await signedIn(owner)) };
    const second = await setSecure(again);
    await shop.customer({ email: first.secure });
    expect((await press(second.link)).status).toBe(200);
    expect((await enter(owner.email)).data.user.secureEmail).toBe(null);
  });

  it("undoes changes of the week before it too, so that no earlier one gives access again", async () => {
    const owner = await shop.customer();
    const { email, password } = owner;
    const kept = await setSecure(owner);
    await shop.advance(7 * 86_400);
    const thief = { ...owner, ...(await signedIn(owner)) };
    const { code, state } = await fromIssuer(shop, issuer, { sub: "earlier" }, thief.session);
    expect((await thief.ask("gBind", { provider: "google", code, state, password })).code).toBe(0);
    const first = await setSecure(thief);
    // The first address was taken in between; earlier changes are listed nevertheless.
    const { link } = await setSecure(thief);
    await shop.customer({ email: first.secure });
    const text = await (await fetch(link)).text();
    expect(text.match(/Secure e-mail set to|Google linked/g)).toHaveLength(3);
    expect((await press(link)).status).toBe(200);
    const { user } = (await enter(email)).data;
    expect(user.secureEmail).toBe(`${kept.secure.slice(0, 1)}***@example.com`);
    expect(user.bindings.google.bound).toBe(false);
    const entered = await signInFrom(shop, issuer, { sub: "earlier", email: "thief@example.com" });
    expect(entered.data.user?.id).not.toBe(owner.id);
    expect(await recoverBy(kept.secure)).toBe(0);
  });

  it("requires a new password that meets the settings' rule, and does nothing without one", async () => {
    const owner = await shop.customer();
    const { secure, link } = await setSecure(owner);
    const refused = ["", "lettersonly", "P@ssw0rd"];
    for (const password of refused) {
      const page = await press(link, password);
      const text = await page.text();
      expect([password, page.status]).toEqual([password, 400]);
      expect(text).toMatch(/role="alert"[\s\S]*type="password"/);
      expect(text).toContain("Secure e-mail set to");
    }
    expect((await owner.get("member")).secureEmail).toBe(`${secure.slice(0, 1)}***@example.com`);
  });

  it("keeps the password if a program sends no field", async () => {
    const owner = await shop.customer();
    const { link } = await setSecure(owner);
    expect((await fetch(link, { method: "POST" })).status).toBe(200);
    const { code, data } = await enter(owner.email, owner.password);
    expect([code, data.user.secureEmail]).toEqual([0, null]);
  });

  it("is the first proof of an unverified e-mail: earlier settings are removed too", async () => {
    const stranger = await shop.newcomer();
    await stranger.get("addSubUser", { account: "Prehijack1", password: "Known12345", main: 1 });
    await bindMfaOf(shop, stranger);
    expect((await press(await linkTo(stranger))).status).toBe(200);
    const { user, session } = (await enter(stranger.email)).data;
    expect(user).toMatchObject({ emailVerified: true, mfaBound: false });
    const { items } = (await shop.ask("subUsers", { session })).data;
    expect(items.map(({ password }) => password)).not.toContain("Known12345");
  });

  it("is sent again with a recovery's mail, which lists the changes of the last 7 days", async () => {
    const owner = await shop.customer();
    const { code, state } = await fromIssuer(shop, issuer, { sub: "linked" }, owner.session);
    await owner.get("gBind", { provider: "google", code, state, password: owner.password });
    expect(await recoverBy(owner.email)).toBe(0);
    const [mail] = await mailsTo(shop, owner.email);
    expect(mail?.text).toContain("Google linked");
    const link = linkIn(mail?.text) ?? "";
    expect((await (await fetch(link)).text()).match(/Google linked/g)).toHaveLength(1);
    expect((await press(link, "Other7!marzipan")).status).toBe(200);
    const { user } = (await enter(owner.email, "Other7!marzipan")).data;
    expect(user.bindings.google.bound).toBe(false);
  });
});
