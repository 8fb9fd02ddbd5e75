/** Details that only long-term static IPs have: usage, renewal prices, history. */
import { Text } from "@mantine/core";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../../lib/call.ts";
import {
  formatCents,
  formatDateTime,
  formatNumber,
  formatUtcDay,
} from "@turnpike/ui/lib/format.ts";
import { gbText } from "@turnpike/ui/Bytes.tsx";
import { Chart } from "@turnpike/ui/Chart.tsx";
import { useToday } from "../../../lib/use-today.ts";
import lists from "@turnpike/ui/details.module.css";
import classes from "../static.module.css";
import { everyDay, type Usage } from "./usage-days.ts";

type Info = CallResult<"staticInfo">;

/** Traffic in both directions, by day. */
export function IpUse({ usage }: { usage: Usage }) {
  const { t } = useTranslation("static");
  const today = useToday();
  const total = usage.reduce((sum, day) => sum + day.upBytes + day.downBytes, 0);
  const requests = usage.reduce((sum, day) => sum + day.requests, 0);
  if (requests === 0 && total === 0) {
    return (
      <Text fz="sm" c="dimmed">
        {t("details.noUse")}
      </Text>
    );
  }
  const summary = t("details.useSummary", {
    count: requests,
    total: gbText(total),
    requests: formatNumber(requests),
  });
  return (
    <>
      <Text fz="sm">{summary}</Text>
      <Chart
        kind="area"
        heightPx={180}
        points={(today ? everyDay(usage, today) : usage).map(({ day, upBytes, downBytes }) => ({
          label: formatUtcDay(day),
          upBytes,
          downBytes,
        }))}
        series={[
          { key: "downBytes", name: t("details.down") },
          { key: "upBytes", name: t("details.up") },
        ]}
        formatValue={gbText}
        summary={summary}
      />
    </>
  );
}

/** The renewal's price: a credit of the period if there is one, else an amount from the wallet. */
export function IpRenewal({ prices }: { prices: Info["renewalPrices"] }) {
  const { t } = useTranslation("static");
  return (
    <dl className={lists.details}>
      {prices.map(({ days, credits, walletCents }) => (
        <Fragment key={days}>
          <dt>{t("details.days", { count: days })}</dt>
          <dd className="numeric">
            {credits > 0
              ? t("details.oneCredit", { credits: formatNumber(credits) })
              : formatCents(walletCents)}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

export function IpEvents({ events }: { events: Info["history"] }) {
  const { t } = useTranslation("static");
  return (
    <ol className={classes.events}>
      {events.map((event) => (
        <li key={event.id}>
          <Text fz="sm" fw={550} component="span">
            {t(`history.actions.${event.action}`)}
          </Text>
          <Text fz="xs" c="dimmed" component="span">
            <time dateTime={event.at}>{formatDateTime(event.at)}</time>
          </Text>
          {event.detail && (
            <Text fz="xs" c="dimmed" className={classes.detail ?? ""}>
              {event.detail}
            </Text>
          )}
        </li>
      ))}
    </ol>
  );
}
