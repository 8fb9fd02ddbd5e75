/** Countries as people of a language write them. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { langTag } from "@turnpike/locales/shop.ts";

/** Answers the name of an ISO 3166-1 code; the code itself where it has none. */
export function countryNames(lang: Lang): (code: string) => string {
  const names = new Intl.DisplayNames([langTag(lang)], { type: "region", fallback: "code" });
  return (code) => names.of(code) ?? code;
}

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const codes = letters.flatMap((first) => letters.map((second) => first + second));
const namesOf = new Map<Lang, [code: string, name: string][]>();

/** Codes of the countries whose name in a language has a text in it, in any case. */
export function countriesNamed(lang: Lang, part: string): string[] {
  const name = countryNames(lang);
  const known =
    namesOf.get(lang) ?? codes.map((code): [string, string] => [code, name(code).toLowerCase()]);
  namesOf.set(lang, known);
  const wanted = part.toLowerCase();
  // A code that stands for no country is its own name.
  return known
    .filter(([code, own]) => own !== code.toLowerCase() && own.includes(wanted))
    .map(([code]) => code);
}
