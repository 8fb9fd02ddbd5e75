import { describe, expect, it } from "vitest";
import { rateNames, readRate, specifiedRates } from "./rates.ts";

describe("A rate (spec/money#rates)", () => {
  it("is what was specified until the operator sets it", () => {
    expect(specifiedRates).toMatchObject({ affiliateOrderPercent: 10, withdrawMinCents: 3_000 });
    for (const name of rateNames) {
      const value = specifiedRates[name];
      expect(readRate(name, String(value))).toEqual({ change: { [name]: value } });
    }
  });

  it.each([
    ["freezeDays", " 14 ", { change: { freezeDays: 14 } }],
    ["affiliateOrderPercent", "101", { fault: "is not a whole number from 0 to 100" }],
    ["withdrawFeePercent", "2.5", { fault: "is not a whole number from 0 to 100" }],
    ["withdrawMinCents", "-1", { fault: "is not a whole number from 0 to 10000000" }],
    ["withdrawMinCents", "", { fault: "is not a whole number from 0 to 10000000" }],
    ["signUpRefusedCountries", "ru, kp ru", { change: { signUpRefusedCountries: ["KP", "RU"] } }],
    ["whitelistRefusedCountries", "", { change: { whitelistRefusedCountries: [] } }],
    ["whitelistRefusedCountries", "CN, UK", { fault: "UK is not the two letters of a country" }],
    ["whitelistRefusedCountries", "China", { fault: "CHINA is not the two letters of a country" }],
  ])("%s read from %j is %j", (name, text, read) => {
    expect(readRate(name, text)).toEqual(read);
  });

  it("that does not exist is refused with the names of those that do", () => {
    expect(readRate("constructor", "1")).toEqual({ fault: expect.stringContaining("freezeDays") });
  });
});
