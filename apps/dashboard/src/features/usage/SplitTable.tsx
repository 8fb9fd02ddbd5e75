import { Anchor, Text } from "@mantine/core";
import type { Dimension } from "@turnpike/rules/usage.ts";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { shareText, type TrafficUnit } from "./amounts.ts";
import { type FigureColumn, FigureTable } from "./FigureTable.tsx";
import { figureColumns } from "./figure-columns.tsx";
import { idOf, type Report, type Row } from "./points.ts";
import type { ChangeUsage, UsageUrl } from "./use-usage.ts";
import classes from "./usage.module.css";

/** The filter set by a click on a row of each dimension. */
const filters: Partial<Record<Dimension, keyof UsageUrl>> = {
  account: "account",
  country: "country",
  domain: "domain",
  product: "product",
};

/** The keys with the most traffic; a click on one filters by it. */
export function SplitTable(props: {
  report: Report;
  by: Dimension;
  unit: TrafficUnit;
  onChange: ChangeUsage;
}) {
  const { t } = useTranslation("package-purchase");
  const { report, by, unit } = props;
  const { top, totals } = report;
  const most = Math.max(1, ...top.map(({ bytes }) => bytes));
  const filter = filters[by];
  const name: FigureColumn<Row> = {
    key: "name",
    title: t(`by.${by}`),
    sum: t("columns.sum"),
    render: (row) => (
      <>
        {filter && !row.key.startsWith("(") ? (
          <Anchor
            component="button"
            type="button"
            fz="sm"
            ta="start"
            title={t("filter.only", { name: row.label })}
            onClick={() => props.onChange({ [filter]: row.key, by: "" })}
          >
            {row.label}
          </Anchor>
        ) : (
          row.label
        )}
        <div className={classes.share} aria-hidden>
          <div style={{ width: `${(row.bytes / most) * 100}%` }} />
        </div>
      </>
    ),
  };
  return (
    <Panel flush title={t("split.title", { by: t(`by.${by}`) })}>
      {top.length === 0 ? (
        <Text ta="center" c="dimmed" fz="sm" py="lg">
          {t("steps.none")}
        </Text>
      ) : (
        <FigureTable<Row>
          label={t("split.title", { by: t(`by.${by}`) })}
          columns={[name, shareColumn(t, totals.bytes), ...figureColumns<Row>(t, unit, totals)]}
          rows={top}
          rowId={idOf}
        />
      )}
    </Panel>
  );
}

const shareColumn = (t: TFunction<"package-purchase">, whole: number): FigureColumn<Row> => ({
  key: "share",
  title: t("columns.share"),
  wide: true,
  render: ({ bytes }) => shareText(bytes, whole),
  sum: "",
});
