import { Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconUsersPlus } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { formatCents, formatNumber, formatUtcDay } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { Chart } from "@turnpike/ui/Chart.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { Loaded, type Reading, together } from "@turnpike/ui/Loaded.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import classes from "./affiliate.module.css";
import type { ShareInfo } from "./share-info.ts";

const spans = [7, 30, 90] as const;
const HEIGHT_PX = 200;
type Day = CallResult<"shareChart">["items"][number];

/** Profit and invitations by day; the period is kept in the URL. */
export function OverTime({ share }: { share: Reading<ShareInfo> }) {
  const { t } = useTranslation("promotion-plan");
  const [url, setUrl] = useUrlText(["days"], { keepsPage: true });
  const days = spans.find((span) => String(span) === url.days) ?? 30;
  const chart = useCall("shareChart", { days }, { keepLast: true });
  const nothing = share.data?.invitations === 0 && chart.data?.items.every(isQuiet);
  return (
    <Panel
      title={t("chart.title")}
      description={t("chart.description")}
      actions={
        !nothing && (
          <SegmentedControl
            aria-label={t("chart.days")}
            value={String(days)}
            onChange={(value) => setUrl({ days: value === "30" ? "" : value })}
            data={spans.map((span) => ({ value: String(span), label: t(`chart.${span}`) }))}
          />
        )
      }
    >
      <Loaded of={together(chart, share)} lines={7} height={20}>
        {([{ items }, { shareUrl }]) =>
          nothing ? <NothingYet shareUrl={shareUrl} /> : <Pictures days={items} />
        }
      </Loaded>
    </Panel>
  );
}

const isQuiet = ({ invitations, profitCents }: Day) => invitations === 0 && profitCents === 0;

function NothingYet({ shareUrl }: { shareUrl: string }) {
  const { t } = useTranslation("promotion-plan");
  return (
    <EmptyState
      icon={<IconUsersPlus size={22} />}
      title={t("chart.emptyTitle")}
      text={t("chart.empty")}
      action={
        <CopyButton
          text
          value={shareUrl}
          label={t("share.copyLink")}
          done={t("share.linkCopied")}
        />
      }
    />
  );
}

function Pictures({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation("promotion-plan");
  return (
    <div className={classes.charts}>
      <DailyChart
        days={days}
        field="profitCents"
        name={t("chart.profit")}
        format={formatCents}
        summarize={(total) => t("chart.profitSummary", { total })}
      />
      <DailyChart
        days={days}
        field="invitations"
        name={t("chart.invitations")}
        format={formatNumber}
        summarize={(total) => t("chart.invitationsSummary", { total })}
      />
    </div>
  );
}

function DailyChart(props: {
  days: readonly Day[];
  field: "profitCents" | "invitations";
  name: string;
  format: (value: number) => string;
  summarize: (total: string) => string;
}) {
  const { t } = useTranslation("promotion-plan");
  const { days, field, name, format } = props;
  const total = format(days.reduce((sum, day) => sum + day[field], 0));
  const quiet = days.every((day) => day[field] === 0);
  return (
    <Stack gap="xs" miw={0}>
      <Group justify="space-between" gap="xs">
        <Text fw={550} fz="sm">
          {name}
        </Text>
        <Text fw={640} className="numeric">
          {total}
        </Text>
      </Group>
      {quiet ? (
        <Text c="dimmed" fz="sm" className={classes.quiet ?? ""}>
          {t("chart.quiet")}
        </Text>
      ) : (
        <Chart
          kind="bars"
          whole={field === "invitations"}
          heightPx={HEIGHT_PX}
          points={days.map((day) => ({ label: formatUtcDay(day.day), value: day[field] }))}
          series={[{ key: "value", name }]}
          formatValue={format}
          summary={props.summarize(total)}
        />
      )}
    </Stack>
  );
}
