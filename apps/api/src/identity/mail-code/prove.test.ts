import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { isFull } from "@turnpike/net/testing/full.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { transaction } from "../../platform/db/database.ts";
import { bindMfaOf, mailedCode } from "../mfa/testing.ts";
import { type Customer, startShop } from "../session/testing.ts";
import { proveCode, useCode } from "./prove.ts";
import { askSecure, freshAddress, wrongOf } from "./testing.ts";

const shop = forTests(startShop);

const forgot = (email: string) => shop.ask("mailCode", { scene: "forgot", email });
const askedSecure = (customer: Customer) => askSecure(shop, customer);

describe("A mailed code (spec/sign-in#mailed-codes, A6)", () => {
  it("works once: of 20 concurrent calls one succeeds, and later none", async () => {
    const customer = await shop.customer();
    const asked = await askedSecure(customer);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => customer.ask("secureMail", asked)),
    );
    expect(answers.filter((one) => one.code === 0)).toHaveLength(1);
    const reasons = answers.filter((one) => one.code !== 0).map((one) => one.refused.reason);
    expect(new Set(reasons)).toEqual(new Set(["codeUsedUp"]));
    expect((await customer.ask("secureMail", asked)).refused.reason).toBe("codeUsedUp");
  });

  it("is checked five times, however many guesses are concurrent", async () => {
    const customer = await shop.customer();
    const { email, code } = await askedSecure(customer);
    const guess = (given: string) => customer.ask("secureMail", { email, code: given });
    const wrong = wrongOf(code);
    const answers = await Promise.all(Array.from({ length: 50 }, () => guess(wrong)));
    expect(answers.filter((one) => one.code === 401)).toHaveLength(5);
    expect(answers.filter((one) => one.refused.reason === "codeUsedUp")).toHaveLength(45);
    // The right code comes too late; a new one works.
    expect((await guess(code)).code).toBe(410);
    await shop.pass(60);
    await customer.get("mailCode", { scene: "secureMail", email });
    expect((await guess(await mailedCode(shop, email))).code).toBe(0);
  });

  it("still works after four wrong guesses", async () => {
    const customer = await shop.customer();
    const { email, code } = await askedSecure(customer);
    for (let n = 1; n <= 4; n++) {
      const answer = await customer.ask("secureMail", { email, code: wrongOf(code) });
      expect(answer).toMatchObject({ code: 401, refused: { reason: "wrongCode", field: "code" } });
    }
    expect((await customer.ask("secureMail", { email, code })).code).toBe(0);
  });

  it("is valid only for its purpose, its address and its account", async () => {
    const [one, two] = [await shop.customer(), await shop.customer()];
    const { email, code } = await askedSecure(one);
    const asks: [Customer, string, string][] = [
      [one, freshAddress(), code],
      [two, email, code],
    ];
    for (const [who, address, given] of asks) {
      const answer = await who.ask("secureMail", { email: address, code: given });
      expect(answer).toMatchObject({ code: 401, refused: { reason: "wrongCode" } });
    }
    // Guesses by others did not use up its tries.
    for (let n = 1; n <= 6; n++) await two.ask("secureMail", { email, code });
    const given = { address: email, code, accountId: one.id };
    for (const scene of ["forgot", "cancel", "unbindMfa"] as const)
      await expect(proveCode(shop.services, { ...given, scene })).rejects.toThrow("wrongCode");
    expect((await one.ask("secureMail", { email, code })).code).toBe(0);
  });

  it("from an older mail is wrong once a newer one was sent", async () => {
    const customer = await shop.customer();
    const { email, code } = await askedSecure(customer);
    await shop.pass(60);
    await customer.get("mailCode", { scene: "secureMail", email });
    const fresh = await mailedCode(shop, email);
    expect((await customer.ask("secureMail", { email, code })).refused.reason).toBe("wrongCode");
    expect((await customer.ask("secureMail", { email, code: fresh })).code).toBe(0);
  });

  it("is valid for ten minutes, and is deleted a day later", async () => {
    const customer = await shop.customer();
    const [early, late] = [await askedSecure(customer), await askedSecure(customer)];
    await shop.pass(598);
    expect((await customer.ask("secureMail", early)).code).toBe(0);
    await shop.pass(3);
    const answer = await customer.ask("secureMail", late);
    expect(answer).toMatchObject({ code: 410, refused: { reason: "codeExpired", field: "code" } });
    await shop.advance(86_400);
    const { rows } = await sql`select address from mail_code`.execute(shop.db);
    expect(rows).toEqual([]);
    // The session has ended by now.
    const { email, password } = customer;
    const { session } = (await shop.ask("signin", { email, password, agree: 1 })).data;
    expect((await shop.ask("secureMail", { ...late, session, password })).refused.reason).toBe(
      "wrongCode",
    );
  });

  it("for an unknown address never matches, even if the random digits are guessed", async () => {
    const { world } = shop.services;
    const random = world.random.bind(world);
    const [{ email }, unknown] = [await shop.customer(), "nobody3@example.com"];
    world.random = (bytes) => Buffer.alloc(bytes, 7);
    try {
      await Promise.all([forgot(email), forgot(unknown)]);
    } finally {
      world.random = random;
    }
    const prove = (address: string) =>
      proveCode(shop.services, { scene: "forgot", address, code: "777777", accountId: "" });
    expect(await prove(email)).toMatchObject({ scene: "forgot", address: email });
    await expect(prove(unknown)).rejects.toThrow("wrongCode");
  });

  it.runIf(isFull)("gets new tries with a new mail, up to 100 an hour in total (A4)", async () => {
    const customer = await shop.customer();
    const { email } = await askedSecure(customer);
    const reasons: string[] = [];
    for (let n = 0; n < 24; n++) {
      const guesses = [1, 2, 3, 4, 5].map(() =>
        customer.ask("secureMail", { email, code: "wrong1" }),
      );
      reasons.push(...(await Promise.all(guesses)).map((one) => one.refused.reason));
      await shop.pass(60);
      await customer.get("mailCode", { scene: "secureMail", email });
    }
    expect(reasons.filter((reason) => reason === "wrongCode")).toHaveLength(100);
    expect(reasons.filter((reason) => reason === "tooManyTries")).toHaveLength(20);
  });

  it("is used in one transaction with the change that it allows: a rollback keeps it valid", async () => {
    const customer = await shop.customer();
    const { email, code } = await askedSecure(customer);
    const input = { scene: "secureMail", address: email, code, accountId: customer.id } as const;
    const proved = await proveCode(shop.services, input);
    const failed = transaction(shop.db, async (tx) => {
      await useCode(shop.services, tx, proved);
      throw new Error("nothing of it");
    });
    await expect(failed).rejects.toThrow("nothing of it");
    expect((await customer.ask("secureMail", { email, code })).code).toBe(0);
  });
});

it("MFA can be unbound once, with the latest code sent to either address", async () => {
  const customer = await shop.customer();
  const second = await askedSecure(customer);
  await customer.get("secureMail", second);
  const { fresh } = await bindMfaOf(shop, customer);
  await customer.get("mailCode", { scene: "unbindMfa" });
  const old = await mailedCode(shop, customer.email);
  await shop.pass(1);
  await customer.get("mailCode", { scene: "unbindMfa", email: second.email });
  const mailCode = await mailedCode(shop, second.email);
  expect((await customer.ask("unbindMFa", { mailCode: old })).refused.reason).toBe("wrongCode");
  await customer.get("unbindMFa", { mailCode });
  await bindMfaOf(shop, customer);
  await fresh();
  const again = await customer.ask("unbindMFa", { mailCode });
  expect(again).toMatchObject({ code: 410, refused: { reason: "codeUsedUp", field: "mailCode" } });
});
