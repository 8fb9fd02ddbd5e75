import { Select, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "@turnpike/ui/lib/format.ts";
import { DialogButtons } from "@turnpike/ui/DialogButtons.tsx";
import { FormModal } from "@turnpike/ui/FormModal.tsx";
import { instantOf, type Since, sincesOf } from "./replay-since.ts";
import { useReplay } from "./use-replay.ts";
import { shortUrl, type Webhook } from "./webhook-text.ts";

/** Resends everything that a webhook failed to receive since a chosen instant. */
export function ReplayFailed(props: {
  webhooks: readonly Webhook[];
  /** The id of the webhook the list is filtered by; empty if it shows all. */
  chosen: string;
  onClose: () => void;
}) {
  const { t } = useTranslation("webhooks");
  const { webhooks, onClose } = props;
  const first =
    webhooks.find((each) => each.id === props.chosen) ??
    webhooks.find(({ failingSince }) => failingSince) ??
    webhooks[0];
  const [id, setId] = useState(first?.id ?? "");
  const webhook = webhooks.find((each) => each.id === id);
  const offered = sincesOf(webhook);
  const [wanted, setWanted] = useState<Since | null>(null);
  const since = offered.find((each) => each === wanted) ?? offered[0] ?? "day";
  const replay = useReplay(onClose);
  const send = (event: FormEvent) => {
    event.preventDefault();
    replay.run({ webhookId: id, since: instantOf(since, webhook) });
  };
  const sinceName = (each: Since) =>
    each === "failing"
      ? t("replay.failing", { at: formatDateTime(webhook?.failingSince ?? "") })
      : t(`replay.${each}`);
  return (
    <FormModal title={t("replay.title")} onClose={onClose}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <Text fz="sm" c="dimmed">
            {t("replay.text")}
          </Text>
          <Select
            label={t("replay.webhook")}
            allowDeselect={false}
            value={id}
            onChange={(value) => setId(value ?? id)}
            data={webhooks.map((each) => ({ value: each.id, label: shortUrl(each.url) }))}
          />
          <Select
            label={t("replay.since")}
            allowDeselect={false}
            value={since}
            onChange={(value) => setWanted(value as Since)}
            data={offered.map((value) => ({ value, label: sinceName(value) }))}
          />
          <DialogButtons submit={t("replay.send")} busy={replay.busy} onBack={onClose} />
        </Stack>
      </form>
    </FormModal>
  );
}
