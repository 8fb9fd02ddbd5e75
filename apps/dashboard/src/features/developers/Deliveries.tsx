import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { List } from "@turnpike/ui/list/List.tsx";

import { IconSearchOff, IconSend } from "@turnpike/ui/icons.ts";
import { useEffect, useState } from "react";
import { SideDrawer } from "@turnpike/ui/SideDrawer.tsx";
import { useTranslation } from "react-i18next";
import { formatMoment } from "@turnpike/ui/lib/format.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { useLastValue } from "../../lib/use-last-value.ts";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { OpenDelivery, useDeliveryColumns } from "./delivery-columns.tsx";
import classes from "./developers.module.css";
import { DeliveryBatch } from "./DeliveryBatch.tsx";
import { deliveriesId, showDeliveries } from "./show-deliveries.ts";
import { useReplayFailed } from "./use-replay.ts";
import { useDeliveries, useOpenedDelivery } from "./use-webhooks.ts";
import { type Delivery, type Webhook } from "./webhook-text.ts";
import { DeliveryDetail } from "./DeliveryDetail.tsx";

/** The deliveries and their outcomes; filters, page and the open delivery are kept in the URL. */
export function Deliveries({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { t } = useTranslation("webhooks");
  const list = useDeliveries(webhooks);
  const opened = useOpenedDelivery(list.rows);
  const replayFailed = useReplayFailed(webhooks);
  const webhook = list.values["webhook"] ?? "";
  useLinked(webhook !== "");
  return (
    <div id={deliveriesId} className={classes.target}>
      <List<Delivery>
        list={list}
        title={t("deliveries.title")}
        description={t("deliveries.description")}
        label={t("deliveries.list")}
        columns={useDeliveryColumns()}
        rowName={({ event, at }) => t("deliveries.rowName", { event, at: formatMoment(at) })}
        tools={<BatchButton label={t("replay.open")} onClick={() => replayFailed(webhook)} />}
        batch={{
          label: (count) => t("deliveries.selected", { count }),
          buttons: <DeliveryBatch selected={list.selected} />,
        }}
        onOpen={(row) => opened.open(row.id)}
        actions={(row) => <OpenDelivery row={row} onOpen={() => opened.open(row.id)} />}
        empty={{
          icon: <IconSend size={22} />,
          title: t("deliveries.none"),
          text: t("deliveries.noneHelp"),
          found: { title: t("deliveries.noneFound"), text: t("deliveries.noneFoundHelp") },
        }}
      />
      <DeliveryDrawer opened={opened} />
    </div>
  );
}

/** Scrolls to the deliveries when the page was opened by a link to those of one webhook. */
function useLinked(toOne: boolean): void {
  const [linked] = useState(toOne);
  useEffect(() => {
    if (linked) showDeliveries();
  }, [linked]);
}

/** The delivery named in the URL, in a drawer beside the list. */
function DeliveryDrawer(props: { opened: ReturnType<typeof useOpenedDelivery> }) {
  const { t } = useTranslation(["webhooks", "ui"]);
  const { id, error, missing, retry, close } = props.opened;
  const last = useLastValue(props.opened.row ?? null);
  const row = id === "" ? last : props.opened.row;
  return (
    <SideDrawer opened={id !== ""} title={t("delivery.title")} onClose={close}>
      {row ? (
        <DeliveryDetail key={row.id} delivery={row} />
      ) : missing ? (
        <EmptyState icon={<IconSearchOff size={22} />} title={t("delivery.gone")} />
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <LineSkeletons lines={8} height={20} />
      )}
    </SideDrawer>
  );
}
