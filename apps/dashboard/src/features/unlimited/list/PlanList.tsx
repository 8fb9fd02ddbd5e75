import { SegmentedControl } from "@mantine/core";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { IconGauge, IconPlug } from "@turnpike/ui/icons.ts";
import { List } from "@turnpike/ui/list/List.tsx";
import { NoPlans } from "./NoPlans.tsx";
import { PlanActions, type PlanTasks } from "./PlanActions.tsx";
import { usePlanColumns } from "./plan-columns.tsx";
import { planPath } from "../../order/unlimited-plan-url.ts";
import { usePlanText } from "../plan-text.ts";
import classes from "../plans.module.css";
import type { UnlimitedPlan } from "../port.ts";
import { type Plans, filterStatuses } from "../use-plans.ts";

/** The plans of one kind, and their actions. */
export function PlanList(
  props: PlanTasks & { kind: UnlimitedKind; plans: Plans; onBuy: () => void },
) {
  const { t } = useTranslation("unlimited-buy");
  const { kind, plans, onBuy, ...doings } = props;
  const words = usePlanText();
  const navigate = useNavigate();
  return (
    <List<UnlimitedPlan>
      list={plans}
      label={t("list.label")}
      columns={usePlanColumns(kind, useNow())}
      rowName={words.name}
      above={<StatusFilter plans={plans} />}
      onOpen={(plan) => void navigate(planPath(kind, plan.id))}
      actions={(plan) => <PlanActions plan={plan} {...doings} />}
      empty={{
        icon: kind === "port" ? <IconPlug size={22} /> : <IconGauge size={22} />,
        none: <NoPlans kind={kind} onBuy={onBuy} />,
        found: { title: t("list.none"), text: t("list.noneHelp") },
      }}
    />
  );
}

/** Filters all, running or ended plans, with the number of each. */
function StatusFilter({ plans }: { plans: Plans }) {
  const { t } = useTranslation("unlimited-buy");
  const summary = plans.data?.glance;
  const counts = summary && {
    all: summary.active + summary.expired,
    active: summary.active,
    expired: summary.expired,
  };
  return (
    <div className={classes.filter}>
      <SegmentedControl
        size="sm"
        aria-label={t("list.show")}
        value={plans.values["status"] || "all"}
        onChange={(value) => plans.setValues({ status: value === "all" ? "" : value })}
        data={(["all", ...filterStatuses] as const).map((value) => ({
          value,
          label: counts
            ? t(`filter.${value}`, { number: formatNumber(counts[value]) })
            : t(`statuses.${value}`),
        }))}
      />
    </div>
  );
}
