import { Button, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { FormModal } from "@turnpike/ui/FormModal.tsx";
import { keyExample } from "./key-example.ts";

/** Shows a newly created key, this one time: only the dialog's own button closes it. */
export function NewApiKey({ value, onClose }: { value: string; onClose: () => void }) {
  const { t } = useTranslation("webhooks");
  return (
    <FormModal locked size="lg" title={t("apiKeys.new.title")} onClose={onClose}>
      <Stack gap="md">
        <Text fz="sm">{t("apiKeys.new.help")}</Text>
        <CodeBlock
          wrap
          code={value}
          label={t("apiKeys.new.label")}
          copyLabel={t("apiKeys.new.copy")}
        />
        <CodeBlock
          wrap
          head={t("key.example")}
          label={t("apiKeys.exampleLabel")}
          code={keyExample(value)}
        />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t("apiKeys.new.done")}</Button>
        </Group>
      </Stack>
    </FormModal>
  );
}
