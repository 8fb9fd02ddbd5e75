/** The tax of one sale as its row keeps it (spec/tax#amounts): of an order, or of a recharge. */
import type { TaxTreatment } from "@turnpike/rules/tax/tax.ts";

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

/** The tax columns of a row, as they are read. */
interface TaxRow {
  net_cents: number;
  tax_cents: number;
  tax_percent: string;
  tax_treatment: string;
  tax_country: string | null;
}

interface PlacesRow {
  billing_country: string | null;
  network_country: string | null;
}

export const untaxed = (totalCents: number): PlacedTax => ({
  netCents: totalCents,
  taxCents: 0,
  taxPercent: 0,
  taxTreatment: "none",
  taxCountry: null,
  billingCountry: null,
  networkCountry: null,
});

export const saleTaxOf = (row: TaxRow): SaleTax => ({
  netCents: row.net_cents,
  taxCents: row.tax_cents,
  taxPercent: Number(row.tax_percent),
  taxTreatment: row.tax_treatment as TaxTreatment,
  taxCountry: row.tax_country,
});

export const placedTaxOf = (row: TaxRow & PlacesRow): PlacedTax => ({
  ...saleTaxOf(row),
  billingCountry: row.billing_country,
  networkCountry: row.network_country,
});

/** The columns to write; the net amount is generated from them. */
export const taxColumns = ({ taxCents, taxPercent, taxTreatment, taxCountry }: SaleTax) => ({
  tax_cents: taxCents,
  tax_percent: taxPercent,
  tax_treatment: taxTreatment,
  tax_country: taxCountry,
});

export const placedTaxColumns = (sale: PlacedTax) => ({
  ...taxColumns(sale),
  billing_country: sale.billingCountry,
  network_country: sale.networkCountry,
});

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
