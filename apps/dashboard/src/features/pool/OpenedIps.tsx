import { Box, Button, Group } from "@mantine/core";
import { IconFileDownload, IconPlugConnected } from "@turnpike/ui/icons.ts";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { LazyMount } from "@turnpike/ui/LazyMount.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { SearchField } from "@turnpike/ui/SearchField.tsx";
import { type SelectedRows, useSelectedRows } from "@turnpike/ui/selected-rows.ts";
import { OpenedBatch, type Task } from "./OpenedBatch.tsx";
import { deleteTicked } from "../proxy-table/delete-ticked.ts";
import { ProxyTable } from "../proxy-table/ProxyTable.tsx";
import { useOpenedCard, useOpenedColumns } from "./opened-columns.tsx";
import { addressOf, type IpAuth, type OpenedIp } from "./pool-ip.ts";
import { useIpPrice } from "./PoolFigures.tsx";
import { RowActions } from "./RowActions.tsx";
import { type OpenedList, useOpened } from "./use-opened.ts";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";

const OpenedDialogs = lazyComponent(
  async () => (await import("./OpenedDialogs.tsx")).OpenedDialogs,
);

/** The open IPs, with a countdown, and their actions. */
export function OpenedIps(props: {
  auth: IpAuth;
  /** Added to the buttons of the selected rows. */
  extra?: ((rows: readonly OpenedIp[], answeredAtMs: number) => ReactNode) | undefined;
  /** Leads to the list of exits. */
  onFind: () => void;
  onBuy: () => void;
}) {
  const { t } = useTranslation("pool");
  const { auth, extra } = props;
  const opened = useOpened(auth, { records: false, prefix: "opened" });
  const { list, url, answeredAtMs } = opened;
  const selected = useSelectedRows<OpenedIp>(list.data?.items);
  const [task, setTask] = useState<Task | null>(null);
  const columns = useOpenedColumns(answeredAtMs, "open");
  const card = useOpenedCard(answeredAtMs);
  const first = list.data?.total === 0 && !opened.filtered;
  const remove = deleteTicked(selected, t("batch.selectIp"), (rows) =>
    setTask({ kind: "delete", rows }),
  );
  return (
    <Panel flush>
      <ProxyTable<OpenedIp>
        label={t("opened.label")}
        views={{ table: "opened", filters: ["find"], prefix: "opened" }}
        columns={columns}
        list={list}
        url={url}
        rowName={addressOf}
        card={card}
        first={first}
        filters={<Find opened={opened} />}
        tools={<ExportAll onClick={() => setTask({ kind: "export", rows: [] })} />}
        selected={selected}
        selectedLabel={(count) => t("list.selected", { count, number: formatNumber(count) })}
        batch={
          <OpenedBatch
            selected={selected}
            extra={(rows) => extra?.(rows, answeredAtMs)}
            onTask={setTask}
          />
        }
        onDelete={remove}
        actions={(row) => <RowActions row={row} onTask={setTask} />}
        empty={
          opened.filtered ? (
            <NothingFound onClear={opened.clear} />
          ) : (
            <NoneOpen onFind={props.onFind} onBuy={props.onBuy} />
          )
        }
      />
      <Dialogs {...{ auth, task, answeredAtMs, selected }} onClose={() => setTask(null)} />
    </Panel>
  );
}

/** The dialogs for rows; deselects rows that were deleted. */
export function Dialogs(props: {
  auth: IpAuth;
  task: Task | null;
  answeredAtMs: number;
  onClose: () => void;
  selected: SelectedRows<OpenedIp>;
}) {
  const { selected, ...dialogs } = props;
  return (
    <LazyMount wanted={props.task !== null}>
      <OpenedDialogs
        {...dialogs}
        onDeleted={(deletedIds) =>
          selected.select(selected.ids.filter((id) => !deletedIds.includes(id)))
        }
      />
    </LazyMount>
  );
}

function Find({ opened }: { opened: OpenedList }) {
  const { t } = useTranslation("pool");
  const { filter, setFilter } = opened;
  return (
    <Box flex="1 1 14rem" maw={{ base: "none", xs: 340 }}>
      <SearchField
        key={filter.find === "" ? "none" : "some"}
        label={t("opened.search")}
        value={filter.find}
        onSearch={(find) => setFilter({ find })}
      />
    </Box>
  );
}

function ExportAll({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation("pool");
  return (
    <Button
      variant="default"
      leftSection={<IconFileDownload size={16} aria-hidden />}
      onClick={onClick}
    >
      {t("export.open")}
    </Button>
  );
}

export function NothingFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation("pool");
  return (
    <EmptyState
      icon={<IconPlugConnected size={22} />}
      title={t("opened.noneFound")}
      action={
        <Button variant="default" size="xs" onClick={onClear}>
          {t("filter.clear")}
        </Button>
      }
    />
  );
}

/** What an opened IP is, what it costs, and how to get one. */
function NoneOpen(props: { onFind: () => void; onBuy: () => void }) {
  const { t } = useTranslation("pool");
  const price = useIpPrice();
  return (
    <EmptyState
      icon={<IconPlugConnected size={22} />}
      title={t("opened.none")}
      text={
        <>
          {t("opened.noneHelp")} {price && t("figures.price", { price })}
        </>
      }
      action={
        <Group gap="xs" mt="xs" justify="center">
          <Button onClick={props.onFind}>{t("opened.find")}</Button>
          <Button variant="default" onClick={props.onBuy}>
            {t("buy")}
          </Button>
        </Group>
      }
    />
  );
}
