import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatMonth } from "../../lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { gbText } from "../../ui/Bytes.tsx";
import { Chart } from "../../ui/Chart.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { LineSkeletons } from "../../ui/Skeletons.tsx";
import { CsvButton } from "./CsvButton.tsx";
import { SLOW_REFRESH_MS } from "./refresh.ts";

const MONTHS = 12;

/** A year, month by month. */
export function ByMonth() {
  const { t } = useTranslation("package-purchase");
  const answer = useCall("trafficStatisMonth", { months: MONTHS }, { everyMs: SLOW_REFRESH_MS });
  const rows = answer.data?.items;
  const points = rows?.map(({ month, bytes }) => ({ label: formatMonth(month), bytes }));
  const total = rows?.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0;
  return (
    <Panel
      title={t("month.title")}
      description={rows && t("month.help", { total: gbText(total) })}
      actions={<CsvButton name="traffic-by-month.csv" fields={["month", "bytes"]} rows={rows} />}
    >
      {answer.isError && !rows && (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      )}
      {answer.isPending && <LineSkeletons lines={6} height={20} />}
      {points && total === 0 && (
        <Text ta="center" c="dimmed" fz="sm" py="md">
          {t("month.none")}
        </Text>
      )}
      {points && total > 0 && (
        <Chart
          kind="bars"
          points={points}
          series={[{ key: "bytes", name: t("columns.total") }]}
          formatValue={gbText}
          summary={t("month.help", { total: gbText(total) })}
          heightPx={220}
        />
      )}
    </Panel>
  );
}
