/** Country names in the reader's language. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { langTag } from "@turnpike/locales/shop.ts";

/** Returns a function from ISO 3166-1 codes to names; a code without a name is its own name. */
export function countryNames(lang: Lang): (code: string) => string {
  const names = new Intl.DisplayNames([langTag(lang)], { type: "region", fallback: "code" });
  return (code) => names.of(code) ?? code;
}

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const codes = letters.flatMap((first) => letters.map((second) => first + second));
const namesOf = new Map<Lang, [code: string, name: string][]>();

/** Codes of the countries whose name in a language contains `part`, ignoring case. */
export function countriesNamed(lang: Lang, part: string): string[] {
  const name = countryNames(lang);
  const known =
    namesOf.get(lang) ?? codes.map((code): [string, string] => [code, name(code).toLowerCase()]);
  namesOf.set(lang, known);
  const needle = part.toLowerCase();
  // A code that is no country has itself as its name.
  return known
    .filter(([code, own]) => own !== code.toLowerCase() && own.includes(needle))
    .map(([code]) => code);
}
