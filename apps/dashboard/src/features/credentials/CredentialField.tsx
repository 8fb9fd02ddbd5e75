import { ActionIcon, TextInput, Tooltip } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import type { ChangeEvent, FocusEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { randomName, randomPassword } from "./random-credential.ts";

const kinds = {
  account: { make: randomName, word: "credential.makeName" },
  password: { make: randomPassword, word: "credential.makePassword" },
} as const;

/**
 * A name or password for the gateway, typed or made up: 6-22 letters and digits
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
  /** Takes one that was made up. */
  onGenerate: (value: string) => void;
}) {
  const { t } = useTranslation("parts");
  const { kind, onGenerate, ...field } = props;
  const { make, word } = kinds[kind];
  return (
    <TextInput
      {...field}
      // No name that a browser fills with what signs in here.
      name={`proxy-${kind}`}
      description={t("credential.rule")}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={22}
      styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
      rightSection={
        <Tooltip label={t(word)}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t(word)}
            onClick={() => onGenerate(make())}
          >
            <IconRefresh size={16} />
          </ActionIcon>
        </Tooltip>
      }
    />
  );
}
