/** Throw-away mailboxes at sign-up and before buying (spec/sign-in#disposable-mail). */
import { describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { startTestConsole } from "../../across/console/testing.ts";
import { operate, operateJson } from "../../across/operator/testing.ts";
import { startIssuer } from "../sign-in-provider/testing.ts";
import { codeMailedTo, startShop } from "../session/testing.ts";
import { fromIssuer } from "../identity/testing.ts";

let made = 0;
const at = (domain: string) => `${made++}@${domain}`;
const password = "Passw0rd!x";

describe("With DISPOSABLE_MAIL=refuse (spec/sign-in#disposable-mail)", () => {
  const office = forTests(() => startTestConsole({ DISPOSABLE_MAIL: "refuse" }));
  const signUp = async (domain: string) => {
    const body = JSON.stringify({ email: at(domain), password, agree: "1" });
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${office.url}/v1/signup`, { method: "POST", headers, body });
    const { code, data } = (await answer.json()) as { code: number; data: { reason?: string } };
    return code === 0 ? "ok" : `${code} ${data.reason}`;
  };

  it("listed domains, their subdomains and other spellings open no account; others do", async () => {
    expect(await signUp("mailinator.com")).toBe("400 disposableEmail");
    expect(await signUp("deep.down.Mailinator.COM")).toBe("400 disposableEmail");
    expect(await signUp("example.com")).toBe("ok");
  });

  it("the operator adds and excepts domains while it runs, by command and in the console", async () => {
    const added = await operateJson(office.services, "disposable", "add", "MÜLL.example");
    expect(added.said).toEqual([{ domain: "xn--mll-hoa.example", rule: "refuse" }]);
    await operate(office.services, "disposable", "except", "mailinator.com");
    await office.services.settings.refresh();
    expect(await signUp("sub.müll.example")).toBe("400 disposableEmail");
    expect(await signUp("mailinator.com")).toBe("ok");
    const support = await office.person("support");
    const rule = { domain: "mailinator.com", rule: "none" };
    expect(await support.get("disposableMailSet", rule)).toEqual({
      mode: "refuse",
      added: ["xn--mll-hoa.example"],
      excepted: [],
    });
    expect(await signUp("mailinator.com")).toBe("400 disposableEmail");
    const viewer = await office.person("viewer");
    const refused = await viewer.ask("disposableMailSet", rule);
    expect(refused.refused.permission).toBe("signups.write");
    const { items } = await (await office.person("owner")).get("auditList", {});
    const entry = items.find(({ action }) => action === "disposableMail.set");
    expect(entry).toMatchObject({ subject: "mailinator.com" });
    const checked = await operateJson(office.services, "disposable", "check", "a@b.yopmail.com");
    expect(checked.said).toEqual({ email: "a@b.yopmail.com", disposable: true });
    const wrong = await operate(office.services, "disposable", "add", "nothing");
    expect([wrong.code, wrong.error]).toEqual([
      1,
      expect.stringMatching(/^domain: is not a domain/),
    ]);
  });
});

describe("With DISPOSABLE_MAIL=verify (spec/sign-in#disposable-mail)", () => {
  const issuer = forTests(startIssuer);
  const shop = forTests(() => startShop({ ...issuer.env, DISPOSABLE_MAIL: "verify" }));

  it("such an account buys once it has proved its address; others buy at once", async () => {
    const buy = { sku: "traffic-standard", quantity: 1, method: "crypto" };
    const usual = await shop.newcomer();
    expect((await usual.ask("placeOrder", buy)).code).toBe(0);
    const email = at("mailinator.com");
    const { data } = await shop.ask("signup", { email, password, agree: 1 });
    const { session } = data;
    const order = () => shop.ask("placeOrder", { ...buy, session });
    const refused = await order();
    expect([refused.code, refused.refused.reason]).toEqual([403, "verifyEmail"]);
    const topUp = { session, amountCents: 1_000, method: "crypto" };
    expect((await shop.ask("recharge", topUp)).refused.reason).toBe("verifyEmail");
    await shop.ask("verifyMail", { session, code: await codeMailedTo(shop.url, email) });
    expect((await order()).code).toBe(0);
  });

  it("an address that a provider vouches for is proved", async () => {
    const who = { sub: "vouched", email: at("mailinator.com") };
    const { code, state } = await fromIssuer(shop, issuer, who);
    const { session } = (await shop.ask("gLogin", { code, state, agree: 1 })).data;
    const order = { sku: "traffic-standard", quantity: 1, method: "crypto", session };
    expect((await shop.ask("placeOrder", order)).code).toBe(0);
  });
});
