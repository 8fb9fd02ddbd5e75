import { Badge, Tooltip, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatAgo, formatDateTime } from "@turnpike/ui/lib/format.ts";
import { StatusDot, type Tone } from "@turnpike/ui/StatusDot.tsx";
import { Unpaid } from "./AutoRenew.tsx";
import classes from "./static.module.css";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { formatTimeLeft, remainingMs } from "../../lib/time-left.ts";
import { type StaticIp, type Status, statusOf } from "./static-ip.ts";
import type { Term } from "./term.ts";

const colours: Record<Status, string> = {
  active: "good",
  expiring: "amber",
  expired: "gray",
  unreachable: "red",
};
const tones: Record<Status, Tone> = {
  active: "good",
  expiring: "warn",
  expired: "off",
  unreachable: "bad",
};

export function StatusBadge({ status }: { status: Status }) {
  const { t } = useTranslation("static");
  return (
    <Badge miw="max-content" color={colours[status]}>
      {t(`statuses.${status}`)}
    </Badge>
  );
}

/** The status as a dot and a word; the hint says since when a gateway has reported it. */
export function StatusOf({ term, row }: { term: Term; row: StaticIp }) {
  const { t } = useTranslation(["static", "parts"]);
  const now = useNow();
  const status = statusOf(row, term);
  const { stateSince } = row;
  const hint =
    status === "expired"
      ? t("row.expiredAt", { at: formatDateTime(row.expiresAt) })
      : stateSince && t("parts:rows.since", { ago: formatAgo(stateSince, now) });
  return (
    <StatusDot tone={tones[status]} hint={hint}>
      {t(`statuses.${status}`)}
    </StatusDot>
  );
}

/** The remaining time; the expiry date shows on hover, focus and touch. */
export function IpTime({ row, nowMs }: { row: StaticIp; nowMs: number }) {
  const { t } = useTranslation("static");
  const at = formatDateTime(row.expiresAt);
  return (
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
  );
}

/** The status with the remaining time; below it an unpaid auto-renewal, or the renewal deadline. */
export function IpStatus(props: { term: Term; row: StaticIp; nowMs: number }) {
  const { t } = useTranslation("static");
  const { term, row, nowMs } = props;
  return (
    <div className={classes.two}>
      <span className={classes.standing}>
        <StatusOf term={term} row={row} />
        <IpTime row={row} nowMs={nowMs} />
      </span>
      <Unpaid row={row} />
      {row.expired && term === "static" && (
        <span className={classes.second}>
          {t("row.renewableUntil", { at: formatDateTime(row.renewableUntil) })}
        </span>
      )}
    </div>
  );
}
