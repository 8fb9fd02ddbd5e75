/**
 * Words: one catalogue per language and area, `packages/locales/src/<lang>/<area>.json`, each a
 * file that is loaded when a screen names the area: `useTranslation("home")`
 * (`build-steps/words.ts`).
 */
import i18next, { type BackendModule, type ReadCallback } from "i18next";
import { initReactI18next } from "react-i18next";
import { type Language, keepLanguage, languages, startLanguage } from "./language.ts";

const backend: BackendModule = {
  type: "backend",
  init() {},
  async read(language: string, area: string, done: ReadCallback) {
    let words: Record<string, string>;
    try {
      words = await wordsOf(language, area);
    } catch (error) {
      // `true` asks again, ever later: what has failed for good would show the words' keys.
      done(error as Error, true);
      return;
    }
    done(null, words);
  },
};

async function wordsOf(language: string, area: string) {
  const found = await fetch(`${import.meta.env.WORDS}/${language}/${area}.json`);
  if (!found.ok) throw new Error(`no words for ${language}/${area}: ${found.status}`);
  return (await found.json()) as Record<string, string>;
}

/**
 * Starts in the person's language; resolves when the words of `areas`, which every screen needs,
 * are there.
 */
export async function startI18n(areas: string[]): Promise<void> {
  const language = startLanguage();
  i18next.on("languageChanged", (now) => {
    document.documentElement.lang = now === "zh-tw" ? "zh-Hant-TW" : now;
  });
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: Object.keys(languages),
      lowerCaseLng: true,
      load: "currentOnly",
      fallbackLng: false,
      ns: areas,
      defaultNS: "ui",
      interpolation: { escapeValue: false },
      returnNull: false,
    });
}

/**
 * Asks for a screen's words while its code is on its way; the build calls it
 * (`apps/dashboard/build-steps/screen-words.ts`).
 * @public
 */
export function withWords<M>(areas: string[], code: Promise<M>): Promise<M> {
  void i18next.loadNamespaces(areas);
  return code;
}

/** Changes the language here and keeps the choice. */
export async function changeLanguage(language: Language): Promise<void> {
  keepLanguage(language);
  await i18next.changeLanguage(language);
}
