/** The console's texts, including those looked up by values of the API. */
import i18next from "i18next";
import { useTranslation } from "react-i18next";

/**
 * `word("states", "paid")`: the text for a value; a value without one is returned unchanged. Groups
 * of another namespace are prefixed with its name: `ledger:assets`.
 */
export function word(group: string, value: string): string {
  const key = `${group.includes(":") ? "" : "console:"}${group}.${value}`;
  return value !== "" && i18next.exists(key) ? i18next.t(key as never) : value;
}

/** Names of login-log events, in the words customers read; loads their namespace. */
export function useLoginEvents(): (event: string) => string {
  useTranslation("setting-account");
  return (event) => word("setting-account:log.events", event);
}

/** `t` of the console's namespace. */
export const useT = () => useTranslation("console").t;
