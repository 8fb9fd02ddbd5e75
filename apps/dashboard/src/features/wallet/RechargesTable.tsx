import { Group } from "@mantine/core";
import { IconReceipt } from "@turnpike/ui/icons.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { formatCents, formatDateTime } from "@turnpike/ui/lib/format.ts";
import { type Column, DataTable } from "@turnpike/ui/DataTable.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import type { TableUrl } from "@turnpike/ui/table-url.ts";
import { useMethodName } from "../payment/order-text.ts";
import { PaidCents } from "../payment/PaidCents.tsx";
import { PaymentLink } from "../payment/PaymentLink.tsx";
import { StatusBadge } from "../payment/StatusBadge.tsx";

type Row = CallResult<"rechargeList">["items"][number];

/** Payments into the wallet, newest first. With `url` the table is paginated. */
export function RechargesTable(props: {
  list: UseQueryResult<CallResult<"rechargeList">, Error>;
  url?: TableUrl;
  /** The button of the empty state. */
  topUp: ReactNode;
}) {
  const { t } = useTranslation("parts");
  const { list, url } = props;
  return (
    <DataTable
      label={t("payments.recharges.list")}
      columns={useColumns()}
      rows={list.data?.items}
      rowId={(row) => row.id}
      error={list.error}
      onRetry={() => void list.refetch()}
      {...(url ? { url, total: list.data?.total } : {})}
      empty={
        <EmptyState
          icon={<IconReceipt size={22} />}
          title={t("payments.recharges.none")}
          text={t("payments.recharges.noneHelp")}
          action={props.topUp}
        />
      }
    />
  );
}

const mayGoOn = ({ status }: Row) => status !== "paid" && status !== "refunded";

function useColumns(): Column<Row>[] {
  const { t } = useTranslation("parts");
  const methodName = useMethodName();
  return [
    {
      key: "at",
      title: t("payments.columns.date"),
      render: (row) => formatDateTime(row.createdAt),
    },
    {
      key: "method",
      title: t("payments.columns.method"),
      render: (row) => methodName(row.method),
    },
    {
      key: "amount",
      title: t("payments.columns.amount"),
      align: "right",
      render: PaidCents,
    },
    {
      key: "bonus",
      title: t("payments.columns.bonus"),
      align: "right",
      render: (row) => (row.bonusCents ? `+${formatCents(row.bonusCents)}` : "–"),
    },
    {
      key: "status",
      title: t("payments.columns.status"),
      render: (row) => (
        <Group gap="xs">
          <StatusBadge {...row} />
          {mayGoOn(row) && <PaymentLink paymentId={row.id} at={row.createdAt} />}
        </Group>
      ),
    },
  ];
}
