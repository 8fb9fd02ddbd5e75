import { describe, expect, it } from "vitest";
import { isCommonPassword } from "./common-password.ts";
import { isRegistrationPassword, isSettingsPassword } from "./credentials.ts";

describe("The check for common passwords (spec/sign-in#credentials would let it through)", () => {
  it.each([
    "password",
    "PassWord",
    "P@ssw0rd",
    "password123",
    "password!!",
    "iloveyou2024",
    "ILOVEYOU99",
    "football7",
    "matkhau123",
    "motdepasse1",
    "qwertyuiop",
    "qwerty123456",
    "asdfzxcv",
    "poiuytrewq",
    "azertyuiop",
    "qwertzuiop",
    "abcdefgh",
    "abcd123456",
    "zyxwvuts",
    "aaaaaaaa",
    "abababab",
    "abcabcabc",
  ])("refuses %s", (text) => expect(isCommonPassword(text)).toBe(true));

  it.each(["h7Kqorchard", "violet-otter", "Tr4vellingLight", "marzipanbridge", "kanary!Acc0unt77"])(
    "accepts %s",
    (text) => expect(isCommonPassword(text)).toBe(false),
  );
});

it("A password equal to the name in the user's e-mail address is refused, whatever digits follow", () => {
  expect(isCommonPassword("annabelle", { email: "annabelle@example.com" })).toBe(true);
  expect(isCommonPassword("Annabelle", { email: "annabelle.1990@example.com" })).toBe(true);
  expect(isCommonPassword("annabelle77", { email: "Annabelle1990@example.com" })).toBe(true);
  expect(isCommonPassword("annabelle", { email: "bert@example.com" })).toBe(false);
  expect(isCommonPassword("bob-and-alice", { email: "bob@example.com" })).toBe(false);
});

it("A password that is only the provider's name is refused, whatever digits follow", () => {
  const own = { brand: "Nordlicht Proxies GmbH" };
  for (const text of ["nordlicht", "nordlicht1", "NORDLICHT2026", "nordlichtproxiesgmbh"])
    expect([text, isCommonPassword(text, own)]).toEqual([text, true]);
  expect(isCommonPassword("nordlicht2026")).toBe(false);
  expect(isCommonPassword("nordlicht-und-otter", own)).toBe(false);
});

it("A password of three kinds of characters is refused only if it is among the best known", () => {
  expect(isSettingsPassword("Football1!")).toBe(true);
  expect(isCommonPassword("Football1!")).toBe(false);
  expect(isCommonPassword("P@ssw0rd")).toBe(true);
  expect(isRegistrationPassword("Qwerty1234")).toBe(true);
  expect(isCommonPassword("Qwerty1234")).toBe(true);
});
