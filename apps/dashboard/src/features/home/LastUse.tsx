import { Anchor, Text } from "@mantine/core";
import { formatBytes, formatCountry } from "@turnpike/ui/lib/format.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { TimeAgo } from "@turnpike/ui/TimeAgo.tsx";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../lib/queries.ts";
import { requestLogPath } from "../../lib/request-log-path.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import classes from "./home.module.css";

const REFRESH_MS = 30_000;
const newest = { page: 1, limit: 2 } as const;

/** The latest requests: when, through which sub-account, to which target. */
export function LastUse() {
  const { t } = useTranslation("home");
  const nowMs = useNow();
  // A query of its own, since the guide polls the newest request more often.
  const { data, isError } = useCall("requestLog", newest, { everyMs: REFRESH_MS });
  return (
    <Panel
      title={t("lastUse.title")}
      className={classes.card ?? ""}
      actions={
        <Anchor component={Link} to="/cli/request-log" fz="sm" fw={550}>
          {t("lastUse.open")}
        </Anchor>
      }
    >
      {!data && (isError ? <Text c="dimmed">{t("errors.unknown")}</Text> : <LineSkeletons />)}
      {data?.items.length === 0 && <Text c="dimmed">{t("lastUse.none")}</Text>}
      <ul className={classes.rows}>
        {data?.items.slice(0, 1).map((row) => (
          <li key={row.id} className={classes.event}>
            <Link to={requestLogPath(row.id)}>{row.target || row.account}</Link>
            <Text fz="xs" c="dimmed" component="div" className={classes.news ?? ""}>
              <TimeAgo at={row.at} nowMs={nowMs} /> ·{" "}
              {[
                row.account,
                row.country && formatCountry(row.country),
                formatBytes(row.upBytes + row.downBytes),
              ]
                .filter(Boolean)
                .join(" · ")}
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
