import { ExportAll } from "@turnpike/ui/list/buttons.tsx";
import { List } from "@turnpike/ui/list/List.tsx";
import type { SelectedRows } from "@turnpike/ui/selected-rows.ts";
import { useOpened } from "./use-opened.ts";
import { Button, Group } from "@mantine/core";
import { IconPlugConnected } from "@turnpike/ui/icons.ts";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { LazyMount } from "@turnpike/ui/LazyMount.tsx";
import { OpenedBatch, type Task } from "./OpenedBatch.tsx";
import { useOpenedCard, useOpenedColumns } from "./opened-columns.tsx";
import { addressOf, type IpAuth, type OpenedIp } from "./pool-ip.ts";
import { useIpPrice } from "./PoolFigures.tsx";
import { RowActions } from "./RowActions.tsx";
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
  const { selected, answeredAtMs } = opened;
  const [task, setTask] = useState<Task | null>(null);
  const { icon, found } = useNothingFound();
  return (
    <>
      <List<OpenedIp>
        list={opened}
        label={t("opened.label")}
        columns={useOpenedColumns(answeredAtMs, "open")}
        rowName={addressOf}
        card={useOpenedCard(answeredAtMs)}
        tools={
          <ExportAll
            label={t("export.open")}
            onClick={() => setTask({ kind: "export", rows: [] })}
          />
        }
        batch={{
          label: (count) => t("list.selected", { count, number: formatNumber(count) }),
          buttons: (
            <OpenedBatch
              selected={selected}
              extra={(rows) => extra?.(rows, answeredAtMs)}
              onTask={setTask}
            />
          ),
          onDelete: (rows) => setTask({ kind: "delete", rows }),
          selectFirst: t("batch.selectIp"),
        }}
        actions={(row) => <RowActions row={row} onTask={setTask} />}
        empty={{ icon, found, none: <NoneOpen onFind={props.onFind} onBuy={props.onBuy} /> }}
      />
      <Dialogs {...{ auth, task, answeredAtMs, selected }} onClose={() => setTask(null)} />
    </>
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
      <OpenedDialogs {...dialogs} onDeleted={selected.drop} />
    </LazyMount>
  );
}

/** Shown if the filters leave no opened IP. */
export function useNothingFound() {
  const { t } = useTranslation("pool");
  return { icon: <IconPlugConnected size={22} />, found: { title: t("opened.noneFound") } };
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
