import { Badge, Button, Code, Group, Stack, Text } from "@mantine/core";
import { IconCheck, IconSend, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../lib/format.ts";
import { useCommand } from "../../lib/queries.ts";
import { useNow } from "../../lib/use-now.ts";
import { Ago } from "../../ui/Ago.tsx";
import classes from "./developers.module.css";
import { TestResult } from "./TestResult.tsx";
import type { Task } from "./WebhookDialogs.tsx";
import { WebhookMenu } from "./WebhookMenu.tsx";
import { stateColours, stateOf, type Webhook } from "./webhook-words.ts";

/** One webhook: where it leads, how it is, what it hears; a test of it is told right below. */
export function WebhookRow(props: { webhook: Webhook; onTask: (task: Task) => void }) {
  const { t } = useTranslation("webhooks");
  const { webhook } = props;
  const test = useCommand("webhookTest", { invalidates: ["webhooks", "webhookDeliveries"] });
  const state = stateOf(webhook);
  return (
    <li className={classes.row} data-off={!webhook.enabled || undefined}>
      <Stack gap={4} className={classes.grows ?? ""}>
        <Group gap="xs">
          <Text span fw={600} className={classes.url ?? ""}>
            {webhook.url}
          </Text>
          <Badge color={stateColours[state]}>{t(`state.${state}`)}</Badge>
        </Group>
        {webhook.description && (
          <Text fz="sm" className={classes.breaks ?? ""}>
            {webhook.description}
          </Text>
        )}
        <Heard events={webhook.events} />
        {state !== "on" && (
          <Text fz="sm" className={classes.trouble ?? ""} data-state={state}>
            {state === "failing"
              ? t("stateHelp.failing", { at: formatDateTime(webhook.failingSince ?? "") })
              : t(`stateHelp.${state}`)}
          </Text>
        )}
        <Last webhook={webhook} />
      </Stack>
      <Group gap={4} wrap="nowrap" className={classes.doings ?? ""}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconSend size={15} aria-hidden />}
          aria-label={t("test.sendTo", { url: webhook.url })}
          loading={test.isPending}
          onClick={() => test.mutate({ id: webhook.id })}
        >
          {t("test.send")}
        </Button>
        <WebhookMenu webhook={webhook} onTask={props.onTask} />
      </Group>
      {test.data && <TestResult delivery={test.data} onClose={test.reset} />}
    </li>
  );
}

function Heard({ events }: Pick<Webhook, "events">) {
  const { t } = useTranslation("webhooks");
  if (events.length === 0) {
    return (
      <Text fz="sm" c="dimmed">
        {t("list.allEvents")}
      </Text>
    );
  }
  return (
    <Group gap={4}>
      {events.map((event) => (
        <Code key={event} title={t(`events.${event}`)}>
          {event}
        </Code>
      ))}
    </Group>
  );
}

/** How the newest try went, and what is still to come. */
function Last({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation("webhooks");
  const nowMs = useNow();
  const { lastAt, lastDelivered, waiting } = webhook;
  const Mark = lastDelivered ? IconCheck : IconX;
  return (
    <Group gap="4px 12px" fz="sm" c="dimmed">
      {lastAt === null ? (
        <span>{t("list.never")}</span>
      ) : (
        <span className={classes.last}>
          <Mark
            size={15}
            aria-hidden
            color={`var(--mantine-color-${lastDelivered ? "pike-text" : "error"})`}
          />
          {t(lastDelivered ? "list.arrived" : "list.notArrived")} ·{" "}
          <Ago at={lastAt} nowMs={nowMs} />
        </span>
      )}
      {waiting > 0 && <span>{t("list.waiting", { count: waiting })}</span>}
    </Group>
  );
}
