import { orderInput } from "./order-filter.ts";
import { List } from "@turnpike/ui/list/List.tsx";
import { useList } from "../../ui/list/use-list.ts";
import { Button, Group, Text } from "@mantine/core";
import { IconFileDownload } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "@turnpike/ui/lib/format.ts";
import { NoOrders } from "../payment/NoOrders.tsx";
import { type Order, quantityOf, useMethodName } from "../payment/order-text.ts";
import { OrderStatus } from "../payment/OrderStatus.tsx";
import { PaidCents } from "../payment/PaidCents.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { cents } from "@turnpike/ui/list/kinds.tsx";
import classes from "./billing.module.css";
import { useDownload } from "../../lib/download.ts";

const kinds = ["traffic", "ip", "static", "short", "port", "bandwidth"] as const;
const statuses = ["paid", "pending", "refunded", "failed"] as const;

/** All orders (spec/dashboard#settings); the filter and the page are kept in the URL. */
export function Orders() {
  const { t } = useTranslation(["setting-account", "parts"]);
  const list = useList("orderList", {
    sorts: ["amountCents", "createdAt"],
    toInput: orderInput,
    filters: [
      { name: "order", as: "search", label: t("orders.orderNo") },
      {
        name: "kind",
        as: "select",
        label: t("orders.kind"),
        any: t("orders.anyKind"),
        options: kinds.map((value) => ({ value, label: t(`orders.kinds.${value}`) })),
      },
      {
        name: "status",
        as: "select",
        label: t("orders.status"),
        any: t("orders.anyStatus"),
        options: statuses.map((value) => ({ value, label: t(`parts:payments.status.${value}`) })),
      },
      { name: "from", as: "day", label: t("orders.from") },
      { name: "to", as: "day", label: t("orders.to") },
    ],
  });
  return (
    <List
      list={list}
      title={t("orders.title")}
      description={t("orders.description")}
      label={t("parts:payments.orders.list")}
      columns={useColumns()}
      file={{ contents: "orders", rows: list.allRows }}
      actions={(row) => <Documents order={row} />}
      empty={{
        none: <NoOrders />,
        found: { title: t("orders.noneFound"), text: t("orders.noneFoundHelp") },
      }}
    />
  );
}

function useColumns(): ListColumn<Order>[] {
  const { t } = useTranslation(["setting-account", "parts"]);
  const methodName = useMethodName();
  return [
    { key: "name", title: t("orders.name"), text: ({ name }) => name, show: Product, wrap: true },
    { key: "quantity", exportOnly: true, title: t("parts:payments.columns.quantity") },
    {
      key: "orderNo",
      extra: "narrow",
      title: t("orders.orderNo"),
      text: ({ orderNo }) => orderNo,
      show: (row) => <OrderNo row={row} />,
    },
    { key: "invoiceNo", exportOnly: true, title: t("orders.invoice") },
    {
      key: "amountCents",
      title: t("parts:payments.columns.amount"),
      align: "right",
      text: ({ amountCents }) => amountCents / 100,
      show: ({ amountCents, refundedCents }) => (
        <PaidCents amountCents={amountCents} refundedCents={refundedCents} />
      ),
    },
    {
      key: "refundedCents",
      exportOnly: true,
      title: t("parts:payments.status.refunded"),
      as: cents,
    },
    {
      key: "method",
      extra: "narrow",
      title: t("parts:payments.columns.method"),
      text: (row) => methodName(row.method),
    },
    {
      key: "status",
      title: t("parts:payments.columns.status"),
      text: ({ status }) => t(`parts:payments.status.${status}`),
      show: (row) => <OrderStatus order={row} />,
    },
    {
      key: "createdAt",
      title: t("orders.createdAt"),
      text: ({ createdAt }) => createdAt,
      show: (row) => <When row={row} />,
    },
    { key: "paidAt", exportOnly: true, title: t("parts:payments.status.paid") },
  ];
}

function Product(row: Order) {
  const { t } = useTranslation("setting-account");
  const parts = [
    quantityOf(row),
    ...(row.renewal ? [t("orders.renewal")] : []),
    ...(row.apiKey ? [t("orders.byKey", { name: row.apiKey })] : []),
  ];
  return (
    <>
      <Text fw={550} fz="inherit">
        {row.name}
      </Text>
      <Text fz="xs" c="dimmed" className="numeric" fw={400}>
        {parts.join(" · ")}
      </Text>
    </>
  );
}

/** When the order was placed, and paid. */
function When({ row: { createdAt, paidAt } }: { row: Order }) {
  const { t } = useTranslation("setting-account");
  return (
    <>
      {formatDateTime(createdAt)}
      {paidAt && (
        <Text fz="xs" c="dimmed">
          {t("orders.paidOn", { at: formatDateTime(paidAt) })}
        </Text>
      )}
    </>
  );
}

function OrderNo({ row }: { row: Order }) {
  const { t } = useTranslation("setting-account");
  const { orderNo, invoiceNo: number } = row;
  return (
    <>
      <Group gap={2} wrap="nowrap" display="inline-flex">
        <span className={classes.whole}>{orderNo}</span>
        <CopyButton value={orderNo} label={t("orders.copyNo", { orderNo })} />
      </Group>
      {number && number !== orderNo && (
        <Text fz="xs" c="dimmed" className={classes.whole}>
          {t("orders.invoiceNo", { number })}
        </Text>
      )}
    </>
  );
}

/** An order's invoice and the credit notes that correct it, to download. */
function Documents({ order }: { order: Order }) {
  const { t } = useTranslation("setting-account");
  const { orderNo, invoiceReady, creditNotes = [] } = order;
  if (!invoiceReady) return null;
  return (
    <Group gap={4} justify="flex-end">
      <DocumentButton
        name={t("orders.invoice")}
        label={t("orders.invoiceOf", { orderNo })}
        wanted={{ orderNo }}
      />
      {creditNotes.map((number) => (
        <DocumentButton
          key={number}
          name={t("orders.creditNote")}
          label={t("orders.creditNoteOf", { number })}
          wanted={{ invoiceNo: number }}
        />
      ))}
    </Group>
  );
}

function DocumentButton({
  name,
  label,
  wanted,
}: {
  name: string;
  label: string;
  wanted: { orderNo: string } | { invoiceNo: string };
}) {
  const { busy, run } = useDownload();
  return (
    <Button
      data-needs="money"
      variant="default"
      size="compact-sm"
      leftSection={<IconFileDownload size={15} aria-hidden />}
      loading={busy !== null}
      aria-label={label}
      title={label}
      onClick={() => run({ what: "invoice", ...wanted })}
    >
      {name}
    </Button>
  );
}
