import { RowButton } from "@turnpike/ui/list/buttons.tsx";
import { TextInput } from "@mantine/core";
import { IconRefresh } from "@turnpike/ui/icons.ts";
import type { ChangeEvent, FocusEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { randomName, randomPassword } from "./random-credential.ts";

const kinds = {
  account: { make: randomName, word: "credential.makeName", rule: "credential.rule" },
  password: {
    make: randomPassword,
    word: "credential.makePassword",
    rule: "credential.passwordRule",
  },
} as const;

/**
 * A user name or password for the gateway, typed or generated: 6-22 letters and digits
 * (spec/sign-in#credentials).
 */
export function CredentialField(props: {
  kind: keyof typeof kinds;
  label: string;
  value?: string;
  placeholder?: string;
  error?: ReactNode;
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
  onFocus?: (event: FocusEvent<HTMLInputElement>) => void;
  /** Called with a generated value. */
  onGenerate: (value: string) => void;
}) {
  const { t } = useTranslation("parts");
  const { kind, onGenerate, ...field } = props;
  const { make, word, rule } = kinds[kind];
  return (
    <TextInput
      {...field}
      // Not a name under which browsers would fill in the dashboard's own credentials.
      name={`proxy-${kind}`}
      description={t(rule)}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={22}
      styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
      rightSection={
        <RowButton
          tip={t(word)}
          icon={IconRefresh}
          label={t(word)}
          onClick={() => onGenerate(make())}
        />
      }
    />
  );
}
