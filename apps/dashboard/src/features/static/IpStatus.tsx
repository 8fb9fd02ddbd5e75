import { Badge, Progress, Tooltip, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "@turnpike/ui/lib/format.ts";
import { Unpaid } from "./AutoRenew.tsx";
import classes from "./static.module.css";
import { formatTimeLeft, remainingMs } from "../../lib/time-left.ts";
import { leftPercent, type StaticIp, type Status, statusOf } from "./static-ip.ts";
import type { Term } from "./term.ts";

const colours: Record<Status, string> = {
  active: "pike",
  expiring: "amber",
  expired: "gray",
  unreachable: "red",
};

export function StatusBadge({ status }: { status: Status }) {
  const { t } = useTranslation("static");
  return (
    <Badge miw="max-content" color={colours[status]}>
      {t(`statuses.${status}`)}
    </Badge>
  );
}

/** The status, the time left, and what the next renewal lacks. */
export function IpStatus(props: { term: Term; row: StaticIp; nowMs: number }) {
  const { t } = useTranslation("static");
  const { term, row, nowMs } = props;
  const status = statusOf(row, term);
  const at = formatDateTime(row.expiresAt);
  return (
    <div className={classes.standing}>
      <StatusBadge status={status} />
      <Tooltip
        label={row.expired ? t("row.expiredAt", { at }) : t("row.expiresAt", { at })}
        events={{ hover: true, focus: true, touch: true }}
        openDelay={0}
      >
        <UnstyledButton component="button" fz="xs" className={classes.time}>
          <time dateTime={row.expiresAt}>
            {row.expired ? at : t("row.left", { time: formatTimeLeft(remainingMs(row, nowMs)) })}
          </time>
        </UnstyledButton>
      </Tooltip>
      {!row.expired && (
        <Progress
          value={leftPercent(row, nowMs)}
          size={3}
          color={status === "expiring" ? "amber.6" : "pike"}
          className={classes.bar ?? ""}
          aria-label={t("row.leftOf", { host: row.host })}
        />
      )}
      <Unpaid row={row} />
      {row.expired && term === "static" && (
        <span className={classes.second}>
          {t("row.renewableUntil", { at: formatDateTime(row.renewableUntil) })}
        </span>
      )}
    </div>
  );
}
