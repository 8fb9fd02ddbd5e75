import { Button } from "@mantine/core";
import { IconReceipt } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Answered } from "../../lib/call.ts";
import { formatCents, formatDateTime } from "../../lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useTableUrl } from "../../ui/table-url.ts";
import { RECENT_ROWS, RecentPages } from "./RecentPages.tsx";
import { StatusBadge } from "./StatusBadge.tsx";

type Row = Answered<"rechargeList">["items"][number];

/** What was paid into the wallet, newest first. */
export function RecentRecharges(props: { onTopUp: () => void }) {
  const { t } = useTranslation("home");
  const { page, setPage } = useTableUrl("recharges");
  const list = useCall("rechargeList", { page, limit: RECENT_ROWS }, { keepLast: true });
  const columns: Column<Row>[] = [
    { key: "at", title: t("columns.date"), render: (row) => formatDateTime(row.createdAt) },
    { key: "method", title: t("columns.method"), render: (row) => t(`methods.${row.method}`) },
    {
      key: "amount",
      title: t("columns.amount"),
      align: "right",
      render: (row) => formatCents(row.amountCents),
    },
    {
      key: "bonus",
      title: t("columns.bonus"),
      align: "right",
      render: (row) => (row.bonusCents ? `+${formatCents(row.bonusCents)}` : "–"),
    },
    {
      key: "status",
      title: t("columns.status"),
      render: (row) => <StatusBadge status={row.status} />,
    },
  ];
  return (
    <Panel title={t("recharges.title")} flush>
      <DataTable
        label={t("recharges.list")}
        columns={columns}
        rows={list.data?.items}
        rowId={(row) => row.id}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState
            icon={<IconReceipt size={22} />}
            title={t("recharges.none")}
            text={t("recharges.noneHelp")}
            action={
              <Button variant="default" size="xs" onClick={props.onTopUp}>
                {t("cards.topUp")}
              </Button>
            }
          />
        }
      />
      <RecentPages
        label={t("recharges.title")}
        page={page}
        total={list.data?.total}
        onPage={setPage}
      />
    </Panel>
  );
}
