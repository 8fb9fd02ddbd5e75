import { isProxyCredential, isProxyPassword } from "@turnpike/rules/credentials.ts";
import type { Field } from "@turnpike/ui/act/act.ts";
import { useTranslation } from "react-i18next";
import { CredentialField } from "./CredentialField.tsx";
import { randomName, randomPassword } from "./random-credential.ts";

/**
 * A user name or password for the gateway as an act's field, typed or generated; `before` is the
 * current one, which is valid as long as it is not changed.
 */
export function useCredentialField() {
  const { t } = useTranslation("parts");
  return (kind: "account" | "password", label: string, before?: string): Field => {
    const isName = kind === "account";
    const fits = isName ? isProxyCredential : isProxyPassword;
    return {
      kind: "own",
      name: kind,
      label,
      initial: before ?? (isName ? randomName() : randomPassword()),
      fault: (value) => {
        if (value === before || fits(value)) return null;
        return t(isName ? "credential.rule" : "credential.passwordRule");
      },
      show: ({ label: name, value, error, onBlur, onChange }) => (
        <CredentialField
          kind={kind}
          label={name}
          value={value}
          error={error}
          onBlur={onBlur}
          onChange={(event) => onChange(event.currentTarget.value)}
          onGenerate={onChange}
        />
      ),
    };
  };
}
