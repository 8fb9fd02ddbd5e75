import { ActionIcon, Badge, Tooltip } from "@mantine/core";
import { IconChevronRight } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { formatMoment, formatNumber } from "@turnpike/ui/lib/format.ts";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import classes from "./developers.module.css";
import { type Delivery, deliveryColours, shortUrl } from "./webhook-text.ts";

/** The columns of the table of deliveries. */
export function useDeliveryColumns(): ListColumn<Delivery>[] {
  const { t } = useTranslation("webhooks");
  return [
    {
      key: "event",
      title: t("deliveries.event"),
      show: ({ event }) => (
        <span className={classes.mono} title={t(`events.${event}`)}>
          {event}
        </span>
      ),
    },
    { key: "at", title: t("deliveries.at"), show: ({ at }) => formatMoment(at) },
    {
      key: "webhook",
      title: t("deliveries.webhook"),
      show: ({ url }) => (
        <span className={classes.clipped} title={url}>
          {shortUrl(url)}
        </span>
      ),
    },
    {
      key: "state",
      title: t("deliveries.state"),
      show: ({ status }) => <DeliveryBadge status={status} />,
    },
    {
      key: "tries",
      title: t("deliveries.tries"),
      align: "right",
      show: ({ tries }) => formatNumber(tries),
    },
    {
      key: "next",
      title: t("deliveries.next"),
      show: ({ nextTryAt }) => (nextTryAt ? formatMoment(nextTryAt) : "–"),
    },
  ];
}

/** A badge with a delivery's state. */
export function DeliveryBadge({ status }: Pick<Delivery, "status">) {
  const { t } = useTranslation("webhooks");
  return <Badge color={deliveryColours[status]}>{t(`deliveries.states.${status}`)}</Badge>;
}

/** Opens a delivery, as does a click anywhere on its row. */
export function OpenDelivery({ row, onOpen }: { row: Delivery; onOpen: () => void }) {
  const { t } = useTranslation("webhooks");
  const { event, at } = row;
  const label = t("deliveries.open", { event, at: formatMoment(at) });
  return (
    <Tooltip label={t("test.details")}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onOpen}>
        <IconChevronRight size={17} />
      </ActionIcon>
    </Tooltip>
  );
}
