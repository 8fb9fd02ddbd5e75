import { describe, expect, it } from "vitest";
import { parentDomain } from "./cookie.ts";
import { decideLanguage, wireLanguage } from "./language.ts";

describe("the language (spec/product#languages)", () => {
  const cases = [
    ["comes from the cookie", "de", "fr", "de", false],
    ["else from the stored setting", null, "fr", "fr", false],
    ["else it is English, if the brand names none", null, null, "en", false],
    ["is traditional Chinese for a zh cookie, which is rewritten", "zh", "fr", "zh-tw", true],
    ["is rewritten from zh-CN", "zh-CN", null, "zh-tw", true],
    ["is rewritten from zh_Hans", "zh_Hans", null, "zh-tw", true],
    ["leaves a zh-tw cookie as it is", "zh-tw", null, "zh-tw", false],
    ["passes over a language that is not shown", "ja", "ru", "ru", false],
    ["passes over names that every object has", "constructor", "toString", "en", false],
  ] as const;
  it.each(cases)("%s", (_, cookie, stored, language, rewriteCookie) => {
    expect(decideLanguage({ cookie, stored })).toEqual({ language, rewriteCookie });
  });

  const brands = [
    ["is the brand's on a first visit", null, null, "de", "de"],
    ["is traditional Chinese where the brand's is zh", null, null, "zh", "zh-tw"],
    ["is what the visitor chose, whatever the brand's is", null, "fr", "de", "fr"],
    ["is English where the brand names none of ours", null, null, "it", "en"],
  ] as const;
  it.each(brands)("%s", (_, cookie, stored, brand, language) => {
    expect(decideLanguage({ cookie, stored, brand }).language).toBe(language);
  });

  it("is sent as zh if it is zh-tw", () => {
    expect(["zh-tw", "en", "vi"].map(wireLanguage)).toEqual(["zh", "en", "vi"]);
  });
});

describe("the domain of shared cookies (spec/dashboard#shared-cookie)", () => {
  const cases = [
    ["dash.example.com", "example.com"],
    ["dash.example.co.uk", "example.co.uk"],
    ["example.com", ""],
    ["localhost", ""],
    ["127.0.0.1", ""],
    ["[::1]", ""],
  ] as const;
  it.each(cases)("for %s is '%s'", (host, domain) => {
    expect(parentDomain(host)).toBe(domain);
  });
});
