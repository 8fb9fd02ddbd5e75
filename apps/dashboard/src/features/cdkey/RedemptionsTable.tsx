import { IconTicket } from "@turnpike/ui/icons.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { formatDateTime } from "@turnpike/ui/lib/format.ts";
import { type Column, DataTable } from "@turnpike/ui/DataTable.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { tableProps } from "@turnpike/ui/table-props.ts";
import type { TableUrl } from "@turnpike/ui/table-url.ts";
import { useAmountText } from "./amount-text.ts";
import { Code } from "./Code.tsx";

type Row = CallResult<"cdkeyRecord">["items"][number];

/** The CDKeys that the account redeemed, newest first. With `url` the table is paginated. */
export function RedemptionsTable(props: {
  list: UseQueryResult<CallResult<"cdkeyRecord">, Error>;
  url?: TableUrl;
}) {
  const { t } = useTranslation("cdkey");
  return (
    <DataTable
      label={t("records.label")}
      columns={useColumns()}
      rowId={(row) => row.id}
      {...tableProps(props.list, props.url)}
      empty={
        <EmptyState
          icon={<IconTicket size={22} />}
          title={t("records.none")}
          text={t("records.noneHelp")}
        />
      }
    />
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation("cdkey");
  const amountText = useAmountText();
  return [
    { key: "code", title: t("columns.code"), render: ({ code }) => <Code code={code} /> },
    { key: "holds", title: t("columns.holds"), align: "right", render: amountText },
    { key: "usedAt", title: t("columns.usedAt"), render: (row) => formatDateTime(row.usedAt) },
  ];
}
