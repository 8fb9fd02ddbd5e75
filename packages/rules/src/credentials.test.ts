import { describe, expect, it } from "vitest";
import {
  asciiEmail,
  isEmail,
  isProxyCredential,
  isProxyPassword,
  isRegistrationPassword,
  isSettingsPassword,
} from "./credentials.ts";

describe("An e-mail address must have a valid name and domain (spec/sign-in#credentials)", () => {
  it.each(["a@b.co", "first.last+tag@sub.example.com", "o'neil@example.museum", "x@a1.io"])(
    "accepts %s",
    (text) => expect(isEmail(text)).toBe(true),
  );
  it.each([
    "",
    "a",
    "@b.co",
    "a@",
    "a@b",
    "a@b.c",
    "a b@c.de",
    "a@b@c.de",
    ".a@b.co",
    "a.@b.co",
    "a..b@c.de",
    "a@-b.co",
    "a@b-.co",
    "a@b..co",
    "a@127.0.0.1",
    "a\n@b.co",
    `${"a".repeat(65)}@b.co`,
    `a@${"b".repeat(64)}.co`,
  ])("refuses %j", (text) => expect(isEmail(text)).toBe(false));
});

it.each([
  ["user@münchen.example", "user@xn--mnchen-3ya.example"],
  ["User@MÜNCHEN.Example", "user@xn--mnchen-3ya.example"],
  ["user@mu\u0308nchen.example", "user@xn--mnchen-3ya.example"],
  ["user@xn--mnchen-3ya.example", "user@xn--mnchen-3ya.example"],
  ["a@пример.рф", "a@xn--e1afmkfd.xn--p1ai"],
  ["a@例え。jp", "a@xn--r8jz45g.jp"],
  ["Ann@Example.com", "ann@example.com"],
  ["jörg@example.com", null],
  ["a@mün chen.example", null],
  ["a@münchen", null],
  ["a@１.２.３.４", null],
  ["a@mü/nchen.example", null],
  ["a@mü:80.example", null],
  [`a@${"ü".repeat(60)}.example`, null],
])("%s is stored as %s (spec/sign-in#credentials)", (typed, stored) => {
  expect(asciiEmail(typed)).toBe(stored);
});

describe("A registration password starts with a letter and has 8-20 characters (spec/sign-in#credentials)", () => {
  it.each(["abcdefgh", "A1234567", `z${"9".repeat(19)}`, "pass!word"])("accepts %s", (text) =>
    expect(isRegistrationPassword(text)).toBe(true),
  );
  it.each(["abcdefg", `a${"b".repeat(20)}`, "1abcdefg", "!abcdefg", "abc defgh", "äbcdefgh", ""])(
    "refuses %j",
    (text) => expect(isRegistrationPassword(text)).toBe(false),
  );
});

describe("A settings password has 8-20 characters of all four character kinds (spec/sign-in#credentials)", () => {
  it.each(["Abcdef1!", "1aA-5678", `Aa1!${"x".repeat(16)}`])("accepts %s", (text) =>
    expect(isSettingsPassword(text)).toBe(true),
  );
  it.each(["abcdef1!", "ABCDEF1!", "Abcdefg!", "Abcdefg1", "Abc1!", `Aa1!${"x".repeat(17)}`])(
    "refuses %s",
    (text) => expect(isSettingsPassword(text)).toBe(false),
  );
});

describe("Proxy credentials consist of letters and digits only (spec/sign-in#credentials)", () => {
  it("and have 6-22 of them", () => {
    const taken = ["abcdef", "a".repeat(22), "123456"].map(isProxyCredential);
    expect(taken).toEqual([true, true, true]);
    const refused = ["abcde", "a".repeat(23), "abc-def", "abc_def", "абвгде", ""];
    expect(refused.map(isProxyCredential)).toEqual(refused.map(() => false));
  });
  it("and a new password of digits only has at least 10", () => {
    const taken = ["abcdef", "12345a", "1234567890", "9".repeat(22)];
    expect(taken.map(isProxyPassword)).toEqual(taken.map(() => true));
    const refused = ["123456", "483920", "123456789", "abcde", "a".repeat(23), "1234567890-"];
    expect(refused.map(isProxyPassword)).toEqual(refused.map(() => false));
  });
});
