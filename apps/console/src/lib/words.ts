/** The console's words, and those that are looked up by a value of the API's. */
import i18next from "i18next";
import { useTranslation } from "react-i18next";

/**
 * `word("states", "paid")`: the words for a value; a value that has none is shown as it is. Groups
 * of another area bear its name: `ledger:assets`.
 */
export function word(group: string, value: string): string {
  const key = `${group.includes(":") ? "" : "console:"}${group}.${value}`;
  return value !== "" && i18next.exists(key) ? i18next.t(key as never) : value;
}

/** The events of the login log, in the words that customers read; loads them. */
export function useLoginEvents(): (event: string) => string {
  useTranslation("setting-account");
  return (event) => word("setting-account:log.events", event);
}

/** `t` of the console's words. */
export const useT = () => useTranslation("console").t;
