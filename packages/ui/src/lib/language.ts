/** The user's language: from the cookie, else the stored setting, else the brand's. */
import { currentBrand } from "./brand.ts";
import { readCookie, writeCookie } from "./cookie.ts";
import { browserStore } from "./storage.ts";

/** Available languages with their own names. */
export const languages = {
  en: "English",
  "zh-tw": "繁體中文",
  fr: "Français",
  ru: "Русский",
  vi: "Tiếng Việt",
  de: "Deutsch",
} as const;
export type Language = keyof typeof languages;

/** The language cookie's expiry (spec/product#languages). */
export const LANGUAGE_COOKIE_DAYS = 3000;
const COOKIE = "lang";
const STORED = "app.lang";
const SIMPLIFIED = ["zh", "zh-cn", "zh-hans", "zh-hans-cn", "zh-sg", "cn"];

const asLanguage = (value: string | null): Language | undefined =>
  value !== null && Object.hasOwn(languages, value) ? (value as Language) : undefined;

/**
 * Chooses the language from stored values. `rewriteCookie` is true if the cookie contains
 * simplified Chinese, which is changed to traditional Chinese. Unsupported languages are ignored.
 */
export function decideLanguage(saved: {
  cookie: string | null;
  stored: string | null;
  /** The brand's, as the API spells it. */
  brand?: string | undefined;
}): { language: Language; rewriteCookie: boolean } {
  const cookie = saved.cookie?.trim().toLowerCase().replaceAll("_", "-") ?? null;
  if (cookie && SIMPLIFIED.includes(cookie)) return { language: "zh-tw", rewriteCookie: true };
  const brand = saved.brand === "zh" ? "zh-tw" : (saved.brand ?? null);
  const language = asLanguage(cookie) ?? asLanguage(saved.stored) ?? asLanguage(brand) ?? "en";
  return { language, rewriteCookie: false };
}

/** Returns the language to start in; rewrites the cookie if necessary. */
export function startLanguage(): Language {
  const stored = browserStore.get(STORED);
  const { language: brand } = currentBrand();
  const { language, rewriteCookie } = decideLanguage({ cookie: readCookie(COOKIE), stored, brand });
  if (rewriteCookie) saveLanguage(language);
  return language;
}

/** Stores a choice in the cookie and in the local setting. */
export function saveLanguage(language: Language): void {
  writeCookie(COOKIE, language, LANGUAGE_COOKIE_DAYS);
  browserStore.set(STORED, language);
}

/** Returns a language as the API spells it (spec/product#languages: zh-tw is sent as zh). */
export const wireLanguage = (language: string): string => (language === "zh-tw" ? "zh" : language);
