/**
 * Which tax a sale bears (spec/tax#treatment). Everything is given: the seller's scheme, the
 * buyer's country and the state of his VAT id, and the day of the sale.
 */
import { euCountries, euRates } from "./eu-rates.ts";
import { rateOn, type TaxRate } from "./rate-table.ts";

/**
 * `none`: no tax at all. `domestic`: the seller's own rate, also for consumers elsewhere in the EU
 * (a seller below the threshold of 10,000 EUR a year). `oss`: consumers in the EU pay the rate of
 * their country. `custom`: the operator's own table, for every country.
 */
export const taxSchemes = ["none", "domestic", "oss", "custom"] as const;
export type TaxScheme = (typeof taxSchemes)[number];

/** `reverseCharge`: the buyer accounts for the tax. `outside`: the sale is not taxed in the EU. */
export const taxTreatments = ["domestic", "oss", "reverseCharge", "outside", "none"] as const;
export type TaxTreatment = (typeof taxTreatments)[number];

/** `unchecked`: VIES could not be asked yet; such an id counts as none. */
export const vatIdStates = ["none", "valid", "invalid", "unchecked"] as const;
export type VatIdState = (typeof vatIdStates)[number];

export interface TaxSeller {
  scheme: TaxScheme;
  /** ISO 3166-1 alpha-2; empty without a scheme. */
  country: string;
  /** The operator's rows. In the EU they stand before the shipped ones of the same country. */
  rates: readonly TaxRate[];
}
export interface TaxBuyer {
  /** ISO 3166-1 alpha-2. */
  country: string;
  vatId: VatIdState;
}
export interface SaleTax {
  /** Percent, with two decimals at most; 0 where no tax is due. */
  ratePercent: number;
  treatment: TaxTreatment;
  /** The note that the invoice has to bear; null without one. */
  text: "reverseCharge" | "outside" | null;
}

/**
 * The country whose tax is due in another: sales to Monaco count as sales to France (Directive
 * 2006/112/EC, Article 7).
 */
export const taxPlace = (country: string): string => (country === "MC" ? "FR" : country);

const untaxed: SaleTax = { ratePercent: 0, treatment: "none", text: null };
const outside: SaleTax = { ratePercent: 0, treatment: "outside", text: "outside" };
const reverseCharge: SaleTax = {
  ratePercent: 0,
  treatment: "reverseCharge",
  text: "reverseCharge",
};

/**
 * The tax of a sale on a day (YYYY-MM-DD, UTC).
 * @throws RangeError if the seller's scheme needs a rate that no table has; `taxProblem` refuses
 * such a scheme when it is set
 */
export function taxOf(seller: TaxSeller, given: TaxBuyer, day: string): SaleTax {
  const { scheme } = seller;
  const buyer = scheme === "custom" ? given : { ...given, country: taxPlace(given.country) };
  if (scheme === "none") return untaxed;
  if (scheme === "custom") {
    const ratePercent = rateOn(seller.rates, buyer.country, day);
    return ratePercent === null ? untaxed : { ratePercent, treatment: "domestic", text: null };
  }
  if (buyer.country === seller.country)
    return { ratePercent: rateOf(seller, buyer.country, day), treatment: "domestic", text: null };
  if (!euCountries.has(buyer.country) || !euCountries.has(seller.country)) return outside;
  if (buyer.vatId === "valid") return reverseCharge;
  return scheme === "oss"
    ? { ratePercent: rateOf(seller, buyer.country, day), treatment: "oss", text: null }
    : { ratePercent: rateOf(seller, seller.country, day), treatment: "domestic", text: null };
}

function rateOf({ rates }: TaxSeller, country: string, day: string): number {
  const percent = rateOn(rates, country, day) ?? shippedRate(country, day);
  if (percent === null) throw new RangeError(`no tax rate for ${country} on ${day}`);
  return percent;
}

const shippedRate = (country: string, day: string) => rateOn(euRates, country, day);

/** Why a seller cannot be taxed by this scheme from a day on; null if he can. */
export function taxProblem({ scheme, country, rates }: TaxSeller, day: string): string | null {
  if (scheme === "none" || scheme === "custom") {
    return scheme === "custom" && rates.length === 0 ? "rates: custom needs rows" : null;
  }
  if (country === "") return `sellerCountry: ${scheme} needs it`;
  if (scheme === "oss" && !euCountries.has(country))
    return `sellerCountry: oss is for sellers in the EU, not ${country}`;
  const known = rateOn(rates, country, day) ?? shippedRate(country, day);
  return known === null ? `rates: there is no rate for ${country} on ${day}` : null;
}
