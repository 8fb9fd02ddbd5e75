import { Stack } from "@mantine/core";
import { IconCheck, IconPoint } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./PasswordRule.module.css";
import { passwordStrength, type Strength } from "./password-strength.ts";

/** Together they are `isRegistrationPassword` (spec §5); a test holds them to it. */
export const ruleParts = {
  letter: (password: string) => /^[A-Za-z]/.test(password),
  length: (password: string) => password.length >= 8 && password.length <= 20,
  signs: (password: string) => /^[\x21-\x7e]+$/.test(password),
};
const names = Object.keys(ruleParts) as (keyof typeof ruleParts)[];

/** The rule, ticked off as one types, and how hard the password is to guess. */
export function PasswordRule(props: { password: string }) {
  const { t } = useTranslation("register");
  const { password } = props;
  return (
    <Stack gap={6} mt={4}>
      <ul className={classes.rules}>
        {names.map((name) => {
          const met = ruleParts[name](password);
          const Icon = met ? IconCheck : IconPoint;
          return (
            <li key={name} className={classes.rule} data-met={met || undefined}>
              <Icon size={15} aria-hidden />
              {t(`rule.${name}`)}
              {met && <span className="visually-hidden"> ({t("rule.met")})</span>}
            </li>
          );
        })}
      </ul>
      {password !== "" && <StrengthMeter strength={passwordStrength(password)} />}
    </Stack>
  );
}

const levels: readonly Strength[] = ["weak", "fair", "strong"];

function StrengthMeter({ strength }: { strength: Strength }) {
  const { t } = useTranslation("register");
  const reached = levels.indexOf(strength);
  return (
    <div className={classes.meter}>
      <span className={classes.bars} aria-hidden>
        {levels.map((level, at) => (
          <span
            key={level}
            className={classes.bar}
            data-lit={at <= reached ? strength : undefined}
          />
        ))}
      </span>
      <span aria-live="polite">{t(`strength.${strength}`)}</span>
    </div>
  );
}
