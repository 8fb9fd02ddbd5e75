import { Anchor, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { Bytes } from "@turnpike/ui/Bytes.tsx";
import { type Column, DataTable } from "@turnpike/ui/DataTable.tsx";
import type { Row } from "./OverTime.tsx";
import classes from "./statistics.module.css";
import { busyRows } from "./sums.ts";

interface Props {
  rows: readonly Row[];
  name: (at: string) => string;
  /** Leads to the hours of a day. */
  onDay?: (at: string) => void;
}

/**
 * The figures behind the picture, in MB (spec/dashboard#figures); days and hours without traffic
 * left out.
 */
export function UsageTable(props: Props) {
  const { t } = useTranslation("package-purchase");
  const columns: Column<Row>[] = [
    { key: "at", title: t("columns.time"), render: ({ at }) => <Time at={at} {...props} /> },
    amount("bytes", t("columns.total")),
    amount("downBytes", t("time.down")),
    amount("upBytes", t("time.up")),
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

function amount(key: "bytes" | "upBytes" | "downBytes", title: string): Column<Row> {
  return { key, title, align: "right", render: (row) => <Bytes bytes={row[key]} unit="mb" /> };
}

function Time({ at, name, onDay }: Omit<Props, "rows"> & { at: string }) {
  const { t } = useTranslation("package-purchase");
  if (!onDay) return name(at);
  return (
    <Anchor
      component="button"
      type="button"
      fz="sm"
      title={t("time.hoursOf", { day: name(at) })}
      onClick={() => onDay(at)}
    >
      {name(at)}
    </Anchor>
  );
}
