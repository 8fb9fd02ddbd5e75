import { Badge, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../lib/format.ts";
import { useAmountText } from "./amount-text.ts";
import { Code } from "./Code.tsx";
import type { Column } from "../../ui/DataTable.tsx";
import type { Cdkey } from "./cdkey-file.ts";

/** What the table shows of a key (spec/cdkeys#calls). */
export function useColumns(): Column<Cdkey>[] {
  const { t } = useTranslation("cdkey");
  const amountText = useAmountText();
  return [
    { key: "code", title: t("columns.code"), render: ({ code }) => <Code code={code} /> },
    { key: "holds", title: t("columns.holds"), align: "right", render: amountText },
    {
      key: "status",
      title: t("columns.status"),
      render: ({ status }) => (
        <Badge miw="max-content" color={status === "unused" ? "pike" : "gray"}>
          {t(`list.statuses.${status}`)}
        </Badge>
      ),
    },
    {
      key: "producedAt",
      title: t("columns.producedAt"),
      render: ({ producedAt }) => formatDateTime(producedAt),
    },
    { key: "used", title: t("columns.usedAt"), render: Used },
  ];
}

/** When, and by whom. */
function Used({ usedAt, redeemerEmail }: Cdkey) {
  if (!usedAt) return "–";
  return (
    <>
      {formatDateTime(usedAt)}
      {redeemerEmail && (
        <Text fz="xs" c="dimmed">
          {redeemerEmail}
        </Text>
      )}
    </>
  );
}
