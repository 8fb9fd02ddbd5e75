import { Anchor, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../lib/format.ts";
import { Bytes } from "../../ui/Bytes.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import type { Row } from "./OverTime.tsx";
import classes from "./package-purchase.module.css";
import { busyRows } from "./sums.ts";

/** The figures behind the picture, in MB (spec §9); days and hours without traffic left out. */
export function UsageTable(props: {
  rows: readonly Row[];
  name: (at: string) => string;
  /** Leads to the hours of a day. */
  onDay?: (at: string) => void;
}) {
  const { t } = useTranslation("package-purchase");
  const { onDay, name } = props;
  const columns: Column<Row>[] = [
    {
      key: "at",
      title: t("columns.time"),
      render: ({ at }) =>
        onDay ? (
          <Anchor
            component="button"
            type="button"
            fz="sm"
            title={t("time.hoursOf", { day: name(at) })}
            onClick={() => onDay(at)}
          >
            {name(at)}
          </Anchor>
        ) : (
          name(at)
        ),
    },
    {
      key: "bytes",
      title: t("columns.total"),
      align: "right",
      render: ({ bytes }) => <Bytes bytes={bytes} unit="mb" />,
    },
    {
      key: "downBytes",
      title: t("time.down"),
      align: "right",
      render: ({ downBytes }) => <Bytes bytes={downBytes} unit="mb" />,
    },
    {
      key: "upBytes",
      title: t("time.up"),
      align: "right",
      render: ({ upBytes }) => <Bytes bytes={upBytes} unit="mb" />,
    },
    {
      key: "requests",
      title: t("columns.requests"),
      align: "right",
      render: ({ requests }) => formatNumber(requests),
    },
  ];
  return (
    <div className={classes.bleed}>
      <DataTable<Row>
        label={t("time.table")}
        columns={columns}
        rows={busyRows(props.rows)}
        rowId={(row) => row.at}
        empty={
          <Text ta="center" c="dimmed" fz="sm" py="md">
            {t("time.none")}
          </Text>
        }
      />
    </div>
  );
}
