import { Button } from "@mantine/core";
import { IconTicket } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { listed } from "../../ui/listed.ts";
import { Panel } from "../../ui/Panel.tsx";
import { useSelectedRows } from "../../ui/selected-rows.ts";
import type { Cdkey } from "./cdkey-file.ts";
import { useColumns } from "./cdkey-columns.tsx";
import { ExportAll } from "./ExportAll.tsx";
import { ListActions } from "./ListActions.tsx";
import { ListFilters } from "./ListFilters.tsx";
import { noFilter, useKeys } from "./use-keys.ts";

/** The keys that the account made. Nothing for who neither made any nor may (`maker`). */
export function CdkeyList({ maker }: { maker: boolean }) {
  const { t } = useTranslation("cdkey");
  const { list, url, filter, setFilter, question, filtered } = useKeys();
  const shown = list.data?.items;
  const selected = useSelectedRows(shown);
  const columns = useColumns();
  const none = list.data?.total === 0 && !filtered;
  if (!maker && (none || !list.data)) return null;
  return (
    <Panel
      flush
      title={t("list.title")}
      description={t("list.description")}
      actions={!none && shown && <ExportAll question={question} />}
    >
      {!none && <ListFilters filter={filter} onChange={setFilter} />}
      {shown && shown.length > 0 && <ListActions selected={selected} shown={shown} />}
      <DataTable<Cdkey>
        compact
        label={t("list.label")}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.code}
        {...listed(list, url)}
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
