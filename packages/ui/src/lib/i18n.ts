/**
 * Translations: one file per language and area, `packages/locales/src/<lang>/<area>.json`, loaded
 * when a screen uses the area: `useTranslation("home")` (`build-steps/words.ts`). What a language
 * lacks is in them in English, so i18next needs no fallback.
 */
import i18next, { type BackendModule, type ReadCallback } from "i18next";
import { initReactI18next } from "react-i18next";
import { currentBrand, onBrandChanged } from "./brand.ts";
import { serverReach } from "./server-reach.ts";
import { type Language, saveLanguage, languages, startLanguage } from "./language.ts";

const backend: BackendModule = {
  type: "backend",
  init() {},
  async read(language: string, area: string, done: ReadCallback) {
    let words: Record<string, string>;
    try {
      words = await wordsOf(language, area);
    } catch (error) {
      // `true` retries with growing delays; giving up would show the keys instead of texts.
      done(error as Error, true);
      return;
    }
    done(null, words);
  },
};

async function wordsOf(language: string, area: string) {
  const found = await serverReach.watchPart(
    fetch(`${import.meta.env.WORDS}/${language}/${area}.json`),
  );
  if (!found.ok) throw new Error(`no words for ${language}/${area}: ${found.status}`);
  return (await found.json()) as Record<string, string>;
}

/**
 * Starts in the user's language; resolves when the translations of `areas`, which every screen
 * needs, are loaded.
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
      interpolation: { escapeValue: false, defaultVariables: brandVariables },
      returnNull: false,
    });
  // What components listen to: their sentences may have the name.
  onBrandChanged(() => i18next.emit("languageChanged", i18next.language));
}

/** `{{brand}}` in any sentence. */
export const brandVariables = {
  get brand() {
    return currentBrand().name;
  },
};

/**
 * Loads a screen's translations while its code is loading; the build inserts calls to it
 * (`apps/dashboard/build-steps/screen-translations.ts`).
 * @public
 */
export function withWords<M>(areas: string[], code: Promise<M>): Promise<M> {
  void i18next.loadNamespaces(areas);
  return code;
}

/** Changes the language and stores the choice. */
export async function changeLanguage(language: Language): Promise<void> {
  saveLanguage(language);
  await i18next.changeLanguage(language);
}
