/** Rules of sign-up hold at every door: by e-mail, and through a provider. */
import { describe, expect, it } from "vitest";
import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { type CallName, calls } from "@turnpike/contract/calls.ts";
import { specifiedRates } from "@turnpike/rules/rates.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { startIssuer } from "../sign-in-provider/testing.ts";
import { startShop } from "../session/testing.ts";
import { transaction } from "../../platform/db/database.ts";
import { ratesSetting } from "../../platform/rates/rates.ts";
import { writeSetting } from "../../platform/setting/setting.ts";
import { fromIssuer } from "./testing.ts";

const issuer = forTests(startIssuer);
const shop = forTests(() =>
  startShop({ ...issuer.env, CAPTCHA: "altcha", TRUSTED_PROXIES: "127.0.0.1" }),
);

interface Said {
  code: number;
  data: { reason?: string; proof?: string; challenge?: Challenge };
}
async function ask(ip: string, name: CallName, fields: Record<string, string>): Promise<Said> {
  const body = new URLSearchParams({ ...fields, agree: "1" });
  const headers = { "x-forwarded-for": ip };
  const answer = await fetch(shop.url + calls[name].path, { method: "POST", headers, body });
  return (await answer.json()) as Said;
}
let made = 0;
async function byProvider(ip: string): Promise<Said> {
  const who = { sub: `door-${++made}`, email: `door${made}@example.com` };
  const { code, state } = await fromIssuer(shop, issuer, who);
  return ask(ip, "gLogin", { code, state });
}
const byMail = (ip: string) =>
  ask(ip, "signup", { email: `door${++made}@example.com`, password: "Passw0rd!x" });
const doors = { byMail, byProvider };

describe("The doors of sign-up", () => {
  it("count together, and a provider's response is kept while the answer is computed (spec/sign-in#proof-of-work)", async () => {
    const ip = "203.0.113.50";
    expect((await byMail(ip)).code).toBe(0);
    expect((await byProvider(ip)).code).toBe(0);
    const { code, data } = await byProvider(ip);
    expect([code, data.reason]).toEqual([403, "captchaNeeded"]);
    const { challenge, proof = "" } = data;
    const solution = challenge && (await solveChallenge({ challenge, deriveKey }));
    const captcha = JSON.stringify({ challenge, solution });
    expect((await ask(ip, "gLogin", { proof, captcha })).code).toBe(0);
  });

  it.each(["byMail", "byProvider"] as const)(
    "refuse a country that the operator refuses: %s (spec/money#rates)",
    async (door) => {
      const { db, settings } = shop.services;
      const rates = { ...specifiedRates, signUpRefusedCountries: ["CN"] };
      await transaction(db, (tx) => writeSetting(tx, ratesSetting, rates));
      await settings.refresh();
      const refused = await doors[door]("114.114.114.114");
      expect([refused.code, refused.data.reason]).toEqual([403, "countryRefused"]);
      expect((await doors[door](`8.8.8.${made}`)).code).toBe(0);
    },
  );
});
