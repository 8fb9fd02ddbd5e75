/**
 * What a quarter's return says of tax: sales by country, rate and treatment, and what was given back
 * (spec/tax#report). Sums the lines that `verify` holds to the ledger.
 */
import { csvText } from "@turnpike/rules/csv.ts";
import { type QuarterSpan, quarterSpan } from "@turnpike/rules/tax/quarter.ts";
import type { TaxTreatment } from "@turnpike/rules/tax/tax.ts";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

interface TaxReportRow {
  country: string;
  percent: number;
  treatment: TaxTreatment;
  /** Before credit notes. */
  netCents: number;
  taxCents: number;
  orders: number;
  creditNotes: number;
  creditNetCents: number;
  creditTaxCents: number;
}
export interface TaxReport {
  quarter: string;
  rows: TaxReportRow[];
}

/** The report of a quarter such as `2026Q4`; null if it is none. */
export async function taxReport(db: Db, quarter: string): Promise<TaxReport | null> {
  const span = quarterSpan(quarter);
  return span && { quarter, rows: await rowsOf(db, span) };
}

async function rowsOf(db: Db, { from, to }: QuarterSpan): Promise<TaxReportRow[]> {
  const { rows } = await sql<Omit<TaxReportRow, "percent"> & { percent: string }>`
    select country, percent, treatment, sum(net_cents)::bigint as "netCents",
      sum(tax_cents)::bigint as "taxCents", sum(sales)::int as orders,
      sum(notes)::int as "creditNotes", sum(back_net_cents)::bigint as "creditNetCents",
      sum(back_tax_cents)::bigint as "creditTaxCents"
    from tax_line where at >= ${from} and at < ${to}
    group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows.map((row) => ({ ...row, percent: Number(row.percent) }));
}

export const taxReportColumns = [
  "country",
  "percent",
  "treatment",
  "netCents",
  "taxCents",
  "orders",
  "creditNotes",
  "creditNetCents",
  "creditTaxCents",
] as const satisfies (keyof TaxReportRow)[];

/** The report as CSV, a line for each row. */
export const taxReportCsv = ({ rows }: TaxReport): string =>
  csvText([[...taxReportColumns], ...rows.map((row) => taxReportColumns.map((of) => row[of]))]);
