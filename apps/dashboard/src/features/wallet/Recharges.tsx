import { Button, Group } from "@mantine/core";
import { IconReceipt } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { formatCents } from "@turnpike/ui/lib/format.ts";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { when } from "@turnpike/ui/list/kinds.tsx";
import { List } from "@turnpike/ui/list/List.tsx";
import { Link } from "react-router";
import { useList } from "../../ui/list/use-list.ts";
import { useMethodName } from "../payment/order-text.ts";
import { PaidCents } from "../payment/PaidCents.tsx";
import { PaymentLink } from "../payment/PaymentLink.tsx";
import { StatusBadge } from "../payment/StatusBadge.tsx";

type Row = CallResult<"rechargeList">["items"][number];

/** Payments into the wallet, newest first. */
export function Recharges() {
  const { t } = useTranslation(["setting-account", "parts"]);
  return (
    <List<Row>
      list={useList("rechargeList", { prefix: "recharges" })}
      title={t("recharges.title")}
      description={t("recharges.description")}
      label={t("parts:payments.recharges.list")}
      columns={useColumns()}
      empty={{
        icon: <IconReceipt size={22} />,
        title: t("parts:payments.recharges.none"),
        text: t("parts:payments.recharges.noneHelp"),
        action: <TopUp />,
      }}
    />
  );
}

export function TopUp() {
  const { t } = useTranslation("parts");
  return (
    <Button component={Link} to="/cli/home?recharge=1" variant="default" size="xs">
      {t("payments.recharges.topUp")}
    </Button>
  );
}

const mayGoOn = ({ status }: Row) => status !== "paid" && status !== "refunded";

function useColumns(): ListColumn<Row>[] {
  const { t } = useTranslation("parts");
  const methodName = useMethodName();
  return [
    { key: "createdAt", title: t("payments.columns.date"), as: when },
    {
      key: "method",
      title: t("payments.columns.method"),
      show: (row) => methodName(row.method),
    },
    { key: "amount", title: t("payments.columns.amount"), align: "right", show: PaidCents },
    {
      key: "bonus",
      title: t("payments.columns.bonus"),
      align: "right",
      show: (row) => (row.bonusCents ? `+${formatCents(row.bonusCents)}` : "–"),
    },
    {
      key: "status",
      title: t("payments.columns.status"),
      show: (row) => (
        <Group gap="xs">
          <StatusBadge {...row} />
          {mayGoOn(row) && <PaymentLink paymentId={row.id} at={row.createdAt} />}
        </Group>
      ),
    },
  ];
}
