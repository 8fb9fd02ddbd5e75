/**
 * VAT ids of the European Union: their forms (European Commission, "VAT identification number
 * structure"). Whether an id exists only VIES can tell.
 */

/** What follows the prefix, by the prefix, which is the country's code but for Greece's `EL`. */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^(?:[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d{7}[A-W][A-I]?|\d[A-Z0-9+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^[1-9]\d{1,9}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

export interface VatId {
  /** The prefix as VIES takes it: `EL` for Greece. */
  prefix: string;
  /** What follows it. */
  number: string;
  /** ISO 3166-1 alpha-2: `GR` for Greece. */
  country: string;
}

/** Reads an id as people write it (small letters, spaces, dots, dashes); null if it has no id's form. */
export function readVatId(text: string): VatId | null {
  const plain = text.toUpperCase().replace(/[\s.\-/]/g, "");
  const written = plain.slice(0, 2);
  const prefix = written === "GR" ? "EL" : written;
  const number = plain.slice(2);
  if (forms[prefix]?.test(number) !== true) return null;
  return { prefix, number, country: prefix === "EL" ? "GR" : prefix };
}

/** An id as it is stored and printed: its prefix and number without spaces. */
export const vatIdText = ({ prefix, number }: VatId): string => `${prefix}${number}`;

/** Whether a country gives VAT ids that VIES knows. */
export const hasVatIds = (country: string): boolean =>
  Object.hasOwn(forms, country === "GR" ? "EL" : country) && country !== "EL";
