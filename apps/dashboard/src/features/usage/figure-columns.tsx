/** The columns shared by both tables of the usage screen. */
import type { TFunction } from "i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { exactBytes } from "@turnpike/ui/Bytes.tsx";
import { amountIn, rateText, successRate, type TrafficUnit, unitName } from "./amounts.ts";
import type { FigureColumn } from "./FigureTable.tsx";
import type { Report } from "./points.ts";

type Sums = Omit<Report["totals"], "connectP50Ms" | "connectP95Ms">;

export function figureColumns<Row extends Sums>(
  t: TFunction<"package-purchase">,
  unit: TrafficUnit,
  totals: Sums,
): FigureColumn<Row>[] {
  const amount = (
    key: "bytes" | "downBytes" | "upBytes",
    title: string,
    wide: boolean,
  ): FigureColumn<Row> => {
    const cell = (bytes: number) => (
      <span title={exactBytes(bytes)} data-bytes={bytes}>
        {amountIn(bytes, unit)}
      </span>
    );
    return {
      key,
      title: t("columns.inUnit", { what: title, unit: unitName(unit) }),
      wide,
      render: (row) => cell(row[key]),
      sum: cell(totals[key]),
    };
  };
  return [
    amount("bytes", t("columns.traffic"), false),
    amount("downBytes", t("columns.down"), true),
    amount("upBytes", t("columns.up"), true),
    {
      key: "requests",
      title: t("columns.requests"),
      render: ({ requests }) => formatNumber(requests),
      sum: formatNumber(totals.requests),
    },
    {
      key: "failed",
      title: t("columns.failed"),
      wide: true,
      render: ({ failed }) => formatNumber(failed),
      sum: formatNumber(totals.failed),
    },
    {
      key: "success",
      title: t("columns.success"),
      render: (row) => rateText(successRate(row)),
      sum: rateText(successRate(totals)),
    },
  ];
}
