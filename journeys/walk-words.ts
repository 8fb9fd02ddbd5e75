/** Finds untranslated texts on a page: keys instead of texts, and texts in another language. */
import { missingTexts, shownTexts, textAreas } from "@turnpike/locales/catalogues.ts";
import { nameOf } from "@turnpike/locales/fallback.ts";
import type { Page } from "playwright-core";

const catalogues = new Map<string, Map<string, string>>();
/** All texts of a catalogue by key, `area:a.b.c`. */
function sentencesOf(lang: string): Map<string, string> {
  const known = catalogues.get(lang) ?? readSentences(lang);
  catalogues.set(lang, known);
  return known;
}

function readSentences(lang: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, key: string) => {
    if (typeof value === "string") found.set(key, value);
    else if (typeof value === "object" && value !== null)
      for (const [name, inner] of Object.entries(value)) walk(inner, `${key}${name}.`);
  };
  for (const area of textAreas()) walk(shownTexts(lang, area), `${area}:`);
  return new Map([...found].map(([key, text]) => [key.replace(/\.$/, ""), text]));
}

const english = sentencesOf("en");
/** Keys without their area, as i18next shows them if a text is missing. */
const keys = new Set([...english.keys()].map((key) => key.slice(key.indexOf(":") + 1)));
/** Shorter texts are names, or coincide in several languages. */
const MIN_TEXT_LENGTH = 14;

/** A screen's title in a language. */
export function titleIn(lang: string, key: string): string {
  return sentencesOf(lang).get(`shell:titles.${key}`) ?? "";
}

/** A text of a language by its key, `area:a.b.c`. */
export function sentenceIn(lang: string, key: string): string {
  const sentence = sentencesOf(lang).get(key);
  if (sentence === undefined) throw new Error(`no sentence ${key} in ${lang}`);
  return sentence;
}

/** English texts that the language translates differently, not those that it lacks. */
function foreignTo(lang: string): Set<string> {
  const own = new Set(sentencesOf(lang).values());
  const missing = new Set(missingTexts(lang));
  const translated = [...english].filter(([key]) => !missing.has(nameOf(key)));
  const sentences = translated
    .map(([, text]) => text)
    .filter((text) => text.length >= MIN_TEXT_LENGTH && text.includes(" ") && !text.includes("{{"));
  return new Set(sentences.filter((text) => !own.has(text)));
}

/** All texts of the page: content, names, hints, the title. */
const readPage = `(() => {
  const said = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!["SCRIPT", "STYLE", "NOSCRIPT"].includes(node.parentElement?.tagName ?? "")) said.push(node.data);
  }
  for (const element of document.body.querySelectorAll("[aria-label],[placeholder],[title],[alt]"))
    for (const name of ["aria-label", "placeholder", "title", "alt"])
      if (element.hasAttribute(name)) said.push(element.getAttribute(name));
  return said.map((text) => text.trim()).filter(Boolean);
})()`;

const foreigners = new Map<string, Set<string>>();
/** Returns a function that finds untranslated texts on a page in a language. */
export function untranslatedIn(lang: string): (page: Page) => Promise<string[]> {
  const foreign = foreigners.get(lang) ?? (lang === "en" ? new Set<string>() : foreignTo(lang));
  foreigners.set(lang, foreign);
  return async (page) => {
    const answer = await page.evaluate<string[]>(readPage);
    return answer.filter(
      (text) =>
        text.includes("{{") ||
        /\b(undefined|NaN)\b|\[object /.test(text) ||
        (keys.has(text) && /[.A-Z_]/.test(text.slice(1)) && !text.includes(" ")) ||
        foreign.has(text),
    );
  };
}
