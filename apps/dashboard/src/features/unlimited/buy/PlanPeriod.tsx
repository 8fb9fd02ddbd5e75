import { Badge, Text, UnstyledButton } from "@mantine/core";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { formatCents, formatPercent, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import { monthCents, savingPercent, type UnitMicros } from "./buy-plan.ts";
import classes from "../plans.module.css";
import { usePlanText } from "../plan-text.ts";
import { type PlanDays, planDays } from "../plan.ts";

/** The period: the price of each, its price per month, and the saving. */
export function PlanPeriod(props: {
  kind: UnlimitedKind;
  /** Undefined if no region is chosen. */
  prices: UnitMicros | undefined;
  value: PlanDays;
  onChange: (days: PlanDays) => void;
}) {
  const { t } = useTranslation("unlimited-buy");
  const label = useId();
  return (
    <div>
      <Text fz="sm" fw={500} mb={6} id={label}>
        {t("buy.period")}
      </Text>
      <div role="group" aria-labelledby={label} className={classes.periods}>
        {planDays.map((days) => (
          <UnstyledButton
            key={days}
            className={classes.period}
            aria-pressed={days === props.value}
            onClick={() => props.onChange(days)}
          >
            <Period kind={props.kind} prices={props.prices} days={days} />
          </UnstyledButton>
        ))}
      </div>
    </div>
  );
}

function Period(props: { kind: UnlimitedKind; prices: UnitMicros | undefined; days: PlanDays }) {
  const { t } = useTranslation("unlimited-buy");
  const words = usePlanText();
  const { kind, prices, days } = props;
  const saving = prices ? savingPercent(prices, days) : 0;
  return (
    <>
      <span className={classes.line}>
        <Text span fz="sm" fw={600} className="numeric">
          {words.days(days)}
        </Text>{" "}
        {saving > 0 && (
          <Badge size="sm" color="good" variant="light" miw="max-content">
            <span aria-hidden>{t("buy.saving", { percent: formatPercent(saving) })}</span>
            <span className="visually-hidden">
              {t("buy.savingSaid", { percent: formatPercent(saving) })}
            </span>
          </Badge>
        )}
      </span>{" "}
      {prices && (
        <span className={classes.line}>
          <Text span fz="xs" className="numeric">
            {t(`${kind}.price`, { price: formatUnitMicros(prices[days]) })}
          </Text>{" "}
          {days !== 30 && (
            <Text span fz="xs" c="dimmed" className="numeric">
              {t(`${kind}.perMonth`, { price: formatCents(monthCents(prices[days], days)) })}
            </Text>
          )}
        </span>
      )}
    </>
  );
}
