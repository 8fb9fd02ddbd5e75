/** The files of texts, `<language>/<area>.json`; English has them all (`fallback.ts`). */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { nameOf, type Texts, withEnglish } from "./fallback.ts";

export const translations = ["de", "fr", "ru", "vi", "zh-tw"] as const;

/** Names of the areas, such as `home`. */
export const textAreas = (): string[] =>
  readdirSync(path.join(import.meta.dirname, "en")).map((file) => file.replace(".json", ""));

/** An area's own texts in a language; empty if it has no such file yet. */
export function ownTexts(language: string, area: string): Texts {
  const file = path.join(import.meta.dirname, language, `${area}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Texts) : {};
}

/** An area's texts in a language as people see them: complete, in English where it lacks some. */
export const shownTexts = (language: string, area: string): Texts =>
  withEnglish(ownTexts("en", area), ownTexts(language, area), language);

/** Paths of all texts, such as `cards.title`; plural forms count as one. */
export function textNames(texts: Texts, prefix = ""): string[] {
  const names = Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [`${prefix}${nameOf(key)}`] : textNames(value, `${prefix}${key}.`),
  );
  return [...new Set(names)];
}

/** Texts that a language lacks, as `area:path`. */
export function missingTexts(language: string): string[] {
  return textAreas().flatMap((area) => {
    const own = new Set(textNames(ownTexts(language, area)));
    return textNames(ownTexts("en", area))
      .filter((name) => !own.has(name))
      .map((name) => `${area}:${name}`);
  });
}
