import { List } from "@turnpike/ui/list/List.tsx";
import { useList } from "../../ui/list/use-list.ts";
import { cents, day, when } from "@turnpike/ui/list/kinds.tsx";
import { Badge, Group, Text } from "@mantine/core";
import { IconCoins, IconSnowflake } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { formatCents, formatPercent } from "@turnpike/ui/lib/format.ts";
import { useToday } from "../../lib/use-today.ts";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { daysLeft } from "./days-left.ts";

type Profit = CallResult<"profitList">["items"][number];

/** Profit from orders, newest first (spec/affiliate#calls); all of it, or only frozen profit. */
export function ProfitTable(props: { frozen?: boolean; freezeDays?: number | undefined }) {
  const { t } = useTranslation("promotion-plan");
  const { frozen = false, freezeDays = 0 } = props;
  const list = useList("profitList", frozen ? { fixed: { status: "frozen" } } : {});
  return (
    <List
      bare
      list={list}
      label={t(frozen ? "tables.frozen" : "tables.profits")}
      columns={useColumns(frozen)}
      empty={
        frozen
          ? {
              icon: <IconSnowflake size={22} />,
              title: t("profits.noneFrozen"),
              text: t("profits.noneFrozenHelp", { count: freezeDays }),
            }
          : {
              icon: <IconCoins size={22} />,
              title: t("profits.none"),
              text: t("profits.noneHelp"),
            }
      }
    />
  );
}

function useColumns(frozen: boolean): ListColumn<Profit>[] {
  const { t } = useTranslation("promotion-plan");
  const today = useToday();
  const paid: ListColumn<Profit>[] = [
    { key: "paidAt", title: t("profits.paidAt"), as: when },
    { key: "registerEmail", title: t("profits.email") },
    { key: "orderNo", title: t("profits.orderNo"), show: (row) => <OrderNo row={row} /> },
    { key: "orderAmountCents", title: t("profits.order"), as: cents },
    { key: "share", title: t("profits.share"), show: (row) => <Share row={row} />, extra: true },
    { key: "profit", title: t("profits.profit"), align: "right", show: Worth },
  ];
  const freezeEnd: ListColumn<Profit> = {
    key: "freezeEndAt",
    title: t("profits.freezeEnd"),
    as: day,
  };
  if (frozen) {
    const left: ListColumn<Profit> = {
      key: "left",
      title: t("profits.left"),
      show: ({ freezeEndAt }) =>
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
      show: (row) => (row.deductedCents ? `−${formatCents(row.deductedCents)}` : "–"),
    },
    freezeEnd,
    {
      key: "status",
      title: t("profits.status"),
      show: (row) => <ProfitStatus status={row.status} />,
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

const colors = { frozen: "amber", available: "good", deducted: "gray" } as const;

function ProfitStatus({ status }: { status: Profit["status"] }) {
  const { t } = useTranslation("promotion-plan");
  return <Badge color={colors[status]}>{t(`profits.statuses.${status}`)}</Badge>;
}
