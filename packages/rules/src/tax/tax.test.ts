import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { taxBack, taxed } from "./amounts.ts";
import { euCountries, euRates } from "./eu-rates.ts";
import { rateOn } from "./rate-table.ts";
import {
  type TaxSeller,
  taxOf,
  taxProblem,
  taxSchemes,
  taxTreatments,
  type VatIdState,
  vatIdStates,
} from "./tax.ts";
import { hasVatIds, readVatId, vatIdText } from "./vat-id.ts";

const day = "2026-12-01";
const seller = (changed: Partial<TaxSeller> = {}): TaxSeller => ({
  scheme: "oss",
  country: "DE",
  rates: [],
  ...changed,
});
const ours = [{ country: "CH", percent: 8.1, from: "2024-01-01" }];
const texas = [{ country: "US", percent: 8.25, from: "2020-01-01" }];

describe("the tax of a sale (spec/tax#treatment)", () => {
  it.each<[string, TaxSeller, string, VatIdState, number, string]>([
    ["nobody is taxed without a scheme", seller({ scheme: "none" }), "DE", "none", 0, "none"],
    ["a buyer at home", seller(), "DE", "none", 19, "domestic"],
    ["a company at home, too", seller(), "DE", "valid", 19, "domestic"],
    ["a consumer in the EU", seller(), "FR", "none", 20, "oss"],
    ["half a percent is kept", seller(), "FI", "none", 25.5, "oss"],
    ["a company in the EU", seller(), "FR", "valid", 0, "reverseCharge"],
    ["an id that does not exist counts as none", seller(), "FR", "invalid", 20, "oss"],
    ["an id that nobody could check counts as none", seller(), "FR", "unchecked", 20, "oss"],
    ["a third country", seller(), "US", "none", 0, "outside"],
    ["Monaco as France", seller(), "MC", "none", 20, "oss"],
    ["and its companies by their French ids", seller(), "MC", "valid", 0, "reverseCharge"],
    ["at home in France, too", seller({ country: "FR" }), "MC", "none", 20, "domestic"],
    ["Greece by its ISO code", seller(), "GR", "none", 24, "oss"],
    ["below the threshold: the seller's rate", d("AT"), "FR", "none", 20, "domestic"],
    ["and companies account for it", d("AT"), "FR", "valid", 0, "reverseCharge"],
    ["a seller in a third country, at home", d("CH", ours), "CH", "none", 8.1, "domestic"],
    ["and abroad", d("CH", ours), "DE", "none", 0, "outside"],
    ["even to companies", d("CH", ours), "DE", "valid", 0, "outside"],
    ["an own table", c(texas), "US", "none", 8.25, "domestic"],
    ["taxes only what is in it", c(texas), "DE", "valid", 0, "none"],
  ])("%s", (_title, from, country, vatId, ratePercent, treatment) => {
    expect(taxOf(from, { country, vatId }, day)).toMatchObject({ ratePercent, treatment });
  });

  it("takes the rate of the day, the operator's before the shipped one", () => {
    const buyer = { country: "EE", vatId: "none" } as const;
    expect(taxOf(seller(), buyer, "2025-06-30").ratePercent).toBe(22);
    expect(taxOf(seller(), buyer, "2025-07-01").ratePercent).toBe(24);
    const rates = [{ country: "EE", percent: 26, from: "2027-01-01" }];
    expect(taxOf(seller({ rates }), buyer, "2026-12-31").ratePercent).toBe(24);
    expect(taxOf(seller({ rates }), buyer, "2027-01-01").ratePercent).toBe(26);
  });

  it("says for every scheme, country and id exactly one thing, and taxes only what it may", () => {
    const countries = [...euCountries, "US", "CH", "GB", "BR"];
    for (const scheme of taxSchemes)
      for (const country of countries)
        for (const vatId of vatIdStates) {
          const said = taxOf(seller({ scheme, rates: ours }), { country, vatId }, day);
          expect(taxTreatments).toContain(said.treatment);
          const isTaxed = said.treatment === "domestic" || said.treatment === "oss";
          expect(said.ratePercent > 0).toBe(isTaxed);
          expect(said.text !== null).toBe(
            said.treatment === "outside" || said.treatment === "reverseCharge",
          );
          expect(said.treatment !== "reverseCharge" || vatId === "valid").toBe(true);
        }
  });

  it("is refused by name where a rate would be missing", () => {
    expect(taxProblem(seller(), day)).toBeNull();
    expect(taxProblem(seller({ scheme: "none", country: "" }), day)).toBeNull();
    expect(taxProblem(seller({ country: "" }), day)).toMatch(/^sellerCountry: oss needs it/);
    expect(taxProblem(seller({ country: "US" }), day)).toMatch(/^sellerCountry: oss is for/);
    expect(taxProblem(d("US"), day)).toMatch(/^rates: there is no rate for US/);
    expect(taxProblem(d("US", texas), "2019-12-31")).toMatch(/^rates: there is no rate for US/);
    expect(taxProblem(d("US", texas), day)).toBeNull();
    expect(taxProblem(c([]), day)).toMatch(/^rates: custom needs rows/);
  });

  it("knows a rate for all 27 member states today", () => {
    expect(euCountries.size).toBe(27);
    for (const country of euCountries) {
      const percent = rateOn(euRates, country, day) ?? 0;
      expect(percent).toBeGreaterThanOrEqual(17);
      expect(percent).toBeLessThanOrEqual(27);
    }
  });
});

const cents = fc.integer({ min: 0, max: 10_000_000_000_000 });
const percent = fc.constantFrom(0, 7.7, 8.25, 17, 19, 20, 21, 24, 25, 25.5, 27);

describe("the tax of an amount (spec/tax#amounts)", () => {
  it("gross prices contain it, net prices add it, rounded half up", () => {
    expect(taxed(11_900, 19, "gross")).toEqual({
      netCents: 10_000,
      taxCents: 1_900,
      totalCents: 11_900,
    });
    expect(taxed(10_000, 19, "net")).toEqual({
      netCents: 10_000,
      taxCents: 1_900,
      totalCents: 11_900,
    });
    expect(taxed(50, 1, "net").taxCents).toBe(1);
    expect(taxed(49, 1, "net").taxCents).toBe(0);
    expect(taxed(350, 25.5, "gross")).toEqual({ netCents: 279, taxCents: 71, totalCents: 350 });
  });

  it("adds up for every amount and rate, and is at most half a cent from the exact one", () => {
    fc.assert(
      fc.property(cents, percent, fc.constantFrom("net", "gross"), (amount, rate, prices) => {
        const split = taxed(amount, rate, prices);
        expect(split.netCents + split.taxCents).toBe(split.totalCents);
        const exact = BigInt(Math.round(rate * 100));
        const off =
          prices === "net"
            ? BigInt(split.taxCents) * 10_000n - BigInt(amount) * exact
            : BigInt(split.taxCents) * (10_000n + exact) - BigInt(amount) * exact;
        const whole = prices === "net" ? 10_000n : 10_000n + exact;
        expect((off < 0n ? -off : off) * 2n <= whole).toBe(true);
      }),
    );
  });

  it("is given back in proportion; all parts together give back all of it", () => {
    const parts = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(parts, percent, (refunds, rate) => {
        const totalCents = refunds.reduce((sum, part) => sum + part, 0);
        const { taxCents } = taxed(totalCents, rate, "gross");
        let refundedCents = 0;
        let back = 0;
        for (const part of refunds) {
          const share = taxBack({ totalCents, taxCents, refundedCents }, part);
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(part);
          back += share;
          refundedCents += part;
        }
        expect(back).toBe(taxCents);
      }),
    );
    expect(taxBack({ totalCents: 0, taxCents: 0, refundedCents: 0 }, 0)).toBe(0);
  });
});

describe("a VAT id (spec/tax#vat-id)", () => {
  it.each([
    ["de 123 456 789", "DE123456789", "DE"],
    ["ATU12345678", "ATU12345678", "AT"],
    ["GR123456789", "EL123456789", "GR"],
    ["EL 123456789", "EL123456789", "GR"],
    ["fr-xx999999999", "FRXX999999999", "FR"],
    ["NL123456789B01", "NL123456789B01", "NL"],
    ["IE6388047V", "IE6388047V", "IE"],
    ["ESX1234567X", "ESX1234567X", "ES"],
  ])("%s is read", (text, stored, country) => {
    const read = readVatId(text);
    expect(read).toMatchObject({ country });
    expect(read && vatIdText(read)).toBe(stored);
  });
  it.each([
    "",
    "DE",
    "DE12345678",
    "DE1234567890",
    "US123456789",
    "GB123456789",
    "DE12345678A",
    "__",
  ])("%s has no id's form", (text) => {
    expect(readVatId(text)).toBeNull();
  });
  it("belongs to each member state and to nobody else", () => {
    for (const country of euCountries) expect(hasVatIds(country)).toBe(true);
    for (const country of ["EL", "GB", "US", "toString"]) expect(hasVatIds(country)).toBe(false);
  });
});

/** Sellers of the schemes `domestic` and `custom`. */
function d(country: string, rates: TaxSeller["rates"] = []): TaxSeller {
  return seller({ scheme: "domestic", country, rates });
}
function c(rates: TaxSeller["rates"]): TaxSeller {
  return seller({ scheme: "custom", rates });
}
