import { useTranslation } from "react-i18next";
import { useSecond } from "../../lib/use-second.ts";
import { formatCountdown } from "../../lib/time-left.ts";
import { type UnlimitedPort, untilTurnMs } from "./port.ts";

/** Minutes and seconds until the exit changes next, counted down by the product's clock. */
export function NextTurn(props: { row: UnlimitedPort; aheadMs: number }) {
  const { t } = useTranslation("unlimited");
  const left = untilTurnMs(props.row, useSecond() + props.aheadMs);
  if (left === null) return t("row.stopped");
  return t("row.next", { time: formatCountdown(left) });
}
