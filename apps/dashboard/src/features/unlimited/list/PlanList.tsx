import { SegmentedControl } from "@mantine/core";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { DataTable } from "@turnpike/ui/DataTable.tsx";
import { tableProps } from "@turnpike/ui/table-props.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
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
  const { list, url, status, setStatus } = plans;
  const columns = usePlanColumns(kind, useNow());
  const words = usePlanText();
  const navigate = useNavigate();
  const first = list.data?.total === 0 && status === undefined;
  return (
    <Panel flush>
      {!first && <StatusFilter plans={plans} />}
      <DataTable<UnlimitedPlan>
        label={t("list.label")}
        columns={columns}
        rowId={(plan) => plan.id}
        rowName={words.name}
        {...tableProps(list, url)}
        onOpen={(plan) => void navigate(planPath(kind, plan.id))}
        actions={(plan) => <PlanActions plan={plan} {...doings} />}
        empty={
          <NoPlans
            kind={kind}
            filtered={status !== undefined}
            onShowAll={() => setStatus("")}
            onBuy={onBuy}
          />
        }
      />
    </Panel>
  );
}

/** Filters all, running or ended plans, with the number of each. */
function StatusFilter({ plans }: { plans: Plans }) {
  const { t } = useTranslation("unlimited-buy");
  const summary = plans.list.data?.glance;
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
        value={plans.status ?? "all"}
        onChange={(value) => plans.setStatus(value === "all" ? "" : value)}
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
