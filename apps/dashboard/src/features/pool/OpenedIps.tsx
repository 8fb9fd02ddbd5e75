import { ExportAll } from "@turnpike/ui/list/buttons.tsx";
import { List } from "@turnpike/ui/list/List.tsx";
import { useOpened } from "./use-opened.ts";
import { Button, Group } from "@mantine/core";
import { IconPlugConnected } from "@turnpike/ui/icons.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { OpenedBatch } from "./OpenedBatch.tsx";
import { useOpenedActs } from "./use-opened-acts.tsx";
import { useOpenedCard, useOpenedColumns } from "./opened-columns.tsx";
import { addressOf, type IpAuth, type OpenedIp } from "./pool-ip.ts";
import { useIpPrice } from "./PoolFigures.tsx";
import { RowActions } from "./RowActions.tsx";

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
  const acts = useOpenedActs({ auth, answeredAtMs, onDeleted: selected.drop });
  const { icon, found } = useNothingFound();
  return (
    <List<OpenedIp>
      list={opened}
      label={t("opened.label")}
      columns={useOpenedColumns(answeredAtMs, "open")}
      rowName={addressOf}
      card={useOpenedCard(answeredAtMs)}
      tools={<ExportAll needs="manage" label={t("export.open")} onClick={() => acts.export([])} />}
      batch={{
        label: (count) => t("list.selected", { count, number: formatNumber(count) }),
        buttons: (
          <OpenedBatch
            rows={selected.rows}
            extra={extra?.(selected.rows, answeredAtMs)}
            acts={acts}
          />
        ),
        onDelete: acts.delete,
        selectFirst: t("batch.selectIp"),
      }}
      actions={(row) => <RowActions row={row} acts={acts} />}
      empty={{ icon, found, none: <NoneOpen onFind={props.onFind} onBuy={props.onBuy} /> }}
    />
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
          <Button data-needs="buy" onClick={props.onFind}>
            {t("opened.find")}
          </Button>
          <Button data-needs="buy" variant="default" onClick={props.onBuy}>
            {t("buy")}
          </Button>
        </Group>
      }
    />
  );
}
