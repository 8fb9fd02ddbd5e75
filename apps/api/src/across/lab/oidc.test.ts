import { request } from "node:http";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { Provider } from "@turnpike/contract/identity.ts";
import { describe, expect, it } from "vitest";
import { expectUnchanged } from "../../identity/identity/testing.ts";
import { startIssuer } from "../../identity/sign-in-provider/testing.ts";
import { startShop } from "../../identity/session/testing.ts";
import { type LabBrowser, labBrowser } from "./testing.ts";

const shop = forTests(startShop);

const page = async (name: Provider, session?: string) =>
  (await shop.ask("loginOptions", { session })).data[name]?.url ?? "";

type Who = Parameters<LabBrowser["signIn"]>[1];
/** Signs a person in at the lab's provider and returns the parameters of the redirect. */
async function bring(name: Provider, who: Who, session?: string) {
  const back = await labBrowser().signIn(await page(name, session), who);
  return Object.fromEntries(back.searchParams) as Record<string, string>;
}
const enter = async (name: Provider, who: Who) =>
  shop.ask("gLogin", { ...(await bring(name, who)), agree: 1 });

describe("The lab's sign-in provider, used in place of those not set up", () => {
  it.each(["google", "github", "linkedin"] as const)(
    "signs up a new customer with %s and recognises them the next time",
    async (name) => {
      const browser = labBrowser();
      const email = `new-${name}@example.com`;
      const back = await browser.signIn(await page(name), { email, name: "Ada" });
      expect(back.href.split("?")[0]).toBe(`${shop.url}/index/loading`);
      const { code, state } = Object.fromEntries(back.searchParams);
      const { data, msg } = await shop.ask("gLogin", { code, state, agree: 1 });
      expect([msg, data.created, data.user?.email]).toEqual(["", true, email]);
      const again = await browser.signIn(await page(name), { pick: email });
      const second = await shop.ask("gLogin", {
        ...Object.fromEntries(again.searchParams),
        redirectUri: `${shop.url}/index/loading`,
        agree: 1,
      });
      expect([second.data.created, second.data.user?.id]).toEqual([false, data.user.id]);
    },
  );

  it("lets another person sign in from the same browser", async () => {
    const browser = labBrowser();
    for (const email of ["first@example.com", "second@example.com"]) {
      const back = await browser.signIn(await page("google"), { email, name: "Somebody" });
      const { code, state } = Object.fromEntries(back.searchParams);
      const { data } = await shop.ask("gLogin", { code, state, agree: 1 });
      expect(data.user.email).toBe(email);
    }
  });

  it("links all three providers to one account by one e-mail, as separate logins", async () => {
    const customer = await shop.customer();
    for (const provider of ["google", "github", "linkedin"] as const) {
      const given = await bring(provider, { email: "all@example.com" }, customer.session);
      await customer.get("gBind", { provider, ...given });
    }
    const { bindings } = await customer.get("member");
    const { google, github, linkedin } = bindings;
    const accounts = [google, github, linkedin].map(({ account }) => account);
    expect(accounts).toEqual(["all@example.com", "all", "all@example.com"]);
    const google2 = await enter("google", { email: "all@example.com" });
    expect(google2.data.user.id).toBe(customer.id);
  });

  it("can return an unverified e-mail, which is refused", async () => {
    for (const name of ["google", "github", "linkedin"] as const) {
      const who = { email: "unsure@example.com", verified: false };
      await expectUnchanged(shop, () => enter(name, who), "providerEmailUnverified");
    }
  });

  it("redirects back with an error and no code on cancellation", async () => {
    const back = await bring("google", { cancel: true });
    expect(Object.keys(back).sort()).toEqual(["error", "iss", "state"]);
    expect(back["error"]).toBe("access_denied");
  });
});

describe("The lab provider's pages", () => {
  const headersOf = ["content-security-policy", "x-content-type-options", "x-frame-options"];

  it("state what they are, in the browser's language, and need no script", async () => {
    const browser = labBrowser();
    const { html, headers, status } = await browser.open(await page("linkedin"));
    expect(status).toBe(200);
    expect(html).toContain("<h1>Sign in with LinkedIn</h1>");
    expect(html).toContain("stands in for LinkedIn");
    expect(html).not.toContain("<script");
    expect(headers.get("content-security-policy")).toContain("form-action 'self'");
    const german = await labBrowser("de-AT,de;q=0.9").open(await page("google"));
    expect(german.html).toContain('<html lang="de">');
    expect(german.html).toContain("Mit Google anmelden");
  });

  it("ask again for an invalid e-mail, and escape it", async () => {
    const browser = labBrowser();
    await browser.open(await page("google"));
    const { status, html } = await browser.post({ email: '"><script>x</script>', name: "<b>" });
    expect(status).toBe(400);
    expect(html).toContain("Enter the correct email");
    expect(html).not.toContain("<script>");
    expect(html).toContain("&lt;b&gt;");
    const { url } = await browser.post({ email: "right@example.com", verified: "1" });
    expect(url.searchParams.has("code")).toBe(true);
  });

  it("show that the sign-in is over when opened too late or without a start", async () => {
    const lost = await fetch(`${shop.url}/lab/oidc/interaction/unknown`);
    expect([lost.status, await lost.text()]).toEqual([404, expect.stringContaining("is over")]);
    const wrong = `${shop.url}/lab/oidc/auth?client_id=lab-google&redirect_uri=https://evil.example`;
    const answer = await fetch(wrong, { redirect: "manual" });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("location")).toBeNull();
    for (const name of headersOf) expect([name, answer.headers.get(name)]).not.toContain(null);
    expect(await answer.text()).toContain("This sign-in is over");
  });

  it("refuse a start without a PKCE challenge", async () => {
    const url = new URL(await page("google"));
    url.searchParams.delete("code_challenge");
    const answer = await fetch(url, { redirect: "manual" });
    expect(answer.headers.get("location")).toContain("error=invalid_request");
  });

  it("answer, like its endpoints, only to a loopback Host and no foreign Origin (spec/lab#access)", async () => {
    const asked = (path: string, headers: Record<string, string>, method = "GET") =>
      new Promise((resolve, reject) => {
        const sent = request(shop.url + path, { method, headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        sent.once("error", reject);
        sent.end();
      });
    const paths = ["jwks", "auth", "interaction/x", "github/user", "github/user/emails"];
    const foreign = paths.map((one) => asked(`/lab/oidc/${one}`, { host: "shop.example" }));
    expect(await Promise.all(foreign)).toEqual(paths.map(() => 403));
    const origin = { host: "127.0.0.1", origin: "https://evil.example" };
    expect(await asked("/lab/oidc/token", origin, "POST")).toBe(403);
    expect(await asked("/lab/oidc/interaction/x", origin, "POST")).toBe(403);
    expect((await fetch(`${shop.url}/lab/oidc/github/user`)).status).toBe(401);
  });
});

it("A provider that is set up is not replaced by the lab's", async () => {
  const issuer = await startIssuer();
  const real = await startShop(issuer.env);
  try {
    const { data } = await real.ask("loginOptions");
    expect(data.google?.url).toContain(`${issuer.url}/authorize?`);
    expect(data.github?.url).toContain(`${real.url}/lab/oidc/auth?`);
  } finally {
    await real.stop();
    await issuer.stop();
  }
});

it("The lab's provider is not offered if its pages would not answer at the public URL", async () => {
  const open = await startShop({ PUBLIC_URL: "https://demo.example" });
  try {
    expect((await open.ask("loginOptions")).data.google).toBeNull();
  } finally {
    await open.stop();
  }
});
