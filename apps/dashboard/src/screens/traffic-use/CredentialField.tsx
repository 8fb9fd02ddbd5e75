import { ActionIcon, TextInput, Tooltip } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import type { ChangeEvent, FocusEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** A sub-account's name or password, typed or made up: 6-22 letters and digits (spec §5). */
export function CredentialField(props: {
  kind: "account" | "password";
  label: string;
  value?: string;
  error?: ReactNode;
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
  onFocus?: (event: FocusEvent<HTMLInputElement>) => void;
  generate: () => string;
  generateLabel: string;
  onGenerate: (value: string) => void;
}) {
  const { t } = useTranslation("traffic-use");
  const { generate, generateLabel, onGenerate, kind, ...field } = props;
  return (
    <TextInput
      {...field}
      name={`sub-account-${kind}`}
      description={t("create.credentialRule")}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={22}
      styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
      rightSection={
        <Tooltip label={generateLabel}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={generateLabel}
            onClick={() => onGenerate(generate())}
          >
            <IconRefresh size={16} />
          </ActionIcon>
        </Tooltip>
      }
    />
  );
}
