/** Countries as people of a language write them. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { langTag } from "@turnpike/locales/shop.ts";

/** Answers the name of an ISO 3166-1 code; the code itself where it has none. */
export function countryNames(lang: Lang): (code: string) => string {
  const names = new Intl.DisplayNames([langTag(lang)], { type: "region", fallback: "code" });
  return (code) => names.of(code) ?? code;
}
