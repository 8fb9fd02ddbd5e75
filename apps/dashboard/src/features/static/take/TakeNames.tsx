import { SimpleGrid, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { CredentialField } from "../../credentials/CredentialField.tsx";

type Names = { account: string; password: string };

/** Account and password of one's own choice; empty ones are made. */
export function TakeNames(props: {
  names: Names;
  faults: { account: boolean; password: boolean };
  /** What the API said of one of them. */
  refusals: Partial<Record<keyof Names, string>>;
  onChange: (change: Partial<Names>) => void;
  onBlur: (field: keyof Names) => void;
}) {
  const { t } = useTranslation("static-take");
  const field = (kind: keyof Names) => (
    <CredentialField
      kind={kind}
      label={t(`names.${kind}`)}
      placeholder={t("names.made")}
      value={props.names[kind]}
      error={props.faults[kind] ? t("names.rule") : props.refusals[kind]}
      onChange={(event) => props.onChange({ [kind]: event.currentTarget.value.trim() })}
      onBlur={() => props.onBlur(kind)}
      onGenerate={(value) => props.onChange({ [kind]: value })}
    />
  );
  return (
    <Stack gap={6}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {field("account")}
        {field("password")}
      </SimpleGrid>
      <Text fz="sm" c="dimmed">
        {t("names.help")}
      </Text>
    </Stack>
  );
}
