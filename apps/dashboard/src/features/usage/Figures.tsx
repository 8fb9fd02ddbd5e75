import { SimpleGrid } from "@mantine/core";
import {
  IconArrowsExchange,
  IconChartBar,
  IconCircleCheck,
  IconPlugConnected,
} from "@turnpike/ui/icons.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatMs, formatNumber } from "@turnpike/ui/lib/format.ts";
import { exactBytes } from "@turnpike/ui/Bytes.tsx";
import { StatCard } from "@turnpike/ui/StatCard.tsx";
import { amountText, changeText, rateText, successRate, type TrafficUnit } from "./amounts.ts";
import type { Report } from "./points.ts";

/** The totals of the period, each compared with the previous period. */
export function Figures(props: { report: Report | undefined; unit: TrafficUnit }) {
  const { t } = useTranslation("package-purchase");
  const { totals, previous } = props.report ?? {};
  const beside = (value: string, change: string | null) =>
    change === null ? t("figures.before", { value }) : t("figures.change", { value, change });
  const card = (label: string, icon: ReactNode, value?: string, hint?: ReactNode) => (
    <StatCard label={label} icon={icon} value={value} hint={hint} />
  );
  const before = previous && amountText(previous.bytes, props.unit);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="md">
      {card(
        t("figures.traffic"),
        <IconChartBar size={16} />,
        totals && amountText(totals.bytes, props.unit),
        totals && previous && (
          <>
            <span className="numeric" data-bytes={totals.bytes}>
              {exactBytes(totals.bytes)}
            </span>
            <br />
            {beside(before ?? "", changeText(totals.bytes, previous.bytes))}
          </>
        ),
      )}
      {card(
        t("figures.requests"),
        <IconArrowsExchange size={16} />,
        totals && formatNumber(totals.requests),
        totals &&
          previous &&
          beside(formatNumber(previous.requests), changeText(totals.requests, previous.requests)),
      )}
      {card(
        t("figures.success"),
        <IconCircleCheck size={16} />,
        totals && rateText(successRate(totals)),
        totals && previous && (
          <>
            {t("figures.failed", {
              failed: formatNumber(totals.failed),
              ended: formatNumber(totals.succeeded + totals.failed),
            })}
            <br />
            {t("figures.before", { value: rateText(successRate(previous)) })}
          </>
        ),
      )}
      <Connects report={props.report} />
    </SimpleGrid>
  );
}

/** How long connecting to targets took. */
function Connects({ report }: { report: Report | undefined }) {
  const { t } = useTranslation("package-purchase");
  const { totals, previous } = report ?? {};
  return (
    <StatCard
      label={t("figures.connect")}
      icon={<IconPlugConnected size={16} />}
      value={totals && msText(totals.connectP50Ms)}
      hint={
        totals &&
        previous && (
          <>
            {t("figures.p95", { ms: msText(totals.connectP95Ms) })}
            <br />
            {t("figures.before", { value: msText(previous.connectP50Ms) })}
          </>
        )
      }
    />
  );
}

const msText = (ms: number | null) => (ms === null ? "–" : formatMs(ms));
