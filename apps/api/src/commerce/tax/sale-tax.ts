/** The tax of one sale as its row keeps it (spec/tax#amounts): of an order, or of a recharge. */
import type { TaxTreatment } from "@turnpike/rules/tax/tax.ts";
import { sql } from "kysely";

/** `netCents + taxCents` is what is paid. */
export interface SaleTax {
  netCents: number;
  taxCents: number;
  taxPercent: number;
  taxTreatment: TaxTreatment;
  /** Whose tax it is, by ISO 3166-1 alpha-2; null where no scheme decided. */
  taxCountry: string | null;
}

/** Where the buyer says he is, and where his network is; null without a scheme, or unknown. */
export interface BuyerPlaces {
  billingCountry: string | null;
  networkCountry: string | null;
}

/** A sale as its row keeps it, with the evidence of the buyer's place (spec/tax#evidence). */
export interface PlacedTax extends SaleTax, BuyerPlaces {}

export const untaxed = (totalCents: number): PlacedTax => ({
  netCents: totalCents,
  taxCents: 0,
  taxPercent: 0,
  taxTreatment: "none",
  taxCountry: null,
  billingCountry: null,
  networkCountry: null,
});

/** A row's tax as it is read. */
export const saleTax = sql.raw(
  `net_cents as "netCents", tax_cents as "taxCents", tax_percent::float8 as "taxPercent",
   tax_treatment as "taxTreatment", tax_country as "taxCountry"`,
);
export const placedTax = sql`
  ${saleTax}, billing_country as "billingCountry", network_country as "networkCountry"`;

/** The columns to write, and their values; the net amount is generated from them. */
export const taxColumns = sql.raw("tax_cents, tax_percent, tax_treatment, tax_country");
export const taxValues = ({ taxCents, taxPercent, taxTreatment, taxCountry }: SaleTax) => sql`
  ${taxCents}, ${taxPercent}, ${taxTreatment}, ${taxCountry}`;

/** The tax as calls answer it. */
export const presentTax = ({ netCents, taxCents, taxPercent, taxTreatment }: SaleTax) => ({
  netCents,
  taxCents,
  taxPercent,
  taxTreatment,
  totalCents: netCents + taxCents,
});

/** The operator's ledger bucket that owes a country its tax. */
export const taxBucket = (country: string | null) => `tax:${country ?? ""}`;
