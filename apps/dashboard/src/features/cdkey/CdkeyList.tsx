import { Badge, Button, Text } from "@mantine/core";
import { IconFileDownload, IconTicket } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useState } from "react";
import { type Column, DataTable } from "@turnpike/ui/DataTable.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { tableProps } from "@turnpike/ui/table-props.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useSelectedRows } from "@turnpike/ui/selected-rows.ts";
import type { Question } from "../../lib/call.ts";
import { formatDateTime, formatNumber } from "@turnpike/ui/lib/format.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { allCdkeys, type Cdkey, saveCsvOf } from "./cdkey-file.ts";
import { ListActions } from "./ListActions.tsx";
import { ListFilters } from "./ListFilters.tsx";
import { noFilter, useKeys } from "./use-keys.ts";
import { useAmountText } from "./amount-text.ts";
import { Code } from "./Code.tsx";

/** The keys that the account made. Nothing for who neither made any nor may (`maker`). */
export function CdkeyList({ maker }: { maker: boolean }) {
  const { t } = useTranslation("cdkey");
  const { list, url, filter, setFilter, question, filtered } = useKeys();
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
      actions={!none && rows && <ExportAll question={question} />}
    >
      {!none && <ListFilters filter={filter} onChange={setFilter} />}
      {rows && rows.length > 0 && <ListActions selected={selected} rows={rows} />}
      <DataTable<Cdkey>
        compact
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

/** Saves all keys that fit the filter, of all pages. */
function ExportAll(props: { question: Question<"cdkeys"> }) {
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
      // A toast has said why; nothing was saved.
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

/** What the table shows of a key (spec/cdkeys#calls). */
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
        <Badge miw="max-content" color={status === "unused" ? "pike" : "gray"}>
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

/** When, and by whom. */
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
