import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { setDisabled } from "../account/store/account.ts";
import { transaction } from "../../platform/db/database.ts";
import { mailsTo } from "../mfa/testing.ts";
import { type Customer, startShop } from "../session/testing.ts";
import { askSecure } from "./testing.ts";

const shop = forTests(startShop);

const forgot = (email: string, lang?: string) =>
  shop.ask("mailCode", { scene: "forgot", email, lang });
const askedSecure = (customer: Customer) => askSecure(shop, customer);
const mails = async (address: string) => (await mailsTo(shop, address)).length;

describe("Requesting a code (spec/sign-in#mailed-codes)", () => {
  it("sends six digits with their purpose and validity, in the account's language", async () => {
    const { email } = await shop.customer({ lang: "fr" });
    const answer = await forgot(email.toUpperCase());
    expect(answer).toMatchObject({ code: 0, data: { retryAfterSeconds: 60 } });
    const [mail] = await mailsTo(shop, email);
    expect(mail?.subject).toBe("Votre code pour un nouveau mot de passe");
    expect(mail?.text).toMatch(/^\d{6}$/m);
    expect(mail?.text).toContain("10 minutes");
    expect(mail?.subject).not.toMatch(/\d{6}/);
  });

  it("again within 60 s is refused (429) with the time left, even for unknown addresses", async () => {
    const { email } = await shop.customer();
    for (const address of [email, "nobody1@example.com"]) {
      expect((await forgot(address)).code).toBe(0);
      await shop.pass(20);
      const soon = await forgot(address);
      expect(soon).toMatchObject({ code: 429, refused: { reason: "tooManyTries" } });
      expect(soon.refused.retryAfterSeconds).toBeGreaterThan(30);
      expect(soon.refused.retryAfterSeconds).toBeLessThanOrEqual(40);
      await shop.pass(40);
      const all = await Promise.all([1, 2, 3, 4, 5, 6].map(() => forgot(address)));
      const codes = all.map((one) => one.code);
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      expect(codes.filter((code) => code === 429)).toHaveLength(5);
    }
    expect(await mails("nobody1@example.com")).toBe(0);
    // The welcome mail and two codes.
    expect(await mails(email)).toBe(3);
  });

  it("for another purpose or address needs no wait", async () => {
    const customer = await shop.customer();
    const { email } = await askedSecure(customer);
    expect((await forgot(email)).code).toBe(0);
    await askedSecure(customer);
    await customer.get("mailCode", { scene: "cancel" });
    await customer.get("mailCode", { scene: "unbindMfa", email: customer.email });
    const subjects = (await mailsTo(shop, customer.email)).map((mail) => mail.subject);
    expect(subjects.slice(0, 2)).toEqual([
      "Your code to turn off two-factor authentication",
      "Your code to close your account",
    ]);
  });

  it("requires an address, a purpose, a session for account codes, and one's own address", async () => {
    const customer = await shop.customer();
    for (const scene of ["forgot", "secureMail"]) {
      const none = await shop.ask("mailCode", { scene });
      expect(none).toMatchObject({
        code: 400,
        refused: { reason: "missingField", field: "email" },
      });
      const bad = await shop.ask("mailCode", { scene, email: "nobody" });
      expect(bad).toMatchObject({ code: 400, refused: { reason: "badEmail", field: "email" } });
    }
    for (const scene of ["cancel", "unbindMfa"]) {
      const visitor = await shop.ask("mailCode", { scene, email: customer.email });
      expect(visitor).toMatchObject({ code: 300 });
      const foreign = await customer.ask("mailCode", { scene, email: "nobody@example.com" });
      expect(foreign).toMatchObject({
        code: 400,
        refused: { reason: "notYourAddress", field: "email" },
      });
    }
    const other = await customer.ask("mailCode", { scene: "other", email: customer.email });
    expect(other).toMatchObject({ code: 400, refused: { reason: "badField", field: "scene" } });
    expect(await mails(customer.email)).toBe(1);
  });

  it("sends it to the secure e-mail, shown masked, on request; refused without one", async () => {
    const customer = await shop.customer();
    const to = { scene: "unbindMfa", secure: 1 };
    const none = await customer.ask("mailCode", to);
    expect(none).toMatchObject({ code: 400, refused: { reason: "notYourAddress" } });
    const { email, code } = await askedSecure(customer);
    await customer.get("secureMail", { email, code });
    const before = [await mails(customer.email), await mails(email)];
    const answer = await customer.ask("mailCode", to);
    expect(answer).toMatchObject({ code: 0, data: { retryAfterSeconds: 60 } });
    const after = [await mails(customer.email), await mails(email)];
    expect(after).toEqual([before[0], (before[1] ?? 0) + 1]);
    const member = await customer.get("member");
    expect(member.secureEmail).toBe("s***@example.com");
    expect(JSON.stringify([answer, member])).not.toContain(email);
  });

  it("responds the same and no sooner for known, unknown, disabled and secure addresses (A5)", async () => {
    const [known, disabled] = [await shop.customer(), await shop.customer()];
    const { email, code } = await askedSecure(known);
    await known.get("secureMail", { email, code });
    await transaction(shop.db, (tx) => setDisabled(tx, disabled.id, new Date()));
    const before = [await mails(known.email), await mails(disabled.email), await mails(email)];
    const said = [];
    for (const address of [known.email, "nobody2@example.com", disabled.email, email]) {
      const from = performance.now();
      const { status, code: answered, msg, data } = await forgot(address);
      // Timers may fire a millisecond early.
      expect(performance.now() - from).toBeGreaterThanOrEqual(59);
      said.push(JSON.stringify({ status, answered, msg, data }));
    }
    expect(new Set(said).size).toBe(1);
    const after = [await mails(known.email), await mails(disabled.email), await mails(email)];
    expect(after).toEqual([(before[0] ?? 0) + 1, before[1], (before[2] ?? 0) + 1]);
  });

  it("outside the lab is limited to 20 an hour per client IP address", async () => {
    const real = await startShop({ NODE_ENV: "production", CAPTCHA: "none" });
    try {
      const ask = (n: number) =>
        real.ask("mailCode", { scene: "forgot", email: `many${n}@example.com` });
      const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => ask(n)));
      expect(answers.filter((one) => one.code === 0)).toHaveLength(20);
      expect(answers.find((one) => one.code === 429)?.refused.retryAfterSeconds).toBeGreaterThan(
        3500,
      );
      real.services.world.setOffset(3_601_000);
      expect((await ask(99)).code).toBe(0);
    } finally {
      await real.stop();
    }
  });
});
