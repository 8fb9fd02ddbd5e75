import { Box, Text } from "@mantine/core";
import { IconWorld } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { formatNumber, formatPercent } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { Bytes } from "@turnpike/ui/Bytes.tsx";
import { type Column, DataTable } from "@turnpike/ui/DataTable.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import classes from "./statistics.module.css";
import { CsvButton } from "./CsvButton.tsx";
import { SLOW_REFRESH_MS } from "./refresh.ts";
import { withShares } from "./sums.ts";

const TOP = 20;
type Row = {
  domain: string;
  bytes: number;
  requests: number;
  percent: number;
  barPercent: number;
};

/** The target hosts that took most, each with its bar and its share of those shown. */
export function ByDomain(props: { days: 7 | 30; account: string }) {
  const { t } = useTranslation(["package-purchase", "parts"]);
  const { days, account } = props;
  const question = { days, top: TOP, ...(account ? { account } : {}) };
  const answer = useCall("trafficStatisDomain", question, {
    everyMs: SLOW_REFRESH_MS,
    keepLast: true,
  });
  const rows = answer.data && withShares(answer.data.items);
  const columns = useColumns();
  return (
    <Panel
      flush
      title={t("domain.title")}
      description={t("domain.help", {
        count: TOP,
        who: account || t("parts:account.all"),
      })}
      actions={
        <CsvButton
          name="traffic-by-domain.csv"
          fields={["domain", "bytes", "requests"]}
          rows={rows}
        />
      }
    >
      <DataTable<Row>
        label={t("domain.list")}
        columns={columns}
        rows={rows}
        rowId={(row) => row.domain}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        empty={<EmptyState icon={<IconWorld size={22} />} title={t("domain.none")} />}
      />
    </Panel>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation("package-purchase");
  return [
    {
      key: "domain",
      title: t("columns.domain"),
      wrap: true,
      render: (row) => <Domain row={row} />,
    },
    {
      key: "percent",
      title: t("columns.share"),
      align: "right",
      width: 90,
      render: ({ percent }) => formatPercent(percent),
    },
    {
      key: "bytes",
      title: t("columns.total"),
      align: "right",
      width: 130,
      render: ({ bytes }) => <Bytes bytes={bytes} />,
    },
    {
      key: "requests",
      title: t("columns.requests"),
      align: "right",
      width: 110,
      render: ({ requests }) => formatNumber(requests),
    },
  ];
}

function Domain({ row }: { row: Row }) {
  return (
    <Box>
      <Text span fz="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
        {row.domain}
      </Text>
      <div className={classes.bar} aria-hidden>
        <div style={{ width: `${Math.max(row.barPercent, 0.5)}%` }} />
      </div>
    </Box>
  );
}
