import { Button } from "@mantine/core";
import { IconFileDownload } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import type { SelectedRows } from "@turnpike/ui/selected-rows.ts";
import { IpActions } from "./IpActions.tsx";
import { IpBatch } from "./IpBatch.tsx";
import { useCard, useColumns } from "./ip-columns.tsx";
import { deleteTicked } from "../../proxy-table/delete-ticked.ts";
import { ProxyTable } from "../../proxy-table/ProxyTable.tsx";
import type { Task } from "../dialogs/IpDialogs.tsx";
import { IpFilters } from "./IpFilters.tsx";
import { NoIps } from "./NoIps.tsx";
import type { StaticIp } from "../static-ip.ts";
import { StatusFilter } from "./StatusFilter.tsx";
import type { Term } from "../term.ts";
import { filterNames, type Ips, noFilter } from "../use-ips.ts";

/** The static IPs and their actions. */
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
  const nowMs = useNow();
  const columns = useColumns(term, nowMs);
  const card = useCard(term, nowMs);
  const remove = deleteTicked(selected, t("batch.selectIp"), (rows) =>
    onTask({ kind: "delete", rows }),
  );
  const rows = list.data?.items;
  const first = list.data?.total === 0 && !filtered;
  return (
    <Panel flush>
      {!first && <StatusFilter term={term} value={filter.status} onChange={setFilter} />}
      <ProxyTable<StaticIp>
        label={t("list.label")}
        views={{ table: term, filters: filterNames }}
        columns={columns}
        list={list}
        url={url}
        rowName={(row) => row.host}
        card={card}
        first={first}
        filters={<IpFilters term={term} ips={ips} />}
        tools={rows && <ExportAll onClick={() => onTask({ kind: "export", rows: [] })} />}
        selected={selected}
        selectedLabel={(count) => t("batch.selected", { count, amount: formatNumber(count) })}
        batch={<IpBatch term={term} selected={selected} onTask={onTask} />}
        onDelete={remove}
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
      variant="default"
      leftSection={<IconFileDownload size={16} aria-hidden />}
      onClick={onClick}
    >
      {t("exportAll")}
    </Button>
  );
}
