import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { calls, type CallName } from "@turnpike/contract/calls.ts";
import { describe, expect, it } from "vitest";
import { mailedCode, mailsTo } from "../mfa/testing.ts";
import { startShop } from "../session/testing.ts";
import { wrongOf } from "./testing.ts";

const shop = forTests(startShop);

describe("A new account's e-mail (spec/sign-in#verified-e-mail)", () => {
  it("is verified by the code of the welcome mail or of a later one", async () => {
    const one = await shop.newcomer();
    expect((await one.get("member")).emailVerified).toBe(false);
    const [mail] = await mailsTo(shop, one.email);
    expect(mail?.subject).toBe("Welcome to Turnpike");
    const code = await mailedCode(shop, one.email);
    expect(await one.ask("verifyMail", { code: wrongOf(code) })).toMatchObject({
      code: 401,
      refused: { reason: "wrongCode", field: "code" },
    });
    expect(await one.get("verifyMail", { code })).toEqual({ emailVerified: true });
    expect((await one.get("member")).emailVerified).toBe(true);
    expect((await one.ask("verifyMail", { code })).refused.reason).toBe("codeUsedUp");
    const other = await shop.newcomer();
    expect((await other.ask("mailCode", { scene: "verify" })).code).toBe(429);
    await shop.pass(601);
    const late = await mailedCode(shop, other.email);
    expect((await other.ask("verifyMail", { code: late })).refused.reason).toBe("codeExpired");
    await other.get("mailCode", { scene: "verify" });
    const [second] = await mailsTo(shop, other.email);
    expect(second?.subject).toBe("Your code to verify your e-mail");
    await other.get("verifyMail", { code: await mailedCode(shop, other.email) });
  });

  it("must be verified for exactly these calls; buying and using stay possible", async () => {
    const guarded = Object.entries(calls).filter(([, call]) => call.needsVerifiedEmail);
    const names = guarded.map(([name]) => name as CallName);
    expect(names).toEqual(
      expect.arrayContaining(["gBind", "secureMail", "upAccessKey", "cdkeyMake", "getProfit"]),
    );
    expect(names.filter((name) => name.startsWith("webhook")).sort()).toEqual([
      "webhookAdd",
      "webhookReplay",
      "webhookSecret",
      "webhookTest",
      "webhookUp",
    ]);
    const one = await shop.newcomer();
    for (const [name, call] of guarded) {
      const fields = { ...call.example.request } as Record<string, string>;
      const answer = await one.ask(name as CallName, fields);
      expect([name, answer.code, answer.refused.reason]).toEqual([name, 403, "verifyEmail"]);
    }
    await shop.fund(one.id, 10_000);
    await one.get("placeOrder", { sku: "traffic-standard", quantity: 1, method: "wallet" });
    await one.get("addSubUser", { account: "newcomer1", password: "secret123", trafficGb: 1 });
    expect((await one.get("webhooks")).items).toEqual([]);
    const missing = await one.ask("upAccessKey", { session: undefined });
    expect(missing.code).toBe(300);
  });

  it("is verified by a sign-in with a mailed code too, but not by another account's code", async () => {
    const [one, other] = [await shop.newcomer(), await shop.newcomer()];
    const code = await mailedCode(shop, one.email);
    expect((await other.ask("verifyMail", { code })).refused.reason).toBe("wrongCode");
    const { email, password } = one;
    await shop.ask("mailCode", { scene: "signin", email });
    const signin = await mailedCode(shop, email);
    const answer = await shop.ask("signin", { email, password, agree: 1, code: signin });
    expect(answer.data.user.emailVerified).toBe(true);
  });
});

it("A code that only the signed-in holder can use requires a session and is sent only to the primary e-mail", async () => {
  for (const scene of ["verify", "confirm", "secureMail"]) {
    const answer = await shop.ask("mailCode", { scene, email: "somebody@example.com" });
    expect([scene, answer.code]).toEqual([scene, 300]);
  }
  const { ask } = await shop.customer();
  for (const more of [{ email: "other@example.com" }, { secure: 1 }]) {
    const answer = await ask("mailCode", { scene: "confirm", ...more });
    expect(answer.refused.reason).toBe("notYourAddress");
  }
});
