import { useTranslation } from "react-i18next";
import { passwordStrength } from "../password/password-strength.ts";
import { PasswordChecks } from "@turnpike/ui/PasswordChecks.tsx";

/**
 * The parts of `isRegistrationPassword` (spec/sign-in#credentials); a test checks that they agree.
 */
export const ruleParts = {
  letter: (password: string) => /^[A-Za-z]/.test(password),
  length: (password: string) => password.length >= 8 && password.length <= 20,
  signs: (password: string) => /^[\x21-\x7e]+$/.test(password),
};
const names = Object.keys(ruleParts) as (keyof typeof ruleParts)[];

/** The rule as a live checklist, and how hard the password is to guess. */
export function PasswordRule({ password }: { password: string }) {
  const { t } = useTranslation("register");
  const level = passwordStrength(password);
  return (
    <PasswordChecks
      checks={names.map((name) => ({ label: t(`rule.${name}`), met: ruleParts[name](password) }))}
      met={t("rule.met")}
      strength={password ? { level, label: t(`strength.${level}`) } : null}
    />
  );
}
