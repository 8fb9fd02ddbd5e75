import { Badge, Group, Text } from "@mantine/core";
import { IconCoins, IconSnowflake } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { formatCents, formatDate, formatDateTime, formatPercent } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { useToday } from "../../lib/use-today.ts";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import type { Column } from "@turnpike/ui/DataTable.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { PagedTable } from "@turnpike/ui/PagedTable.tsx";
import { useTableUrl } from "@turnpike/ui/table-url.ts";
import { daysLeft } from "./days-left.ts";

type Profit = CallResult<"profitList">["items"][number];

/** Profit from orders, newest first (spec/affiliate#calls); all of it, or only frozen profit. */
export function ProfitTable(props: { frozen?: boolean; freezeDays?: number | undefined }) {
  const { t } = useTranslation("promotion-plan");
  const { frozen = false, freezeDays = 0 } = props;
  const url = useTableUrl();
  const status = frozen ? ("frozen" as const) : undefined;
  const parameters = { page: url.page, limit: url.limit, status };
  const list = useCall("profitList", parameters, { keepLast: true });
  const columns = useColumns(frozen);
  return (
    <PagedTable
      label={t(frozen ? "tables.frozen" : "tables.profits")}
      columns={columns}
      list={list}
      url={url}
      empty={
        frozen ? (
          <EmptyState
            icon={<IconSnowflake size={22} />}
            title={t("profits.noneFrozen")}
            text={t("profits.noneFrozenHelp", { count: freezeDays })}
          />
        ) : (
          <EmptyState
            icon={<IconCoins size={22} />}
            title={t("profits.none")}
            text={t("profits.noneHelp")}
          />
        )
      }
    />
  );
}

function useColumns(frozen: boolean): Column<Profit>[] {
  const { t } = useTranslation("promotion-plan");
  const today = useToday();
  const paid: Column<Profit>[] = [
    {
      key: "paidAt",
      title: t("profits.paidAt"),
      render: (row) => formatDateTime(row.paidAt),
    },
    { key: "email", title: t("profits.email"), render: (row) => row.registerEmail },
    { key: "orderNo", title: t("profits.orderNo"), render: (row) => <OrderNo row={row} /> },
    {
      key: "order",
      title: t("profits.order"),
      align: "right",
      render: (row) => formatCents(row.orderAmountCents),
    },
    { key: "share", title: t("profits.share"), render: (row) => <Share row={row} />, extra: true },
    { key: "profit", title: t("profits.profit"), align: "right", render: Worth },
  ];
  const freezeEnd: Column<Profit> = {
    key: "freezeEnd",
    title: t("profits.freezeEnd"),
    render: ({ freezeEndAt }) =>
      freezeEndAt ? (
        <span title={formatDateTime(freezeEndAt)}>{formatDate(freezeEndAt)}</span>
      ) : (
        "–"
      ),
  };
  if (frozen) {
    const left: Column<Profit> = {
      key: "left",
      title: t("profits.left"),
      render: ({ freezeEndAt }) =>
        freezeEndAt && today ? <Left days={daysLeft(freezeEndAt, today)} /> : "–",
    };
    return [...paid, freezeEnd, left];
  }
  return [
    ...paid,
    {
      key: "deducted",
      title: t("profits.deducted"),
      align: "right",
      render: (row) => (row.deductedCents ? `−${formatCents(row.deductedCents)}` : "–"),
    },
    freezeEnd,
    {
      key: "status",
      title: t("profits.status"),
      render: (row) => <ProfitStatus status={row.status} />,
    },
  ];
}

const Worth = (row: Profit) => (
  <Text span fz="inherit" fw={600} className="numeric">
    {formatCents(row.profitCents)}
  </Text>
);

function OrderNo({ row }: { row: Profit }) {
  const { t } = useTranslation("promotion-plan");
  const { orderNo } = row;
  return (
    <Group gap={2} wrap="nowrap" display="inline-flex">
      <span>{orderNo}</span>
      <CopyButton value={orderNo} label={t("profits.copyNo", { orderNo })} />
    </Group>
  );
}

function Share({ row }: { row: Profit }) {
  const { t } = useTranslation("promotion-plan");
  const percent = formatPercent(row.percent);
  return row.renewal ? `${percent} · ${t("profits.renewal")}` : percent;
}

function Left({ days }: { days: number }) {
  const { t } = useTranslation("promotion-plan");
  const text = days < 1 ? t("profits.leftHours") : t("profits.leftDays", { count: days });
  return <Badge color="gray">{text}</Badge>;
}

const colors = { frozen: "amber", available: "pike", deducted: "gray" } as const;

function ProfitStatus({ status }: { status: Profit["status"] }) {
  const { t } = useTranslation("promotion-plan");
  return <Badge color={colors[status]}>{t(`profits.statuses.${status}`)}</Badge>;
}
