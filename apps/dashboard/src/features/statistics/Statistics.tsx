import { Group, SegmentedControl, SimpleGrid, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import {
  IconArrowsExchange,
  IconCalendarStats,
  IconChartAreaLine,
  IconClockHour4,
} from "@tabler/icons-react";
import { useCall } from "../../lib/queries.ts";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { TryCommand } from "../proxy-test/TryCommand.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import type { CallResult } from "../../lib/call.ts";
import { formatMonth, formatNumber } from "@turnpike/ui/lib/format.ts";
import { exactBytes, gbText } from "@turnpike/ui/Bytes.tsx";
import { StatCard } from "@turnpike/ui/StatCard.tsx";
import { Chart } from "@turnpike/ui/Chart.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { ByDomain } from "./ByDomain.tsx";
import { OverTime } from "./OverTime.tsx";
import { REFRESH_MS, SLOW_REFRESH_MS } from "./refresh.ts";
import { CsvButton } from "./CsvButton.tsx";

/**
 * Traffic statistics (spec/dashboard#screens): by day, hour, month, sub-account and domain,
 * over 7 or 30 days. What is chosen is kept in the URL.
 */
export function Statistics() {
  const { t } = useTranslation("package-purchase");
  const [url, setUrl] = useUrlText(["days", "account", "day"]);
  const days = url.days === "7" ? 7 : 30;
  const statis = useCall("statis", { days }, { everyMs: REFRESH_MS, keepLast: true });
  const nothing = statis.data?.totalBytes === 0 && statis.data.requests === 0;
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          <Group gap="sm">
            <SegmentedControl
              aria-label={t("days.label")}
              value={String(days)}
              onChange={(value) => setUrl({ days: value === "30" ? "" : value, day: "" })}
              data={[
                { value: "7", label: t("days.7") },
                { value: "30", label: t("days.30") },
              ]}
            />
          </Group>
        }
      />
      {statis.isError && !statis.data ? (
        <ErrorState error={statis.error} onRetry={() => void statis.refetch()} />
      ) : (
        <Stack gap="lg">
          <Figures statis={statis.data} days={days} />
          {nothing && <NothingYet />}
          <OverTime
            days={days}
            account={url.account}
            day={url.day}
            spanDays={statis.data?.items.map(({ day }) => day) ?? []}
            onChange={setUrl}
          />
          {!nothing && <ByDomain days={days} account={url.account} />}
          <ByMonth />
        </Stack>
      )}
    </>
  );
}

/** No traffic yet: the first command to try, or the way to a sub-account. */
function NothingYet() {
  const { t } = useTranslation("package-purchase");
  return (
    <Panel>
      <EmptyState icon={<IconChartAreaLine size={22} />} title={t("empty.title")} />
      <TryCommand text={t("empty.try")} />
    </Panel>
  );
}

/** Today, the whole span and its requests; exact bytes below each amount. */
function Figures(props: { statis: CallResult<"statis"> | undefined; days: number }) {
  const { t } = useTranslation("package-purchase");
  const { statis, days } = props;
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
      <StatCard
        label={t("figures.today")}
        icon={<IconClockHour4 size={16} />}
        value={statis && gbText(statis.todayBytes)}
        hint={statis && <Exact bytes={statis.todayBytes} />}
      />
      <StatCard
        label={t("figures.total", { count: days })}
        icon={<IconCalendarStats size={16} />}
        value={statis && gbText(statis.totalBytes)}
        hint={statis && <Exact bytes={statis.totalBytes} />}
      />
      <StatCard
        label={t("figures.requests", { count: days })}
        icon={<IconArrowsExchange size={16} />}
        value={statis && formatNumber(statis.requests)}
        hint={statis && t("figures.utc")}
      />
    </SimpleGrid>
  );
}

function Exact({ bytes }: { bytes: number }) {
  return (
    <span className="numeric" data-bytes={bytes}>
      {exactBytes(bytes)}
    </span>
  );
}

const MONTHS = 12;

/** A year, month by month. */
function ByMonth() {
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
