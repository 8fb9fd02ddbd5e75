import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expect, it } from "vitest";
import { type Customer, startShop } from "../session/testing.ts";
import { mailedCode, totpCode } from "./testing.ts";

const shop = forTests(startShop);

const signIn = ({ email, password }: Customer, mfaCode: string) =>
  shop.ask("signin", { email, password, agree: 1, mfaCode });

it("A code is read in the digits of every script; any other text is wrong, and none is an error of ours (spec/sign-in#mfa)", async () => {
  const customer = await shop.customer();
  const { secret } = await customer.get("mfaSecret");
  const hostile = [
    "éééééé",
    "１２３é",
    "ＡＢＣＤＥＦ",
    "😀😀😀",
    "½½½½½½",
    "²³¹²³¹",
    "12345\u0000",
    "\ud835",
    "Ⅷ",
  ];
  for (const code of hostile)
    expect(await customer.ask("bindMFa", { code })).toMatchObject({ code: 461 });
  const wide = (digits: string, zero: number) =>
    digits.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  const arabic = wide(totpCode(shop, secret), 0x0660);
  const { recoveryCodes } = await customer.get("bindMFa", { code: arabic });
  await shop.pass(30);
  expect(await signIn(customer, "éééééé")).toMatchObject({
    code: 461,
    refused: { reason: "mfaWrong" },
  });
  expect((await signIn(customer, wide(totpCode(shop, secret), 0xff10))).code).toBe(0);
  const recovery = [...(recoveryCodes[0] ?? "")]
    .map((one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0))
    .join("");
  expect((await signIn(customer, recovery)).code).toBe(0);
});

it("A mailed code is read in the digits of every script too (spec/sign-in#mailed-codes)", async () => {
  const customer = await shop.customer();
  await customer.get("mailCode", { scene: "cancel" });
  const code = mailedCode(shop, customer.email);
  const wide = [...(await code)].map((digit) => String.fromCodePoint(0x0966 + Number(digit)));
  const close = (typed: string) =>
    customer.ask("cancel", { password: customer.password, code: typed, confirm: 1 });
  for (const typed of ["éééééé", "½½½½½½", "12345\ud835"])
    expect(await close(typed)).toMatchObject({ code: 401, refused: { reason: "wrongCode" } });
  expect(await close(wide.join(""))).toMatchObject({ code: 0 });
});
