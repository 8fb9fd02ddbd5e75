/**
 * Standard rates of value added tax in the European Union.
 * Source: European Commission, "Taxes in Europe" database (ec.europa.eu/taxation_customs/tedb),
 * standard rates, read on 2026-11-01. A later row of a country replaces an earlier one from its day.
 * Territories with rules of their own (Canary Islands, Åland, Livigno …) are not told apart.
 */
import type { TaxRate } from "./rate-table.ts";

export const euRates: readonly TaxRate[] = [
  { country: "AT", percent: 20, from: "2016-01-01" },
  { country: "BE", percent: 21, from: "1996-01-01" },
  { country: "BG", percent: 20, from: "1999-01-01" },
  { country: "CY", percent: 19, from: "2014-01-13" },
  { country: "CZ", percent: 21, from: "2013-01-01" },
  { country: "DE", percent: 19, from: "2021-01-01" },
  { country: "DK", percent: 25, from: "1992-01-01" },
  { country: "EE", percent: 22, from: "2024-01-01" },
  { country: "EE", percent: 24, from: "2025-07-01" },
  { country: "ES", percent: 21, from: "2012-09-01" },
  { country: "FI", percent: 24, from: "2013-01-01" },
  { country: "FI", percent: 25.5, from: "2024-09-01" },
  { country: "FR", percent: 20, from: "2014-01-01" },
  { country: "GR", percent: 24, from: "2016-06-01" },
  { country: "HR", percent: 25, from: "2012-03-01" },
  { country: "HU", percent: 27, from: "2012-01-01" },
  { country: "IE", percent: 23, from: "2021-03-01" },
  { country: "IT", percent: 22, from: "2013-10-01" },
  { country: "LT", percent: 21, from: "2009-09-01" },
  { country: "LU", percent: 16, from: "2023-01-01" },
  { country: "LU", percent: 17, from: "2024-01-01" },
  { country: "LV", percent: 21, from: "2012-07-01" },
  { country: "MT", percent: 18, from: "2004-01-01" },
  { country: "NL", percent: 21, from: "2012-10-01" },
  { country: "PL", percent: 23, from: "2011-01-01" },
  { country: "PT", percent: 23, from: "2011-01-01" },
  { country: "RO", percent: 19, from: "2017-01-01" },
  { country: "RO", percent: 21, from: "2025-08-01" },
  { country: "SE", percent: 25, from: "1990-07-01" },
  { country: "SI", percent: 22, from: "2013-07-01" },
  { country: "SK", percent: 20, from: "2011-01-01" },
  { country: "SK", percent: 23, from: "2025-01-01" },
];

/** The member states, by ISO 3166-1 alpha-2. */
export const euCountries: ReadonlySet<string> = new Set(euRates.map(({ country }) => country));

/** The day on which the rates above were read. */
export const euRatesReadOn = "2026-11-01";
