import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseOldUsername } from "@turnpike/rules/username.ts";
import { meansItself, readUsername } from "./login.ts";

describe("names of other programs (docs/moving-in.md#sub-accounts)", () => {
  it.each([
    ["anna.k-2@shop", {}],
    ["Anna.K-2@shop-region-US-sid-a1", { filter: { country: "us" }, sid: "a1" }],
    ["bob", {}],
    ["bob-cc-de", { filter: { country: "de" } }],
    ["user-bob-t-10", { minutes: 10 }],
    ["user_123-strict-1", { strict: true }],
    [
      "a-very-long-name-that-nobody-here-could-have-chosen-region-fr",
      { filter: { country: "fr" } },
    ],
  ])("%s is a name and its parameters", (text, asked) => {
    const name = text
      .toLowerCase()
      .replace(/^user-/, "")
      .split(/-(?:region|cc|t|strict)-/)[0];
    expect(parseOldUsername(text)).toMatchObject({ ok: true, name, ...asked });
  });

  it.each(["", "-region-us", "naïve", "a b", "a:b", "x".repeat(65), "y".repeat(600)])(
    "%j is no name at all",
    (text) => {
      expect(parseOldUsername(text)).toBeNull();
    },
  );

  it("names a bad parameter behind a name", () => {
    const read = parseOldUsername("anna.k-region-us-t-99999");
    expect(read).toMatchObject({ ok: false, name: "anna.k", token: "t-99999", why: "badValue" });
  });

  it.each([
    ["anna.k-2@shop", "Old_pass-1"],
    ["user_123", "p@ss"],
    ["bob", "x"],
    ["Marvellous7", "secret.1"],
    ["john_doe", "se_cret"],
    ["very-long-name-with-many-words", "secret"],
  ])("%s with %s means itself", (name, password) => {
    expect(meansItself(name, password)).toBe(true);
  });

  it.each([
    ["johnny-us", "secret"],
    ["johnny-region-us", "secret"],
    ["bob-session", "secret"],
    ["bob-st", "secret"],
    ["bob-s_t-2", "secret"],
    ["user-bob", "secret"],
    ["customer-ben", "secret"],
    ["brd-customer-acme01-zone-resi", "secret"],
    ["lum-customer-acme01", "secret"],
    ["acme01-rotate", "secret"],
    ["acme01-12", "secret"],
    ["acme01__cr.us", "secret"],
    ["acme01_area-DE", "secret"],
    ["acme01", "secret_country-de"],
    ["na me", "secret"],
    ["", "secret"],
  ])("%s with %s can be read otherwise", (name, password) => {
    expect(meansItself(name, password)).toBe(false);
  });

  it("a name that means itself is never another account, with any of our parameters behind it", () => {
    const letter = fc.constantFrom(..."abus_.@-1", "region", "cc", "customer", "session");
    const name = fc.array(letter, { minLength: 1, maxLength: 9 }).map((parts) => parts.join(""));
    const ending = fc.constantFrom("", "-region-us", "-sid-x", "-t-5-strict-1", "-city-rome");
    fc.assert(
      fc.property(name, ending, (given, parameters) => {
        fc.pre(/^[A-Za-z0-9_.@-]{1,64}$/.test(given) && !/^[A-Za-z0-9]{6,22}$/.test(given));
        if (!meansItself(given, "secret")) return;
        expect(readUsername(given + parameters).ok).toBe(false);
        expect(parseOldUsername(given + parameters)).toMatchObject({ ok: true, name: given });
      }),
    );
  });
});
