import { List } from "@turnpike/ui/list/List.tsx";
import { useList } from "../../ui/list/use-list.ts";
import { cents, when } from "@turnpike/ui/list/kinds.tsx";
import { Badge, Group, Text } from "@mantine/core";
import { IconArrowUpRight } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { formatCents, formatDateTime } from "@turnpike/ui/lib/format.ts";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import classes from "./affiliate.module.css";

type Withdrawal = CallResult<"profitRecord">["items"][number];
/** How often to refresh while the operator may decide at any time. */
const POLL_MS = 15_000;

/** Withdrawals, newest first (spec/affiliate#calls). */
export function WithdrawalTable() {
  const { t } = useTranslation("promotion-plan");
  const list = useList("profitRecord", { everyMs: POLL_MS });
  return (
    <List
      bare
      list={list}
      label={t("tables.withdrawals")}
      columns={useColumns()}
      empty={{
        icon: <IconArrowUpRight size={22} />,
        title: t("withdrawals.none"),
        text: t("withdrawals.noneHelp"),
      }}
    />
  );
}

function useColumns(): ListColumn<Withdrawal>[] {
  const { t } = useTranslation("promotion-plan");
  return [
    { key: "at", title: t("withdrawals.at"), as: when },
    {
      key: "status",
      title: t("withdrawals.status"),
      wrap: true,
      show: (row) => <State row={row} />,
    },
    {
      key: "target",
      title: t("withdrawals.target"),
      show: (row) => t(`withdrawals.${row.target}`),
    },
    {
      key: "address",
      title: t("withdrawals.address"),
      show: (row) => (row.walletAddress ? <Address value={row.walletAddress} /> : "–"),
    },
    { key: "contact", title: t("withdrawals.contact"), wrap: true },
    { key: "amountCents", title: t("withdrawals.amount"), as: cents },
    {
      key: "fee",
      title: t("withdrawals.fee"),
      align: "right",
      show: (row) => (row.feeCents ? `−${formatCents(row.feeCents)}` : "–"),
    },
    { key: "arrives", title: t("withdrawals.arrives"), align: "right", show: Arrives },
  ];
}

const Arrives = ({ status, amountCents, feeCents }: Withdrawal) => (
  <Text span fz="inherit" fw={600} className="numeric">
    {status === "rejected" ? "–" : formatCents(amountCents - feeCents)}
  </Text>
);

const colors = { pending: "amber", paid: "good", rejected: "red" } as const;

/** The state, when it was decided, and why it was rejected. */
function State({ row }: { row: Withdrawal }) {
  const { t } = useTranslation("promotion-plan");
  const { status, decidedAt, reason } = row;
  const decided = decidedAt ? t("withdrawals.decided", { at: formatDateTime(decidedAt) }) : "";
  return (
    <>
      <Badge color={colors[status]} title={decided}>
        {t(`withdrawals.statuses.${status}`)}
      </Badge>
      {reason && (
        <Text fz="xs" c="dimmed" mt={4} maw="36ch">
          {t("withdrawals.reason", { reason })}
        </Text>
      )}
    </>
  );
}

const SHORT = { head: 8, tail: 6 } as const;

/** An address shortened to its beginning and end; shown whole on hover and copied whole. */
function Address({ value }: { value: string }) {
  const { t } = useTranslation("promotion-plan");
  const fits = value.length <= SHORT.head + SHORT.tail + 1;
  const text = fits ? value : `${value.slice(0, SHORT.head)}…${value.slice(-SHORT.tail)}`;
  return (
    <Group gap={2} wrap="nowrap" display="inline-flex">
      <span className={classes.address} title={value}>
        {text}
      </span>
      <CopyButton value={value} label={t("withdrawals.copyAddress")} />
    </Group>
  );
}
