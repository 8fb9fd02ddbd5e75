import { langs } from "@turnpike/contract/refusals.ts";
import { useTranslation } from "react-i18next";

/** The console's language as calls name it. */
export function useOwnLang(): (typeof langs)[number] {
  const { language } = useTranslation().i18n;
  return langs.find((lang) => language.startsWith(lang)) ?? "en";
}
