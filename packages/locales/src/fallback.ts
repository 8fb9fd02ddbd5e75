/** English in place of the texts that a language lacks: a change needs English texts only. */
import type { Lang } from "@turnpike/contract/refusals.ts";

export interface Texts {
  [name: string]: string | Texts;
}
/** A language's texts, of which any may be missing. */
export type Partly<T> = T extends string ? string : { readonly [K in keyof T]?: Partly<T[K]> };

const ending = /_(zero|one|two|few|many|other)$/;
/** A text's name without its plural form: languages differ in the forms they have. */
export const nameOf = (key: string): string => key.replace(ending, "");

/** Adds the English texts that a language lacks; `lang` is a BCP 47 tag. */
export function withEnglish(english: Texts, own: Texts, lang: string): Texts {
  const known = new Set(Object.keys(own).map(nameOf));
  const added: Texts = {};
  for (const [key, value] of Object.entries(english)) {
    const mine = own[key];
    if (typeof value !== "string")
      added[key] = withEnglish(value, typeof mine === "object" ? mine : {}, lang);
    else if (known.has(nameOf(key))) continue;
    else if (ending.test(key)) Object.assign(added, englishForms(english, nameOf(key), lang));
    else added[key] = value;
  }
  return { ...own, ...added };
}

/** The English text under each plural form of the language, so that one is always found. */
function englishForms(english: Texts, name: string, lang: string): Texts {
  const rules = new Intl.PluralRules(lang);
  // In Russian 21 is "one" too: "an IP" would be wrong.
  const isExact = ![0, 21, 101].some((count) => rules.select(count) === "one");
  const forms = rules.resolvedOptions().pluralCategories.flatMap((form) => {
    const same = form === "one" && !isExact ? undefined : english[`${name}_${form}`];
    const text = same ?? english[`${name}_other`];
    return text === undefined ? [] : [[`${name}_${form}`, text] as const];
  });
  return Object.fromEntries(forms);
}

type Others<T> = Record<Exclude<Lang, "en">, Partly<T>>;

/** The texts of an area in all languages, complete. */
export function inAllLanguages<T extends object>(en: T, others: Others<T>): Record<Lang, T> {
  const complete = ([lang, own]: [string, Partly<T>]) => [
    lang,
    withEnglish(en as Texts, own as Texts, lang),
  ];
  return { ...Object.fromEntries(Object.entries(others).map(complete)), en };
}
