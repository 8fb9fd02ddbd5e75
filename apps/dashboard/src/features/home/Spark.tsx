import { Skeleton, Text } from "@mantine/core";
import { sharesOf } from "@turnpike/rules/forecast.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { CallResult } from "../../lib/call.ts";
import { formatBytes, formatUtcDay } from "@turnpike/ui/lib/format.ts";
import classes from "./overview.module.css";

/** The last 14 days as small bars, and today beside yesterday; leads to the statistics. */
export function Spark(props: { traffic: CallResult<"forecast">["traffic"] | undefined }) {
  const { t } = useTranslation("home");
  const { traffic } = props;
  if (!traffic) return <Skeleton className={classes.spark ?? ""} aria-hidden />;
  const { days, todayBytes, yesterdayBytes } = traffic;
  const shares = sharesOf(days.map(({ bytes }) => bytes));
  const words = { today: formatBytes(todayBytes), yesterday: formatBytes(yesterdayBytes) };
  return (
    <Link to="/cli/package-purchase" className={classes.spark} aria-label={t("spark.link", words)}>
      <span className={classes.bars} aria-hidden>
        {days.map(({ day, bytes }, at) => (
          <span
            key={day}
            className={classes.slot}
            title={t("spark.day", { day: formatUtcDay(day), bytes: formatBytes(bytes) })}
          >
            <span
              className={classes.bar}
              data-today={at === days.length - 1 || undefined}
              style={{ height: `${(shares[at] ?? 0) * 100}%` }}
            />
          </span>
        ))}
      </span>
      <Text component="span" fz="xs" c="dimmed" className="numeric">
        {t("spark.today", words)}
      </Text>
    </Link>
  );
}
