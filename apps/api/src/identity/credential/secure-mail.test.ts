import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { mfaCustomer, mailedCode, mailsTo } from "../mfa/testing.ts";
import { type Customer, startShop } from "../session/testing.ts";
import { askSecure, freshAddress } from "../mail-code/testing.ts";

const shop = forTests(startShop);

const askedSecure = (customer: Customer) => askSecure(shop, customer);

describe("The secure e-mail (spec/sign-in#secure-e-mail)", () => {
  it("is set by the code mailed to it; old and new addresses are notified", async () => {
    const customer = await shop.customer();
    const first = await askedSecure(customer);
    const answer = await customer.get("secureMail", first);
    expect(answer).toEqual({ secureEmail: "s***@example.com" });
    expect((await customer.get("member")).secureEmail).toBe("s***@example.com");
    const second = await askedSecure(customer);
    const { code } = second;
    await customer.get("secureMail", { ...second, code: `${code.slice(0, 3)} ${code.slice(3)}` });
    for (const address of [customer.email, first.email, second.email]) {
      const [mail] = await mailsTo(shop, address);
      expect([address, mail?.subject]).toEqual([address, "Your secure e-mail was changed"]);
      expect(mail?.text).toContain("s***@example.com");
    }
    await customer.get("mailCode", { scene: "cancel", email: second.email });
    const events = (await customer.get("loginLog")).items.map((item) => item.event);
    expect(events.filter((event) => event === "secureMailChanged")).toHaveLength(2);
  });

  it("is available to other accounts once it is replaced", async () => {
    const [one, two] = [await shop.customer(), await shop.customer()];
    const first = await askedSecure(one);
    await one.get("secureMail", first);
    await one.get("secureMail", await askedSecure(one));
    const { email } = first;
    // Codes to close an account are sent only to its own addresses.
    const gone = await one.ask("mailCode", { scene: "cancel", email });
    expect(gone).toMatchObject({ code: 400, refused: { reason: "notYourAddress" } });
    await two.get("mailCode", { scene: "secureMail", email });
    const code = await mailedCode(shop, email);
    expect((await two.ask("secureMail", { email, code })).code).toBe(0);
    expect((await two.ask("mailCode", { scene: "cancel", email })).code).toBe(0);
  });

  it("must not be an e-mail or secure e-mail of any account, including one's own (409)", async () => {
    const [one, two] = [await shop.customer(), await shop.customer()];
    const taken = await askedSecure(two);
    await two.get("secureMail", taken);
    await shop.pass(60);
    for (const email of [one.email, two.email, taken.email]) {
      await one.get("mailCode", { scene: "secureMail", email });
      const code = await mailedCode(shop, email);
      const answer = await one.ask("secureMail", { email, code });
      expect(answer).toMatchObject({
        code: 409,
        refused: { reason: "emailTaken", field: "email" },
      });
    }
    const signup = await shop.ask("signup", {
      email: taken.email,
      password: "h7Kqorchard",
      agree: 1,
    });
    expect(signup).toMatchObject({ code: 409, refused: { reason: "emailTaken" } });
  });

  it("is given to one of two accounts that set it concurrently", async () => {
    const email = freshAddress();
    const both = [await shop.customer(), await shop.customer()];
    for (const one of both) await one.get("mailCode", { scene: "secureMail", email });
    const code = await mailedCode(shop, email);
    const answers = await Promise.all(both.map((one) => one.ask("secureMail", { email, code })));
    const [taken, refused] = answers.map((one) => one.code).sort((a, b) => a - b);
    expect(taken).toBe(0);
    // The address is taken or the code is used, whichever is checked first.
    expect([409, 410]).toContain(refused);
  });

  it("requires MFA if it is bound, and keeps the mailed code valid meanwhile", async () => {
    const { customer, mfa } = await mfaCustomer(shop);
    const asked = await askedSecure(customer);
    for (let n = 1; n <= 6; n++) expect((await customer.ask("secureMail", asked)).code).toBe(460);
    const wrong = await customer.ask("secureMail", { ...asked, mfaCode: "0000000" });
    expect(wrong.code).toBe(461);
    await customer.get("secureMail", { ...asked, mfaCode: await mfa.fresh() });
  });
});
