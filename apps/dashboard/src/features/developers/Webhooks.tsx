import { Button, Stack } from "@mantine/core";
import { IconPlus, IconWebhook } from "@turnpike/ui/icons.ts";
import { maxWebhooks } from "@turnpike/rules/webhook.ts";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { EntryPanel } from "@turnpike/ui/EntryPanel.tsx";
import classes from "./developers.module.css";
import { useWebhookForm } from "./use-webhook-acts.tsx";
import { WebhookRow } from "./WebhookRow.tsx";
import type { useWebhooks } from "./use-webhooks.ts";
import { VerifyCode } from "./VerifyCode.tsx";

/** The list of webhooks and their actions. */
export function Webhooks({ list }: { list: ReturnType<typeof useWebhooks> }) {
  const { t } = useTranslation("webhooks");
  const { add } = useWebhookForm();
  const full = (list.data?.items.length ?? 0) >= maxWebhooks;
  return (
    <EntryPanel
      of={list}
      rowsOf={(answer) => answer.items}
      title={t("list.title")}
      description={
        full ? t("list.full", { most: formatNumber(maxWebhooks) }) : t("list.description")
      }
      action={
        <Button
          size="xs"
          disabled={full}
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={add}
        >
          {t("list.add")}
        </Button>
      }
      empty={{ icon: <IconWebhook size={22} />, title: t("list.none"), text: t("list.noneHelp") }}
      example={
        <Stack maw={800} mx="auto" px="md" pb="lg">
          <VerifyCode />
        </Stack>
      }
      listClass={classes.list}
    >
      {(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
    </EntryPanel>
  );
}
