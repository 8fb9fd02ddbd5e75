import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { startTestConsole } from "../console/testing.ts";
import { operate, operateJson } from "./testing.ts";

const office = forTests(() => startTestConsole({ TRUSTED_PROXIES: "127.0.0.1" }));

const rates = () => operateJson(office.services, "rates", "show");
const signUp = async (email: string, ip: string) => {
  const answer = await fetch(`${office.url}/v1/signup`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": ip },
    body: JSON.stringify({ email, password: "h7Kqorchard", agree: "1" }),
  });
  const { code, data } = (await answer.json()) as { code: number; data: { reason?: string } };
  return [code, data.reason];
};

describe("Rates (spec/money#rates)", () => {
  it("are shown as they were specified, and set one by one, also at once", async () => {
    expect((await rates()).said).toEqual({
      affiliateOrderPercent: 10,
      affiliateRenewalPercent: 5,
      freezeDays: 30,
      withdrawMinCents: 3_000,
      withdrawFeePercent: 2,
      withdrawFeeMinCents: 100,
      whitelistRefusedCountries: ["CN"],
      signUpRefusedCountries: [],
    });
    await Promise.all([
      operate(office.services, "rates", "set", "affiliateOrderPercent", "20"),
      operate(office.services, "rates", "set", "freezeDays", "7"),
      operate(office.services, "rates", "set", "whitelistRefusedCountries"),
    ]);
    expect((await rates()).said).toMatchObject({
      affiliateOrderPercent: 20,
      affiliateRenewalPercent: 5,
      freezeDays: 7,
      whitelistRefusedCountries: [],
    });
  });

  it.each([
    ["freezeDays", "x", "freezeDays: is not a whole number"],
    ["nothing", "1", "nothing: is no rate"],
    ["signUpRefusedCountries", "Germany", "signUpRefusedCountries: GERMANY"],
  ])("are refused with the name: %s %s", async (name, value, why) => {
    const { code, error } = await operate(office.services, "rates", "set", name, value);
    expect([code, error.slice(0, why.length)]).toEqual([1, why]);
  });

  it("refuse sign-up from a country, by the client's address", async () => {
    expect(await signUp("open@example.com", "114.114.114.114")).toEqual([0, undefined]);
    await operate(office.services, "rates", "set", "signUpRefusedCountries", "cn");
    expect(await signUp("shut@example.com", "114.114.114.114")).toEqual([403, "countryRefused"]);
    expect(await signUp("else@example.com", "8.8.8.8")).toEqual([0, undefined]);
  });

  it("are set in the console by owner and finance, and recorded", async () => {
    const finance = await office.person("finance");
    const set = await finance.get("rateSet", { name: "withdrawFeePercent", value: "3" });
    expect(set.withdrawFeePercent).toBe(3);
    expect((await finance.get("rateList", {})).withdrawFeePercent).toBe(3);
    const wrong = await finance.ask("rateSet", { name: "withdrawFeePercent", value: "-1" });
    expect(wrong.refused).toMatchObject({ reason: "badField" });
    const [entry] = (await finance.get("auditList", {})).items;
    expect(entry).toMatchObject({ action: "rates.set", subject: "withdrawFeePercent" });
    const support = await office.person("support");
    const refused = await support.ask("rateSet", { name: "freezeDays", value: "1" });
    expect(refused.refused.permission).toBe("rates.write");
  });
});
