import { IconUsers } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Answered } from "../../lib/call.ts";
import { formatCents, formatDateTime, formatNumber } from "../../lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import type { Column } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { PagedTable } from "../../ui/PagedTable.tsx";
import { useTableUrl } from "../../ui/table-url.ts";

type Invited = Answered<"invitations">["items"][number];

/** Who registered with the code, newest first. */
export function InvitationTable() {
  const { t } = useTranslation("promotion-plan");
  const url = useTableUrl();
  const list = useCall("invitations", { page: url.page, limit: url.limit }, { keepLast: true });
  const columns: Column<Invited>[] = [
    { key: "email", title: t("profits.email"), render: (row) => row.registerEmail },
    { key: "at", title: t("invited.at"), render: (row) => formatDateTime(row.registeredAt) },
    {
      key: "orders",
      title: t("invited.orders"),
      align: "right",
      render: (row) => formatNumber(row.orders),
    },
    {
      key: "transactions",
      title: t("invited.transactions"),
      align: "right",
      render: (row) => formatCents(row.transactionCents),
    },
    {
      key: "profit",
      title: t("invited.profit"),
      align: "right",
      render: (row) => formatCents(row.profitCents),
    },
  ];
  return (
    <PagedTable
      label={t("tables.invitations")}
      columns={columns}
      list={list}
      url={url}
      empty={
        <EmptyState
          icon={<IconUsers size={22} />}
          title={t("invited.none")}
          text={t("invited.noneHelp")}
        />
      }
    />
  );
}
