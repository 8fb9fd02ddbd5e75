import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatCents, formatDateTime } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { NoOrders } from "../payment/NoOrders.tsx";
import { type Order, quantityOf, useMethodName } from "../payment/order-text.ts";
import { OrderStatus } from "../payment/OrderStatus.tsx";
import { type Column, DataTable } from "@turnpike/ui/DataTable.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useTableUrl } from "@turnpike/ui/table-url.ts";
import { RECENT_ROWS, RecentPages } from "./RecentPages.tsx";

/** What was bought, newest first. `hideEmpty`: newcomers have the guide in its place. */
export function RecentOrders({ hideEmpty }: { hideEmpty: boolean }) {
  const { t } = useTranslation(["home", "parts"]);
  const methodName = useMethodName();
  const { page, setPage } = useTableUrl("orders");
  const list = useCall("orderList", { page, limit: RECENT_ROWS }, { keepLast: true });
  if (hideEmpty && list.data?.total === 0) return null;
  const columns: Column<Order>[] = [
    { key: "product", title: t("parts:payments.columns.product"), render: Product, wrap: true },
    {
      key: "quantity",
      title: t("parts:payments.columns.quantity"),
      align: "right",
      render: quantityOf,
    },
    {
      key: "amount",
      title: t("parts:payments.columns.amount"),
      align: "right",
      render: (row) => formatCents(row.amountCents),
    },
    {
      key: "method",
      title: t("parts:payments.columns.method"),
      render: (row) => methodName(row.method),
    },
    {
      key: "status",
      title: t("parts:payments.columns.status"),
      render: (row) => <OrderStatus order={row} />,
    },
  ];
  return (
    <Panel title={t("orders.title")} flush>
      <DataTable
        label={t("parts:payments.orders.list")}
        columns={columns}
        rows={list.data?.items}
        rowId={(row) => row.id}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<NoOrders />}
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

function Product(row: Order) {
  return (
    <>
      <Text fw={550}>{row.name}</Text>
      <Text fz="xs" c="dimmed" className="numeric" fw={400}>
        {formatDateTime(row.createdAt)} · {row.orderNo}
      </Text>
    </>
  );
}
