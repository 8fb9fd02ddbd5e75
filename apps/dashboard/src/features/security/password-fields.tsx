import { isSettingsPassword } from "@turnpike/rules/credentials.ts";
import type { Field } from "@turnpike/ui/act/act.ts";
import { useTranslation } from "react-i18next";
import { NewPasswordField } from "../password/NewPasswordField.tsx";

/** The fields of acts that ask for a password; the new one is called `name`. */
export function usePasswordFields() {
  const { t } = useTranslation(["setting", "parts"]);
  const show = t("parts:password.show");
  return {
    current: (name: string, label: string, missing: string): Field => ({
      kind: "password",
      name,
      label,
      autoComplete: "current-password",
      show,
      fault: (value) => (value ? null : missing),
    }),
    /** The new password and its repetition; `current` is the name of the field it must differ from. */
    fresh: (name: string, current = ""): Field[] => [
      {
        kind: "own",
        name,
        label: "",
        fault: (value, values) => {
          if (!isSettingsPassword(value)) return t("parts:password.bad");
          return value === values[current] ? t("security.password.same") : null;
        },
        show: ({ value, error, onChange, onBlur }) => (
          <NewPasswordField
            value={value}
            error={error}
            onBlur={onBlur}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        ),
      },
      {
        kind: "password",
        name: "again",
        label: t("security.password.again"),
        autoComplete: "new-password",
        show,
        isLocal: true,
        fault: (value, values) => (value === values[name] ? null : t("security.password.differs")),
      },
    ],
  };
}
