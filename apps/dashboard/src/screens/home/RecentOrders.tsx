import { Button, Text } from "@mantine/core";
import { IconShoppingCart } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Answered } from "../../lib/call.ts";
import { formatCents, formatDateTime, formatGb, formatNumber } from "../../lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useTableUrl } from "../../ui/table-url.ts";
import { RECENT_ROWS, RecentPages } from "./RecentPages.tsx";
import { StatusBadge } from "./StatusBadge.tsx";

type Row = Answered<"orderList">["items"][number];
const methods = ["wallet", "card", "crypto", "coupon"] as const;

/** What was bought, newest first. */
export function RecentOrders() {
  const { t } = useTranslation("home");
  const { page, setPage } = useTableUrl("orders");
  const list = useCall("orderList", { page, limit: RECENT_ROWS }, { keepLast: true });
  const methodName = (method: string) => {
    const known = methods.find((one) => one === method);
    return known ? t(`methods.${known}`) : method;
  };
  const columns: Column<Row>[] = [
    { key: "product", title: t("columns.product"), render: Product, wrap: true },
    {
      key: "quantity",
      title: t("columns.quantity"),
      align: "right",
      render: quantityOf,
    },
    {
      key: "amount",
      title: t("columns.amount"),
      align: "right",
      render: (row) => formatCents(row.amountCents),
    },
    { key: "method", title: t("columns.method"), render: (row) => methodName(row.method) },
    {
      key: "status",
      title: t("columns.status"),
      render: (row) => <StatusBadge status={row.status} />,
    },
  ];
  return (
    <Panel title={t("orders.title")} flush>
      <DataTable
        label={t("orders.list")}
        columns={columns}
        rows={list.data?.items}
        rowId={(row) => row.id}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<NothingBought />}
      />
      <RecentPages
        label={t("orders.title")}
        page={page}
        total={list.data?.total}
        onPage={setPage}
      />
    </Panel>
  );
}

/** Traffic is sold by the GB, everything else by the piece. */
function quantityOf({ sku, quantity }: Row): string {
  return sku.startsWith("traffic") ? formatGb(quantity * 1e9) : formatNumber(quantity);
}

function Product(row: Row) {
  return (
    <>
      <Text fw={550}>{row.name}</Text>
      <Text fz="xs" c="dimmed" className="numeric" fw={400}>
        {formatDateTime(row.createdAt)} · {row.orderNo}
      </Text>
    </>
  );
}

function NothingBought() {
  const { t } = useTranslation("home");
  return (
    <EmptyState
      icon={<IconShoppingCart size={22} />}
      title={t("orders.none")}
      text={t("orders.noneHelp")}
      action={
        <Button component={Link} to="/cli/traffic-use?dialog=buy" variant="default" size="xs">
          {t("steps.buy.link")}
        </Button>
      }
    />
  );
}
