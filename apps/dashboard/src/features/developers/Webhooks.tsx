import { Box, Button, Stack } from "@mantine/core";
import { IconPlus, IconWebhook } from "@turnpike/ui/icons.ts";
import { maxWebhooks } from "@turnpike/rules/webhook.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import classes from "./developers.module.css";
import { type Task, WebhookDialogs } from "./WebhookDialogs.tsx";
import { WebhookRow } from "./WebhookRow.tsx";
import type { useWebhooks } from "./use-webhooks.ts";
import { VerifyCode } from "./VerifyCode.tsx";

/** The list of webhooks and their actions. */
export function Webhooks({ list }: { list: ReturnType<typeof useWebhooks> }) {
  const { t } = useTranslation("webhooks");
  const [task, setTask] = useState<Task | null>(null);
  const items = list.data?.items;
  const full = (items?.length ?? 0) >= maxWebhooks;
  const add = () => setTask({ kind: "form", webhook: null });
  return (
    <Panel
      flush
      title={t("list.title")}
      description={
        full ? t("list.full", { most: formatNumber(maxWebhooks) }) : t("list.description")
      }
      actions={items && items.length > 0 && <AddButton disabled={full} onClick={add} />}
    >
      {items === undefined ? (
        list.error ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <Box p="md">
            <LineSkeletons lines={3} height={22} />
          </Box>
        )
      ) : items.length === 0 ? (
        <None onAdd={add} />
      ) : (
        <ul className={classes.list} aria-label={t("list.title")}>
          {items.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onTask={setTask} />
          ))}
        </ul>
      )}
      {task && <WebhookDialogs task={task} onTask={setTask} onClose={() => setTask(null)} />}
    </Panel>
  );
}

function AddButton(props: { disabled?: boolean; onClick: () => void }) {
  const { t } = useTranslation("webhooks");
  return (
    <Button
      size="xs"
      disabled={props.disabled ?? false}
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={props.onClick}
    >
      {t("list.add")}
    </Button>
  );
}

/** Shown without webhooks: what they are for, and how to add one. */
function None({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation("webhooks");
  return (
    <>
      <EmptyState
        icon={<IconWebhook size={22} />}
        title={t("list.none")}
        text={t("list.noneHelp")}
        action={<AddButton onClick={onAdd} />}
      />
      <Stack maw={800} mx="auto" px="md" pb="lg">
        <VerifyCode />
      </Stack>
    </>
  );
}
