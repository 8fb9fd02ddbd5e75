/**
 * Words: one catalogue per language and area, `packages/locales/src/<lang>/<area>.json`, each a
 * chunk of its own that is loaded when a screen names the area: `useTranslation("home")`.
 */
import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { type Language, keepLanguage, languages, startLanguage } from "./language.ts";

type Catalogue = Record<string, unknown>;
const catalogues = import.meta.glob<Catalogue>(
  // The words that only the API says stay out.
  [
    "../../../../packages/locales/src/*/*.json",
    "!../../../../packages/locales/src/*/{refusals,mails,shop,grammar,gateway,invoice}.json",
  ],
  { import: "default" },
);

const backend: BackendModule = {
  type: "backend",
  init() {},
  async read(language: string, area: string) {
    const load = catalogues[`../../../../packages/locales/src/${language}/${area}.json`];
    if (!load) throw new Error(`no words for ${language}/${area}`);
    return load();
  },
};

/** Starts in the person's language; resolves when the words that every screen needs are there. */
export async function startI18n(): Promise<void> {
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
      ns: ["ui"],
      defaultNS: "ui",
      interpolation: { escapeValue: false },
      returnNull: false,
    });
}

/** Changes the language here and keeps the choice. */
export async function changeLanguage(language: Language): Promise<void> {
  keepLanguage(language);
  await i18next.changeLanguage(language);
}
