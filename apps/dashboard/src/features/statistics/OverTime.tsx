import { Group, Select, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import i18next from "i18next";
import type { CallResult } from "../../lib/call.ts";
import { formatNumber, formatUtcDay } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { AccountFilter } from "../sub-account/AccountFilter.tsx";
import { gbText } from "@turnpike/ui/Bytes.tsx";
import { Chart } from "@turnpike/ui/Chart.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { CsvButton } from "./CsvButton.tsx";
import { REFRESH_MS } from "./refresh.ts";
import { sumOf } from "./sums.ts";
import { UsageTable } from "./UsageTable.tsx";

interface Props {
  days: 7 | 30;
  /** The sub-account's name, or empty for all. */
  account: string;
  /** `YYYY-MM-DD` for the hours of one day, or empty for all days. */
  day: string;
  spanDays: readonly string[];
  onChange: (changes: { account?: string; day?: string }) => void;
}
export type Row = CallResult<"trafficStatis">["items"][number];

/** Traffic by day, or by the hour of one day; up and down apart. */
export function OverTime(props: Props) {
  const { t } = useTranslation("package-purchase");
  const { days, account, day } = props;
  const by = day ? "hour" : "day";
  const span = day ? { from: `${day}T00:00:00Z`, to: `${day}T23:59:59Z` } : {};
  const question = { days, by, ...span, ...(account ? { account } : {}) } as const;
  const statis = useCall("trafficStatis", question, { everyMs: REFRESH_MS, keepLast: true });
  // Days that still stand while the hours are on their way are no hours.
  const [answered, setAnswered] = useState(by);
  if (statis.data && !statis.isPlaceholderData && answered !== by) setAnswered(by);
  const rows = answered === by ? statis.data?.items : undefined;
  const name = (at: string) => (by === "hour" ? hourOfDay(at) : formatUtcDay(at));
  return (
    <Panel
      title={day ? t("time.hoursOf", { day: formatUtcDay(day) }) : t("time.days")}
      description={rows && <Total rows={rows} />}
      actions={
        <CsvButton
          name={`traffic-by-${by}.csv`}
          fields={["at", "bytes", "upBytes", "downBytes", "requests"]}
          rows={rows}
        />
      }
    >
      <Stack gap="md">
        <Group gap="sm">
          <AccountFilter value={account} onChange={(next) => props.onChange({ account: next })} />
          <DayFilter value={day} days={props.spanDays} onChange={props.onChange} />
        </Group>
        {statis.isError && !rows ? (
          <ErrorState error={statis.error} onRetry={() => void statis.refetch()} />
        ) : rows ? (
          rows.some(({ bytes }) => bytes > 0) && <Picture rows={rows} name={name} />
        ) : (
          <LineSkeletons lines={8} height={20} />
        )}
        {rows && (
          <UsageTable
            rows={rows}
            name={name}
            {...(by === "day"
              ? { onDay: (at: string) => props.onChange({ day: at.slice(0, 10) }) }
              : {})}
          />
        )}
      </Stack>
    </Panel>
  );
}

function Total({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation("package-purchase");
  const sum = sumOf(rows);
  return t("time.sum", {
    total: gbText(sum.bytes),
    up: gbText(sum.upBytes),
    down: gbText(sum.downBytes),
    requests: formatNumber(sum.requests),
  });
}

function Picture(props: { rows: readonly Row[]; name: (at: string) => string }) {
  const { t } = useTranslation("package-purchase");
  const { rows, name } = props;
  const points = rows.map(({ at, upBytes, downBytes }) => ({
    label: name(at),
    upBytes,
    downBytes,
  }));
  return (
    <Chart
      kind="area"
      points={points}
      series={[
        { key: "downBytes", name: t("time.down") },
        { key: "upBytes", name: t("time.up") },
      ]}
      formatValue={gbText}
      summary={t("time.summary", { total: gbText(sumOf(rows).bytes) })}
    />
  );
}

function DayFilter(props: {
  value: string;
  days: readonly string[];
  onChange: (changes: { day: string }) => void;
}) {
  const { t } = useTranslation("package-purchase");
  const days = props.days.includes(props.value) || !props.value ? props.days : [props.value];
  return (
    <Select
      w={{ xs: 200 }}
      flex={{ base: "1 1 40%", xs: "none" }}
      label={t("time.step")}
      placeholder={t("time.byDay")}
      clearable
      clearButtonProps={{ "aria-label": t("time.byDay") }}
      value={props.value || null}
      onChange={(day) => props.onChange({ day: day ?? "" })}
      data={[...days].reverse().map((day) => ({
        value: day,
        label: t("time.hoursOf", { day: formatUtcDay(day) }),
      }))}
    />
  );
}

/** The hour of an instant alone, in UTC as the statistics are: "14:00", "2 PM". */
const hourOfDay = (iso: string): string =>
  new Intl.DateTimeFormat(i18next.language, {
    hour: "numeric",
    ...(i18next.language === "en" ? {} : { minute: "2-digit" }),
    timeZone: "UTC",
  }).format(new Date(iso));
