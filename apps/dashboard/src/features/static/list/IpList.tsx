import { IconServer2 } from "@turnpike/ui/icons.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { ExportAll } from "@turnpike/ui/list/buttons.tsx";
import { List } from "@turnpike/ui/list/List.tsx";
import { useTranslation } from "react-i18next";
import type { IpActs } from "../acts/use-ip-acts.ts";
import type { StaticIp } from "../static-ip.ts";
import type { Term } from "../term.ts";
import type { Ips } from "../use-ips.ts";
import { IpActions } from "./IpActions.tsx";
import { IpBatch } from "./IpBatch.tsx";
import { useCard, useColumns } from "./ip-columns.tsx";
import { IpOrder } from "./IpOrder.tsx";
import { NoIps } from "./NoIps.tsx";
import { StatusFilter } from "./StatusFilter.tsx";

/** The static IPs and their actions. */
export function IpList(props: {
  term: Term;
  ips: Ips;
  acts: IpActs;
  onOpen: (id: string) => void;
  onTake: () => void;
}) {
  const { t } = useTranslation("static");
  const { term, ips, acts, onOpen } = props;
  const nowMs = useNow();
  const status = ips.values["status"] ?? "";
  return (
    <List<StaticIp>
      list={ips}
      label={t("list.label")}
      above={<StatusFilter term={term} value={status} onChange={ips.setValues} />}
      columns={useColumns(term, nowMs)}
      rowName={(row) => row.exitIp}
      card={useCard(term, nowMs)}
      filters={<IpOrder {...ips.url} />}
      tools={
        ips.rows && (
          <ExportAll needs="manage" label={t("exportAll")} onClick={() => acts.export([])} />
        )
      }
      batch={{
        label: (count) => t("batch.selected", { count, amount: formatNumber(count) }),
        buttons: <IpBatch term={term} rows={ips.selected.rows} acts={acts} />,
        onDelete: acts.delete,
        selectFirst: t("batch.selectIp"),
      }}
      onOpen={(row) => onOpen(row.id)}
      actions={(row) => <IpActions term={term} row={row} acts={acts} onOpen={onOpen} />}
      empty={{
        icon: <IconServer2 size={22} />,
        none: <NoIps term={term} onTake={props.onTake} />,
        found: { title: t("list.noneFound"), text: t("list.noneFoundHelp") },
      }}
    />
  );
}
