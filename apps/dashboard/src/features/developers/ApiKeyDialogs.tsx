import { Button, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { ConfirmDialog } from "@turnpike/ui/ConfirmDialog.tsx";
import { FormModal } from "@turnpike/ui/FormModal.tsx";
import type { ApiKey } from "./api-key-form.ts";
import { keyExample } from "./key-example.ts";
import classes from "./developers.module.css";

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

/** Warns what will stop working, then deletes the key. */
export function DeleteApiKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation("webhooks");
  const remove = useCommand("apiKeyDel");
  const confirm = () =>
    void remove.send({ ids: [apiKey.id] }, () => {
      toast.success(t("apiKeys.remove.done"));
      onClose();
    });
  return (
    <ConfirmDialog
      opened
      danger
      title={t("apiKeys.remove.title")}
      confirm={t("apiKeys.remove.confirm")}
      busy={remove.busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <span className={classes.breaks}>{t("apiKeys.remove.text", { name: apiKey.name })}</span>
    </ConfirmDialog>
  );
}
