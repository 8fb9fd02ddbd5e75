import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { PasswordChecks } from "@turnpike/ui/PasswordChecks.tsx";
import { passwordStrength } from "./password-strength.ts";
import { settingsRule, settingsRuleParts } from "./settings-rule.ts";

/** A new password under the settings' rule (spec/sign-in#credentials), with a live checklist. */
export function NewPasswordField(props: PasswordInputProps & { value: string }) {
  const { t } = useTranslation("parts");
  const { value } = props;
  const level = passwordStrength(value);
  return (
    <PasswordInput
      label={t("password.new")}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ "aria-label": t("password.show") }}
      description={
        <PasswordChecks
          checks={settingsRuleParts
            // Nearly every password meets this part of the rule, so it is listed only if broken.
            .filter((name) => name !== "signs" || !settingsRule.signs(value))
            .map((name) => ({ label: t(`password.rule.${name}`), met: settingsRule[name](value) }))}
          met={t("password.met")}
          strength={value ? { level, label: t(`password.strength.${level}`) } : null}
        />
      }
      descriptionProps={{ component: "div" }}
      inputWrapperOrder={["label", "input", "error", "description"]}
      {...props}
    />
  );
}
