import { Badge, Progress, Tooltip, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "@turnpike/ui/lib/format.ts";
import { formatTimeLeft } from "../../lib/time-left.ts";
import { leftPercent, type PlanStatus, planStatus } from "./plan-time.ts";
import { usePlanText } from "./plan-text.ts";
import { clampToPlanClock } from "./plan.ts";
import classes from "./plans.module.css";
import { planPhase, type UnlimitedPlan } from "./port.ts";

const colours: Record<PlanStatus, string> = { active: "good", expiring: "amber", expired: "gray" };

/** The status, the remaining time, and its share of the period. */
export function PlanStatusCell({ plan, ...clock }: { plan: UnlimitedPlan; nowMs: number }) {
  const { t } = useTranslation("unlimited-buy");
  const words = usePlanText();
  const nowMs = clampToPlanClock(plan, clock.nowMs);
  const status = planStatus(plan, planPhase(plan, nowMs), nowMs);
  const at = formatDateTime(plan.expiresAt);
  const ended = status === "expired";
  return (
    <div className={classes.standing}>
      <Badge miw="max-content" color={colours[status]}>
        {t(`statuses.${status}`)}
      </Badge>
      <Tooltip
        label={ended ? t("row.endedAt", { at }) : t("row.endsAt", { at })}
        events={{ hover: true, focus: true, touch: true }}
        openDelay={0}
      >
        <UnstyledButton component="button" fz="xs" className={classes.time}>
          <time dateTime={plan.expiresAt}>
            {ended
              ? at
              : t("row.left", { time: formatTimeLeft(Date.parse(plan.expiresAt) - nowMs) })}
          </time>
        </UnstyledButton>
      </Tooltip>
      {ended ? (
        <span className={classes.second}>{t("row.notRenewable")}</span>
      ) : (
        <Progress
          value={leftPercent(plan, nowMs)}
          size={3}
          color={status === "expiring" ? "amber.6" : "good"}
          className={classes.bar ?? ""}
          aria-label={t("row.leftOf", { name: words.name(plan) })}
        />
      )}
    </div>
  );
}
