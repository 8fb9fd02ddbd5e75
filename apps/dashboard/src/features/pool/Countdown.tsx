import { useTranslation } from "react-i18next";
import { useSecond } from "../../lib/use-second.ts";
import { formatCountdown } from "../../lib/time-left.ts";
import classes from "./pool.module.css";
import { type OpenedIp, secondsLeft } from "./pool-ip.ts";

/** Below this, the time left is shown in red, in seconds. */
const URGENT_SECONDS = 300;

/** Time left, second by second; `answeredAtMs` is when the row was received. */
export function Countdown({ row, answeredAtMs }: { row: OpenedIp; answeredAtMs: number }) {
  const { t } = useTranslation("pool");
  const left = secondsLeft(row, answeredAtMs, useSecond());
  if (left === 0) return <span className={classes.left}>{t("opened.over")}</span>;
  return (
    <span className={classes.left} data-soon={left <= URGENT_SECONDS || undefined} role="timer">
      {formatCountdown(left * 1000)}
    </span>
  );
}
