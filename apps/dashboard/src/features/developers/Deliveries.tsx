import { Button, Drawer, Text, Group, Select } from "@mantine/core";
import { IconSearchOff, IconSend } from "@turnpike/ui/icons.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatMoment } from "@turnpike/ui/lib/format.ts";
import { DataTable } from "@turnpike/ui/DataTable.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { tableProps } from "@turnpike/ui/table-props.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useSelectedRows } from "@turnpike/ui/selected-rows.ts";
import { useLastValue } from "../../lib/use-last-value.ts";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { OpenDelivery, useDeliveryColumns } from "./delivery-columns.tsx";
import classes from "./developers.module.css";
import { noFilter, type DeliveryFilter } from "./delivery-filter.ts";
import { DeliveryBatch } from "./DeliveryBatch.tsx";
import { ReplayFailed } from "./ReplayFailed.tsx";
import { deliveriesId, showDeliveries } from "./show-deliveries.ts";
import { useDeliveries, useOpenedDelivery } from "./use-webhooks.ts";
import {
  type Delivery,
  type Webhook,
  deliveredEvents,
  deliveryStates,
  shortUrl,
} from "./webhook-text.ts";
import { DeliveryDetail } from "./DeliveryDetail.tsx";

/** The deliveries and their outcomes; filters, page and the open delivery are kept in the URL. */
export function Deliveries({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { t } = useTranslation("webhooks");
  const { list, url, filter, setFilter, filtered } = useDeliveries();
  const opened = useOpenedDelivery(list.data?.items);
  const selected = useSelectedRows<Delivery>(list.data?.items);
  const [replaying, setReplaying] = useState(false);
  const columns = useDeliveryColumns();
  useLinked(filter.webhook !== "");
  const none = list.data?.total === 0 && !filtered;
  return (
    <div id={deliveriesId} className={classes.target}>
      <Panel flush title={t("deliveries.title")} description={t("deliveries.description")}>
        {!none && (
          <>
            <DeliveryFilters webhooks={webhooks} filter={filter} onChange={setFilter} />
            <DeliveryBatch selected={selected} onFailed={() => setReplaying(true)} />
          </>
        )}
        <DataTable<Delivery>
          label={t("deliveries.list")}
          columns={columns}
          rowId={(row) => row.id}
          rowName={({ event, at }) => t("deliveries.rowName", { event, at: formatMoment(at) })}
          {...tableProps(list, url)}
          selection={{ ids: selected.ids, onChange: selected.select }}
          onOpen={(row) => opened.open(row.id)}
          actions={(row) => <OpenDelivery row={row} onOpen={() => opened.open(row.id)} />}
          empty={none ? <None /> : <NoneFound onClear={() => setFilter(noFilter)} />}
        />
        <DeliveryDrawer opened={opened} />
        {replaying && (
          <ReplayFailed
            webhooks={webhooks}
            chosen={filter.webhook}
            onClose={() => setReplaying(false)}
          />
        )}
      </Panel>
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

function None() {
  const { t } = useTranslation("webhooks");
  return (
    <EmptyState
      icon={<IconSend size={22} />}
      title={t("deliveries.none")}
      text={t("deliveries.noneHelp")}
    />
  );
}

function NoneFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation("webhooks");
  return (
    <EmptyState
      icon={<IconSearchOff size={22} />}
      title={t("deliveries.noneFound")}
      text={t("deliveries.noneFoundHelp")}
      action={
        <Button variant="default" size="xs" onClick={onClear}>
          {t("deliveries.clear")}
        </Button>
      }
    />
  );
}

/** The delivery named in the URL, in a drawer beside the list. */
function DeliveryDrawer(props: { opened: ReturnType<typeof useOpenedDelivery> }) {
  const { t } = useTranslation(["webhooks", "ui"]);
  const { id, error, missing, retry, close } = props.opened;
  const last = useLastValue(props.opened.row ?? null);
  const row = id === "" ? last : props.opened.row;
  return (
    <Drawer
      opened={id !== ""}
      onClose={close}
      position="right"
      size="lg"
      title={
        <Text span fw={640} fz="lg">
          {t("delivery.title")}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      {row ? (
        <DeliveryDetail key={row.id} delivery={row} />
      ) : missing ? (
        <EmptyState icon={<IconSearchOff size={22} />} title={t("delivery.gone")} />
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <LineSkeletons lines={8} height={20} />
      )}
    </Drawer>
  );
}

/** The filters of the deliveries; all of them are kept in the URL. */
function DeliveryFilters(props: {
  webhooks: readonly Webhook[];
  filter: DeliveryFilter;
  onChange: (changes: Partial<DeliveryFilter>) => void;
}) {
  const { t } = useTranslation("webhooks");
  const { filter, onChange } = props;
  return (
    <Group gap="sm" align="flex-end" className={classes.filters ?? ""}>
      <Select
        flex={{ base: "1 1 100%", xs: "1 1 220px" }}
        maw={{ base: "none", sm: 420 }}
        label={t("deliveries.webhook")}
        placeholder={t("deliveries.anyWebhook")}
        clearable
        clearButtonProps={{ "aria-label": t("deliveries.anyWebhook") }}
        value={filter.webhook || null}
        onChange={(webhook) => onChange({ webhook: webhook ?? "" })}
        data={props.webhooks.map(({ id, url }) => ({ value: id, label: shortUrl(url) }))}
      />
      <Select
        w={{ base: "100%", xs: 200 }}
        label={t("deliveries.event")}
        placeholder={t("deliveries.anyEvent")}
        clearable
        clearButtonProps={{ "aria-label": t("deliveries.anyEvent") }}
        value={filter.event || null}
        onChange={(event) => onChange({ event: event ?? "" })}
        data={[...deliveredEvents]}
      />
      <Select
        w={{ base: "100%", xs: 170 }}
        label={t("deliveries.state")}
        placeholder={t("deliveries.anyState")}
        clearable
        clearButtonProps={{ "aria-label": t("deliveries.anyState") }}
        value={filter.state || null}
        onChange={(state) => onChange({ state: state ?? "" })}
        data={deliveryStates.map((value) => ({ value, label: t(`deliveries.states.${value}`) }))}
      />
    </Group>
  );
}
