import { Box, Button, Group } from "@mantine/core";
import { IconFileDownload, IconPlugConnected } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "@turnpike/ui/DataTable.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { LazyMount } from "@turnpike/ui/LazyMount.tsx";
import { tableProps } from "@turnpike/ui/table-props.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { SearchField } from "@turnpike/ui/SearchField.tsx";
import { useSelectedRows } from "@turnpike/ui/selected-rows.ts";
import { OpenedBatch, type Task } from "./OpenedBatch.tsx";
import { useOpenedColumns } from "./opened-columns.tsx";
import classes from "./pool.module.css";
import { addressOf, type IpAuth, type OpenedIp } from "./pool-ip.ts";
import { useIpPrice } from "./PoolFigures.tsx";
import { RowActions } from "./RowActions.tsx";
import { type OpenedList, useOpened } from "./use-opened.ts";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";

const OpenedDialogs = lazyComponent(
  async () => (await import("./OpenedDialogs.tsx")).OpenedDialogs,
);

/** The IPs that stand open, second by second, and all that can be done with them. */
export function OpenedIps(props: {
  auth: IpAuth;
  /** Stands among the buttons of the ticked rows. */
  extra?: ((rows: readonly OpenedIp[], answeredAtMs: number) => ReactNode) | undefined;
  /** Leads to the pool. */
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
  const first = list.data?.total === 0 && !opened.filtered;
  return (
    <Panel flush>
      {!first && <Toolbar opened={opened} onExport={() => setTask({ kind: "export", rows: [] })} />}
      {!first && list.data && (
        <OpenedBatch
          selected={selected}
          extra={(rows) => extra?.(rows, answeredAtMs)}
          onTask={setTask}
        />
      )}
      <DataTable<OpenedIp>
        compact
        label={t("opened.label")}
        columns={columns}
        rowId={(row) => row.id}
        rowName={addressOf}
        {...tableProps(list, url)}
        selection={{ ids: selected.ids, onChange: selected.select }}
        actions={(row) => <RowActions row={row} onTask={setTask} />}
        empty={
          opened.filtered ? (
            <NothingFound onClear={opened.clear} />
          ) : (
            <NoneOpen onFind={props.onFind} onBuy={props.onBuy} />
          )
        }
      />
      <LazyMount wanted={task !== null}>
        <OpenedDialogs
          auth={auth}
          task={task}
          answeredAtMs={answeredAtMs}
          onClose={() => setTask(null)}
          onDeleted={(deletedIds) =>
            selected.select(selected.ids.filter((id) => !deletedIds.includes(id)))
          }
        />
      </LazyMount>
    </Panel>
  );
}

function Toolbar({ opened, onExport }: { opened: OpenedList; onExport: () => void }) {
  const { t } = useTranslation("pool");
  const { filter, setFilter } = opened;
  return (
    <Group gap="sm" className={classes.toolbar ?? ""}>
      <Box flex="1 1 14rem" maw={{ base: "none", xs: 340 }}>
        <SearchField
          key={filter.find === "" ? "none" : "some"}
          label={t("opened.search")}
          value={filter.find}
          onSearch={(find) => setFilter({ find })}
        />
      </Box>
      <Button
        mis={{ base: 0, sm: "auto" }}
        variant="default"
        leftSection={<IconFileDownload size={16} aria-hidden />}
        onClick={onExport}
      >
        {t("export.open")}
      </Button>
    </Group>
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
