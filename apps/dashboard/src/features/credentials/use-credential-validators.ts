/** Messages for invalid user names and passwords of the gateway (spec/sign-in#credentials). */
import { isProxyCredential, isProxyPassword } from "@turnpike/rules/credentials.ts";
import { useTranslation } from "react-i18next";

export interface Credentials {
  account: string;
  password: string;
}

/** `before`: the current ones, which are valid as long as they are not changed. */
export function useCredentialValidators(before?: Credentials) {
  const { t } = useTranslation("parts");
  return {
    account: (value: string) =>
      value === before?.account || isProxyCredential(value) ? null : t("credential.rule"),
    password: (value: string) =>
      value === before?.password || isProxyPassword(value) ? null : t("credential.passwordRule"),
  };
}
