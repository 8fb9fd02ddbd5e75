import { Anchor, Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@turnpike/ui/icons.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { TimeAgo } from "@turnpike/ui/TimeAgo.tsx";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../lib/queries.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { parametersOf } from "../request-log/log-filter.ts";
import classes from "./home.module.css";

const REFRESH_MS = 30_000;
const lastHour = { search: "", account: "", outcome: "errors", range: "1h", from: "", to: "" };
const logOfHour = "/cli/request-log?outcome=errors&range=1h";
const logOfDay = "/cli/request-log?outcome=errors";

/** How many requests failed in the last hour, and why the latest one did. */
export function Errors() {
  const { t } = useTranslation("home");
  const nowMs = useNow();
  const parameters = { page: 1, limit: 1, ...parametersOf(lastHour, nowMs) };
  const { data, isError } = useCall("requestLog", parameters, {
    everyMs: REFRESH_MS,
    keepLast: true,
  });
  const count = data?.total ?? 0;
  const latest = data?.items[0];
  const Icon = count > 0 ? IconAlertTriangle : IconCircleCheck;
  return (
    <Panel
      title={t("errors.title")}
      className={classes.card ?? ""}
      actions={
        <Anchor component={Link} to={count > 0 ? logOfHour : logOfDay} fz="sm" fw={550}>
          {t(count > 0 ? "errors.open" : "errors.day")}
        </Anchor>
      }
    >
      {!data && (isError ? <Text c="dimmed">{t("errors.unknown")}</Text> : <LineSkeletons />)}
      {data && (
        <Group gap="0 8px" className={count > 0 ? classes.warn : classes.good}>
          <Icon size={18} aria-hidden />
          <Text fw={600} c="var(--mantine-color-text)">
            {count > 0
              ? t("errors.count", { count, number: formatNumber(count) })
              : t("errors.none")}
          </Text>
          {latest && (
            <Text fz="xs" c="dimmed" component="div" className={classes.news ?? ""}>
              <TimeAgo at={latest.at} nowMs={nowMs} /> · {latest.target || latest.account}
            </Text>
          )}
        </Group>
      )}
      {latest && (
        <Text fz="sm" component="div" className={classes.event ?? ""}>
          <Link to={`${logOfHour}&row=${encodeURIComponent(latest.id)}`}>
            {latest.text || latest.reason}
          </Link>
        </Text>
      )}
    </Panel>
  );
}
