import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromIssuer } from "../identity/testing.ts";
import { askSecure } from "../mail-code/testing.ts";
import { bindMfaOf, mailsTo } from "../mfa/testing.ts";
import { type Customer, startShop, type TestShop } from "../session/testing.ts";
import { startIssuer, type TestIssuer } from "../sign-in-provider/testing.ts";

let issuer: TestIssuer;
let shop: TestShop;
beforeAll(async () => {
  issuer = await startIssuer();
  shop = await startShop(issuer.env);
});
afterAll(async () => {
  await shop?.stop();
  await issuer?.stop();
});

const linkIn = (text = "") => /https?:\S+\/undo\?token=\S+/.exec(text)?.[0];
/** The link in the newest mail to the primary address. */
const linkTo = async ({ email }: Customer) => linkIn((await mailsTo(shop, email))[0]?.text) ?? "";

async function setSecure(customer: Customer) {
  const secure = await askSecure(shop, customer);
  await customer.get("secureMail", { ...secure, password: customer.password });
  return { secure: secure.email, link: await linkTo(customer) };
}
const press = (link: string) => fetch(link, { method: "POST" });

describe("The link that undoes a change (spec/sign-in#undo)", () => {
  it("goes to the primary address alone; opening it shows what, and changes nothing", async () => {
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
    const { email, password } = owner;
    const back = await shop.ask("signin", { email, password, agree: 1 });
    expect(back.data.user.secureEmail).toBe(`${first.secure.slice(0, 1)}***@example.com`);
    expect((await press(second.link)).status).toBe(410);
    expect((await fetch(second.link)).status).toBe(410);
  });

  it("undoes what was done after it too, and ends sessions and the access key", async () => {
    const owner = await shop.customer();
    const { email, password } = owner;
    const { accessKey: key } = await owner.get("member");
    const { link } = await setSecure(owner);
    const { code, state } = await fromIssuer(shop, issuer, { sub: "thief" }, owner.session);
    await owner.get("gBind", { provider: "google", code, state, password });
    await bindMfaOf(shop, owner);
    const text = await (await fetch(link)).text();
    for (const words of ["Secure e-mail set to", "Google linked", "MFA bound"])
      expect(text).toContain(words);
    expect((await press(link)).status).toBe(200);
    expect((await owner.ask("member")).code).toBe(300);
    expect((await shop.ask("member", { key })).code).toBe(300);
    const { user, session } = (await shop.ask("signin", { email, password, agree: 1 })).data;
    expect(user).toMatchObject({ secureEmail: null, mfaBound: false });
    expect(user.bindings.google.bound).toBe(false);
    const { items } = (await shop.ask("loginLog", { session })).data;
    expect(items.map(({ event }) => event)).toContain("changeUndone");
    const subjects = (await mailsTo(shop, email)).map(({ subject }) => subject);
    expect(subjects).toContain("A change of your account was undone");
  });

  it("is used once, of ten at once too, and dies after 7 days", async () => {
    const owner = await shop.customer();
    const { link } = await setSecure(owner);
    const said = await Promise.all(Array.from({ length: 10 }, () => press(link)));
    expect(said.filter(({ status }) => status === 200)).toHaveLength(1);
    const other = await shop.customer();
    const late = await setSecure(other);
    await shop.advance(7 * 86_400 - 60);
    expect((await fetch(late.link)).status).toBe(200);
    await shop.advance(61);
    expect((await fetch(late.link)).status).toBe(410);
    expect((await press(late.link)).status).toBe(410);
    for (const bad of ["", "?token=", "?token=x", `?token=${"A".repeat(43)}`, "?token=a&token=b"])
      expect((await press(`${shop.url}/undo${bad}`)).status).toBe(410);
  });

  it("restores no address that another account has by now", async () => {
    const owner = await shop.customer();
    const first = await setSecure(owner);
    const second = await setSecure(owner);
    await shop.customer({ email: first.secure });
    expect((await press(second.link)).status).toBe(200);
    const { email, password } = owner;
    const back = await shop.ask("signin", { email, password, agree: 1 });
    expect(back.data.user.secureEmail).toBe(null);
  });
});
