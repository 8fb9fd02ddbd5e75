import { Badge, Button, Text, Group } from "@mantine/core";
import { IconFileDownload, IconTicket, IconCopy } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { useState } from "react";
import { type Column, DataTable } from "@turnpike/ui/DataTable.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { tableProps } from "@turnpike/ui/table-props.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useSelectedRows, type SelectedRows } from "@turnpike/ui/selected-rows.ts";
import type { CallParameters } from "../../lib/call.ts";
import { formatDateTime, formatNumber } from "@turnpike/ui/lib/format.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { allCdkeys, type Cdkey, saveCsvOf, cdkeyLines, saveTxtOf } from "./cdkey-file.ts";
import { ListFilters } from "./ListFilters.tsx";
import { noFilter, useKeys } from "./use-keys.ts";
import { useAmountText } from "./amount-text.ts";
import { Code } from "./Code.tsx";
import { useCopy } from "@turnpike/ui/CopyButton.tsx";
import { DownloadMenu } from "@turnpike/ui/DownloadMenu.tsx";
import classes from "./cdkey.module.css";

/** The keys the account made. Renders nothing if it has none and may not make any (`maker`). */
export function CdkeyList({ maker }: { maker: boolean }) {
  const { t } = useTranslation("cdkey");
  const { list, url, filter, setFilter, question: parameters, filtered } = useKeys();
  const rows = list.data?.items;
  const selected = useSelectedRows(rows);
  const columns = useColumns();
  const none = list.data?.total === 0 && !filtered;
  if (!maker && (none || !list.data)) return null;
  return (
    <Panel
      flush
      title={t("list.title")}
      description={t("list.description")}
      actions={!none && rows && <ExportAll question={parameters} />}
    >
      {!none && <ListFilters filter={filter} onChange={setFilter} />}
      {rows && rows.length > 0 && <ListActions selected={selected} rows={rows} />}
      <DataTable<Cdkey>
        label={t("list.label")}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.code}
        {...tableProps(list, url)}
        selection={{ ids: selected.ids, onChange: selected.select }}
        empty={<NoKeys filtered={filtered} onClear={() => setFilter(noFilter)} />}
      />
    </Panel>
  );
}

function NoKeys(props: { filtered: boolean; onClear: () => void }) {
  const { t } = useTranslation("cdkey");
  const icon = <IconTicket size={22} />;
  if (!props.filtered) {
    return <EmptyState icon={icon} title={t("list.none")} text={t("list.noneHelp")} />;
  }
  return (
    <EmptyState
      icon={icon}
      title={t("list.noneFound")}
      action={
        <Button variant="default" size="xs" onClick={props.onClear}>
          {t("list.clear")}
        </Button>
      }
    />
  );
}

/** Saves all keys that match the filter, of all pages, as one file. */
function ExportAll(props: { question: CallParameters<"cdkeys"> }) {
  const { t } = useTranslation("cdkey");
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { keys, total } = await allCdkeys(props.question);
      saveCsvOf(keys);
      const numbers = { rows: formatNumber(keys.length), total: formatNumber(total) };
      const all = keys.length === total;
      toast.success(
        all ? t("list.exported", { count: total }) : t("list.exportedOf", { ...numbers }),
      );
    } catch {
      // A toast has already shown the error; nothing was saved.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="xs"
      variant="default"
      loading={busy}
      leftSection={<IconFileDownload size={15} aria-hidden />}
      onClick={() => void save()}
    >
      {t("list.exportAll")}
    </Button>
  );
}

/** The columns of the list of keys (spec/cdkeys#calls). */
function useColumns(): Column<Cdkey>[] {
  const { t } = useTranslation("cdkey");
  const amountText = useAmountText();
  return [
    { key: "code", title: t("columns.code"), render: ({ code }) => <Code code={code} /> },
    { key: "holds", title: t("columns.holds"), align: "right", render: amountText },
    {
      key: "status",
      title: t("columns.status"),
      render: ({ status }) => (
        <Badge miw="max-content" color={status === "unused" ? "good" : "gray"}>
          {t(`list.statuses.${status}`)}
        </Badge>
      ),
    },
    {
      key: "producedAt",
      title: t("columns.producedAt"),
      render: ({ producedAt }) => formatDateTime(producedAt),
    },
    { key: "used", title: t("columns.usedAt"), render: Used },
  ];
}

/** When a key was redeemed, and by whom. */
function Used({ usedAt, redeemerEmail }: Cdkey) {
  if (!usedAt) return "–";
  return (
    <>
      {formatDateTime(usedAt)}
      {redeemerEmail && (
        <Text fz="xs" c="dimmed">
          {redeemerEmail}
        </Text>
      )}
    </>
  );
}

/** The actions on the selected keys; off without a selection (spec/dashboard#batch-actions). */
function ListActions(props: {
  selected: SelectedRows<Cdkey>;
  /** The keys on the current page. */
  rows: readonly Cdkey[];
}) {
  const { t } = useTranslation("cdkey");
  const copy = useCopy();
  const { rows } = props.selected;
  const none = rows.length === 0;
  const copyKeys = (keys: readonly Cdkey[]) =>
    copy.run(cdkeyLines(keys), t("list.copied", { count: keys.length }));
  return (
    <Group gap={8} className={classes.batch ?? ""}>
      <Text component="output" fz="sm" c="dimmed" mie="auto" className="numeric">
        {t("list.selected", { count: rows.length })}
      </Text>
      <Button
        size="xs"
        variant="default"
        disabled={none}
        leftSection={<IconCopy size={15} aria-hidden />}
        onClick={() => copyKeys(rows)}
      >
        {t("list.copy")}
      </Button>
      <DownloadMenu
        label={t("list.download")}
        disabled={none}
        formats={[
          { label: t("list.asTxt"), save: () => saveTxtOf(rows) },
          { label: t("list.asCsv"), save: () => saveCsvOf(rows) },
        ]}
      />
      <Button size="xs" variant="default" onClick={() => copyKeys(props.rows)}>
        {t("list.copyPage")}
      </Button>
    </Group>
  );
}
