import { Button, Group, Text, Box, Select } from "@mantine/core";
import { IconShoppingCart, IconFileDownload } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { NoOrders } from "../payment/NoOrders.tsx";
import { type Order, quantityOf, useMethodName } from "../payment/order-text.ts";
import { OrderStatus } from "../payment/OrderStatus.tsx";
import { PaidCents } from "../payment/PaidCents.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { type Column, DataTable } from "@turnpike/ui/DataTable.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { useLastPage } from "@turnpike/ui/last-page.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { sortWord, useTableUrl } from "@turnpike/ui/table-url.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import {
  isFiltered,
  noFilter,
  parametersOf,
  type OrderFilter,
  orderKinds,
  orderStatuses,
} from "./order-filter.ts";
import classes from "./billing.module.css";
import { useDownload } from "../../lib/download.ts";
import { SearchField } from "@turnpike/ui/SearchField.tsx";
import { DateField } from "@turnpike/ui/DateField.tsx";

/** All orders (spec/dashboard#settings); the filter and the page are kept in the URL. */
export function Orders() {
  const { t } = useTranslation(["setting-account", "parts"]);
  const [filter, setFilter] = useUrlText(["kind", "status", "from", "to", "order"]);
  const url = useTableUrl();
  const { page, limit } = url;
  const sort = sortWord(url.sort, ["amountCents", "createdAt"]);
  const parameters = { ...parametersOf(filter), page, limit, sort };
  const list = useCall("orderList", parameters, { keepLast: true });
  useLastPage(url, list.data);
  const filtered = isFiltered(filter);
  const nothing = list.data?.total === 0 && !filtered;
  return (
    <Panel title={t("orders.title")} description={t("orders.description")} flush>
      {!nothing && <OrderFilters filter={filter} onChange={setFilter} />}
      <DataTable
        label={t("parts:payments.orders.list")}
        columns={useColumns()}
        rows={list.data?.items}
        rowId={(row) => row.id}
        error={list.error}
        onRetry={() => void list.refetch()}
        total={list.data?.total}
        url={url}
        actions={(row) => <InvoiceButton order={row} />}
        empty={filtered ? <NoneFound onClear={() => setFilter(noFilter)} /> : <NoOrders />}
      />
    </Panel>
  );
}

function useColumns(): Column<Order>[] {
  const { t } = useTranslation(["setting-account", "parts"]);
  const methodName = useMethodName();
  return [
    { key: "name", title: t("orders.name"), render: Product, wrap: true },
    {
      key: "orderNo",
      extra: "narrow",
      title: t("orders.orderNo"),
      render: (row) => <OrderNo row={row} />,
    },
    {
      key: "amountCents",
      sortable: true,
      title: t("parts:payments.columns.amount"),
      align: "right",
      render: ({ amountCents, refundedCents }) => (
        <PaidCents amountCents={amountCents} refundedCents={refundedCents} />
      ),
    },
    {
      key: "method",
      extra: "narrow",
      title: t("parts:payments.columns.method"),
      render: (row) => methodName(row.method),
    },
    {
      key: "status",
      title: t("parts:payments.columns.status"),
      render: (row) => <OrderStatus order={row} />,
    },
    {
      key: "createdAt",
      sortable: true,
      title: t("orders.createdAt"),
      render: (row) => <When row={row} />,
    },
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
  const { orderNo } = row;
  return (
    <Group gap={2} wrap="nowrap" display="inline-flex">
      <span className={classes.whole}>{orderNo}</span>
      <CopyButton value={orderNo} label={t("orders.copyNo", { orderNo })} />
    </Group>
  );
}

function NoneFound(props: { onClear: () => void }) {
  const { t } = useTranslation("setting-account");
  return (
    <EmptyState
      icon={<IconShoppingCart size={22} />}
      title={t("orders.noneFound")}
      text={t("orders.noneFoundHelp")}
      action={
        <Button variant="default" size="xs" onClick={props.onClear}>
          {t("orders.clear")}
        </Button>
      }
    />
  );
}

/** Downloads an order's invoice; renders nothing if there is none. */
function InvoiceButton({ order }: { order: Order }) {
  const { t } = useTranslation("setting-account");
  const { busy, run } = useDownload();
  const { orderNo, invoiceReady } = order;
  if (!invoiceReady) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconFileDownload size={15} aria-hidden />}
      loading={busy !== null}
      aria-label={t("orders.invoiceOf", { orderNo })}
      onClick={() => run({ what: "invoice", orderNo })}
    >
      {t("orders.invoice")}
    </Button>
  );
}

/** The filters of the orders; all of them are kept in the URL. */
function OrderFilters(props: {
  filter: OrderFilter;
  onChange: (changes: Partial<OrderFilter>) => void;
}) {
  const { t } = useTranslation(["setting-account", "parts"]);
  const { filter, onChange } = props;
  return (
    <Group gap="sm" align="flex-end" className={classes.filters ?? ""}>
      <Box w={{ base: "100%", xs: 200 }}>
        <SearchField
          label={t("orders.orderNo")}
          value={filter.order}
          onSearch={(order) => onChange({ order })}
        />
      </Box>
      <Select
        w={{ base: "calc(50% - 6px)", xs: 190 }}
        label={t("orders.kind")}
        placeholder={t("orders.anyKind")}
        clearable
        clearButtonProps={{ "aria-label": t("orders.anyKind") }}
        value={filter.kind || null}
        onChange={(kind) => onChange({ kind: kind ?? "" })}
        data={orderKinds.map((value) => ({ value, label: t(`orders.kinds.${value}`) }))}
      />
      <Select
        w={{ base: "calc(50% - 6px)", xs: 160 }}
        label={t("orders.status")}
        placeholder={t("orders.anyStatus")}
        clearable
        clearButtonProps={{ "aria-label": t("orders.anyStatus") }}
        value={filter.status || null}
        onChange={(status) => onChange({ status: status ?? "" })}
        data={orderStatuses.map((value) => ({ value, label: t(`parts:payments.status.${value}`) }))}
      />
      {(["from", "to"] as const).map((name) => (
        <DateField
          key={name}
          w={{ base: "calc(50% - 6px)", xs: 150 }}
          label={t(`orders.${name}`)}
          value={filter[name]}
          {...(name === "from" ? { max: filter.to } : { min: filter.from })}
          onChange={(day) => onChange({ [name]: day })}
        />
      ))}
    </Group>
  );
}
