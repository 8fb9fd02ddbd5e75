import { Button, Group, Stack, Text } from "@mantine/core";
import { IconSend } from "@turnpike/ui/icons.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatExactMoment, formatMoment } from "@turnpike/ui/lib/format.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { Attempts } from "./Attempts.tsx";
import { DeliveryBadge } from "./delivery-columns.tsx";
import classes from "./developers.module.css";
import { useReplay } from "./use-replay.ts";
import type { Delivery } from "./webhook-text.ts";

const still = () => {};

/** The details of a delivery: what was sent where, and the outcome of each attempt. */
export function DeliveryDetail({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation("webhooks");
  const replay = useReplay(still);
  const link = new URL(`/cli/setting?tab=developers&delivery=${delivery.id}`, location.origin);
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Group gap="sm">
          <DeliveryBadge status={delivery.status} />
          <Text span fw={600} className={classes.mono ?? ""}>
            {delivery.event}
          </Text>
        </Group>
        <Text fz="sm" c="dimmed">
          {t(`events.${delivery.event}`)}
        </Text>
      </Stack>
      <Group gap="xs">
        <Button
          size="xs"
          loading={replay.busy}
          disabled={delivery.status === "waiting"}
          leftSection={<IconSend size={15} aria-hidden />}
          onClick={() => replay.run({ ids: [delivery.id] })}
        >
          {t("deliveries.again")}
        </Button>
        <CopyButton text label={t("delivery.copyLink")} value={link.href} />
      </Group>
      <Details delivery={delivery} />
      <Attempts attempts={delivery.attempts} />
      <CodeBlock
        code={prettyJson(delivery.body)}
        label={t("delivery.body")}
        copyLabel={t("delivery.copyBody")}
      />
      <Headers delivery={delivery} />
    </Stack>
  );
}

function Details({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation("webhooks");
  const { url, eventId, at, nextTryAt } = delivery;
  return (
    <dl className={classes.facts}>
      <Detail name={t("delivery.to")}>{url}</Detail>
      <Detail name={t("delivery.id")}>
        <Group gap={2} wrap="nowrap">
          <span className={classes.mono}>{eventId}</span>
          <CopyButton value={eventId} label={t("delivery.copyId")} />
        </Group>
        <Text fz="xs" c="dimmed">
          {t("delivery.idHelp")}
        </Text>
      </Detail>
      <Detail name={t("delivery.at")}>
        <time dateTime={at}>{formatExactMoment(at)}</time>
      </Detail>
      {nextTryAt && <Detail name={t("delivery.next")}>{formatMoment(nextTryAt)}</Detail>}
    </dl>
  );
}

function Detail(props: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{props.name}</dt>
      <dd className="numeric">{props.children}</dd>
    </>
  );
}

/** The headers of an attempt; two of them differ each time. */
function Headers({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation("webhooks");
  const lines = [
    "content-type: application/json",
    `webhook-id: ${delivery.eventId}`,
    `webhook-timestamp: ${t("delivery.timestampOf")}`,
    `webhook-signature: v1,… ${t("delivery.signatureOf")}`,
  ];
  return (
    <CodeBlock
      wrap
      code={lines.join("\n")}
      label={t("delivery.headers")}
      copyLabel={t("delivery.copyHeaders")}
    />
  );
}

/** Formats JSON on several lines; returns other text unchanged. */
function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
