import { Button } from "@mantine/core";
import { IconFileDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useServerNow } from "../../../lib/use-server-now.ts";
import { DataTable } from "@turnpike/ui/DataTable.tsx";
import { tableProps } from "@turnpike/ui/table-props.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import type { SelectedRows } from "@turnpike/ui/selected-rows.ts";
import { IpActions } from "./IpActions.tsx";
import { IpBatch } from "./IpBatch.tsx";
import { useColumns } from "./ip-columns.tsx";
import type { Task } from "../dialogs/IpDialogs.tsx";
import { IpFilters } from "./IpFilters.tsx";
import { NoIps } from "./NoIps.tsx";
import type { StaticIp } from "../static-ip.ts";
import { StatusFilter } from "./StatusFilter.tsx";
import type { Term } from "../term.ts";
import { type Ips, noFilter } from "../use-ips.ts";

/** The static IPs with everything that can be done to them. */
export function IpList(props: {
  term: Term;
  ips: Ips;
  selected: SelectedRows<StaticIp>;
  onTask: (task: Task) => void;
  onOpen: (id: string) => void;
  onTake: () => void;
}) {
  const { t } = useTranslation("static");
  const { term, ips, selected, onTask, onOpen } = props;
  const { list, url, filter, setFilter, filtered } = ips;
  const columns = useColumns(term, useServerNow());
  const rows = list.data?.items;
  const first = list.data?.total === 0 && !filtered;
  return (
    <Panel flush>
      {!first && <StatusFilter term={term} value={filter.status} onChange={setFilter} />}
      {!first && (
        <IpFilters
          term={term}
          ips={ips}
          actions={rows && <ExportAll onClick={() => onTask({ kind: "export", rows: [] })} />}
        />
      )}
      {rows && rows.length + selected.rows.length > 0 && (
        <IpBatch term={term} selected={selected} onTask={onTask} />
      )}
      <DataTable<StaticIp>
        compact
        label={t("list.label")}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.host}
        {...tableProps(list, url)}
        selection={{ ids: selected.ids, onChange: selected.select }}
        onOpen={(row) => onOpen(row.id)}
        actions={(row) => <IpActions term={term} row={row} onTask={onTask} onOpen={onOpen} />}
        empty={
          <NoIps
            term={term}
            filtered={filtered}
            onClear={() => setFilter(noFilter)}
            onTake={props.onTake}
          />
        }
      />
    </Panel>
  );
}

function ExportAll({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation("static");
  return (
    <Button
      mis={{ base: 0, sm: "auto" }}
      variant="default"
      leftSection={<IconFileDownload size={16} aria-hidden />}
      onClick={onClick}
    >
      {t("exportAll")}
    </Button>
  );
}
