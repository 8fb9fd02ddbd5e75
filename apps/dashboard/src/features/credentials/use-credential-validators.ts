/** Messages for invalid user names and passwords of the gateway (spec/sign-in#credentials). */
import { isProxyCredential, isProxyPassword } from "@turnpike/rules/credentials.ts";
import { useTranslation } from "react-i18next";

/** `before`: the current password, which is valid as long as it is not changed. */
export function useCredentialValidators(before?: string) {
  const { t } = useTranslation("parts");
  return {
    account: (value: string) => (isProxyCredential(value) ? null : t("credential.rule")),
    password: (value: string) =>
      value === before || isProxyPassword(value) ? null : t("credential.passwordRule"),
  };
}
