/** Which language a person sees: the cookie, else the stored setting, else English. */
import { readCookie, writeCookie } from "./cookie.ts";

/** The languages in which the product can be read, with their own names. */
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
const STORED = "turnpike.lang";
const SIMPLIFIED = ["zh", "zh-cn", "zh-hans", "zh-hans-cn", "zh-sg", "cn"];

const asLanguage = (value: string | null): Language | undefined =>
  value !== null && Object.hasOwn(languages, value) ? (value as Language) : undefined;

/**
 * Decides by what is kept. `rewriteCookie` is true where the cookie holds simplified Chinese,
 * which is rewritten to traditional Chinese. Other languages beyond the six are passed over.
 */
export function decideLanguage(kept: { cookie: string | null; stored: string | null }): {
  language: Language;
  rewriteCookie: boolean;
} {
  const cookie = kept.cookie?.trim().toLowerCase().replaceAll("_", "-") ?? null;
  if (cookie && SIMPLIFIED.includes(cookie)) return { language: "zh-tw", rewriteCookie: true };
  const language = asLanguage(cookie) ?? asLanguage(kept.stored) ?? "en";
  return { language, rewriteCookie: false };
}

/** The language to start in; rewrites the cookie where the rule says so. */
export function startLanguage(): Language {
  const stored = localStorage.getItem(STORED);
  const { language, rewriteCookie } = decideLanguage({ cookie: readCookie(COOKIE), stored });
  if (rewriteCookie) keepLanguage(language);
  return language;
}

/** Keeps a choice in the cookie and in the stored setting. */
export function keepLanguage(language: Language): void {
  writeCookie(COOKIE, language, LANGUAGE_COOKIE_DAYS);
  localStorage.setItem(STORED, language);
}

/** How the API spells a language (spec/product#languages: zh-tw is sent as zh). */
export const wireLanguage = (language: string): string => (language === "zh-tw" ? "zh" : language);
