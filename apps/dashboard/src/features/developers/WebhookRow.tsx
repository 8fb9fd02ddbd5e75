import { Alert, Anchor, Badge, Button, Code, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconSend, IconX } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { formatDateTime, formatMs } from "@turnpike/ui/lib/format.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { TimeAgo } from "@turnpike/ui/TimeAgo.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import classes from "./developers.module.css";
import { WebhookMenu } from "./WebhookMenu.tsx";
import {
  adviceOf,
  type Delivery,
  shortUrl,
  stateColours,
  stateOf,
  type Webhook,
} from "./webhook-text.ts";

/** One webhook: its URL, state and events; a test's result appears right below. */
export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation("webhooks");
  const test = useCommand("webhookTest");
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
        <SubscribedEvents events={webhook.events} />
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
          loading={test.busy}
          onClick={() => void test.send({ id: webhook.id })}
        >
          {t("test.send")}
        </Button>
        <WebhookMenu webhook={webhook} />
      </Group>
      {test.answer && <TestResult delivery={test.answer} onClose={test.forget} />}
    </li>
  );
}

function SubscribedEvents({ events }: Pick<Webhook, "events">) {
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

/** The outcome of the latest delivery, and how many are still waiting. */
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
            color={`var(--mantine-color-${lastDelivered ? "good-text" : "error"})`}
          />
          {t(lastDelivered ? "list.arrived" : "list.notArrived")} ·{" "}
          <TimeAgo at={lastAt} nowMs={nowMs} />
        </span>
      )}
      {waiting > 0 && <span>{t("list.waiting", { count: waiting })}</span>}
    </Group>
  );
}

/** A test's outcome: the response and, if it failed, what to check. */
function TestResult({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { t } = useTranslation("webhooks");
  const [, open] = useUrlText(["delivery"], { keepsPage: true });
  const [attempt] = delivery.attempts;
  const status = attempt?.status ?? 0;
  const time = formatMs(attempt?.ms ?? 0);
  const arrived = delivery.status === "delivered";
  const title = arrived ? "test.arrived" : status === 0 ? "test.unanswered" : "test.failed";
  return (
    <Alert
      role="status"
      variant="outline"
      className={classes.result ?? ""}
      color={arrived ? "good" : "red"}
      icon={arrived ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={t(title, { status, time })}
      withCloseButton
      closeButtonLabel={t("test.close")}
      onClose={onClose}
    >
      <Stack gap="xs">
        {!arrived && <Text fz="sm">{t(`advice.${adviceOf(status)}`)}</Text>}
        {status === 0 && attempt?.error && (
          <Text fz="xs" className={classes.mono ?? ""}>
            {attempt.error}
          </Text>
        )}
        {attempt?.answer && (
          <CodeBlock
            wrap
            code={attempt.answer}
            label={t("test.answer", { url: shortUrl(delivery.url) })}
            maxHeightPx={120}
          />
        )}
        <div>
          <Anchor
            component="button"
            type="button"
            fz="sm"
            onClick={() => open({ delivery: delivery.id })}
          >
            {t("test.details")}
          </Anchor>
        </div>
      </Stack>
    </Alert>
  );
}
