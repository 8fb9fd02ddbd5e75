import { ActionIcon, Button, FileButton, Group, Progress, Stack, Text } from "@mantine/core";
import { maxDocuments } from "@turnpike/rules/identity-document.ts";
import { IconTrash, IconUpload } from "@turnpike/ui/icons.ts";
import { formatBytes } from "@turnpike/ui/lib/format.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CallRefused } from "../../lib/call.ts";
import { uploadDocument } from "../../lib/upload.ts";
import { useCommand } from "../../lib/use-command.ts";
import type { IdentityInfo } from "./IdentityTab.tsx";

const accept = "image/jpeg,image/png,image/webp,application/pdf";

/** Uploads documents one after the other, lists and deletes them, and hands them in. */
export function Documents({ info, onChange }: { info: IdentityInfo; onChange: () => void }) {
  const { t } = useTranslation("identity");
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null);
  const handIn = useCommand("identityHandIn");
  const { documents } = info;
  const sendAll = async (files: File[]) => {
    try {
      for (const file of files) {
        setSending({ name: file.name, share: 0 });
        await uploadDocument(file, (share) => setSending({ name: file.name, share }));
        onChange();
      }
    } catch (error) {
      // What the API refuses is in a toast already; a part's refusal is not.
      if (!(error instanceof CallRefused)) toast.error((error as Error).message);
    } finally {
      setSending(null);
      onChange();
    }
  };
  return (
    <Stack gap="md">
      <Text fz="sm">{t("needs")}</Text>
      {documents.length > 0 && <Uploaded documents={documents} onChange={onChange} />}
      {sending && <Sending {...sending} />}
      <Group gap="sm">
        <FileButton multiple accept={accept} onChange={(files) => void sendAll(files)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              disabled={sending !== null || documents.length >= maxDocuments}
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              {t("choose")}
            </Button>
          )}
        </FileButton>
        <Button
          disabled={documents.length === 0 || sending !== null}
          loading={handIn.busy}
          onClick={() =>
            void handIn.send({}, () => {
              toast.success(t("handedIn"));
              onChange();
            })
          }
        >
          {t("handIn")}
        </Button>
      </Group>
      <Text c="dimmed" fz="sm">
        {t("formats", { count: maxDocuments })}
      </Text>
    </Stack>
  );
}

/** What has been uploaded; each can be deleted until it is handed in. */
function Uploaded(props: { documents: IdentityInfo["documents"]; onChange: () => void }) {
  const { t } = useTranslation("identity");
  const { documents, onChange } = props;
  const remove = useCommand("identityDel");
  return (
    <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
      {documents.map(({ id, kind, bytes }, at) => (
        <Group key={id} component="li" gap="sm" justify="space-between" wrap="nowrap">
          <Text fz="sm">
            {t("document", { number: at + 1 })}{" "}
            <Text span c="dimmed" inherit>
              {kind.toUpperCase()}, {formatBytes(bytes)}
            </Text>
          </Text>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t("remove", { number: at + 1 })}
            onClick={() => void remove.send({ id }, onChange)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  );
}

/** How far an upload is. */
function Sending({ name, share }: { name: string; share: number }) {
  const { t } = useTranslation("identity");
  return (
    <Stack gap={4} role="status">
      <Text fz="sm" truncate>
        {t("uploading", { name: name })}
      </Text>
      <Progress value={share * 100} aria-label={t("uploading", { name: name })} />
    </Stack>
  );
}
