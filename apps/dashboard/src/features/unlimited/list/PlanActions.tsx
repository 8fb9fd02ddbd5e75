import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import {
  IconActivity,
  IconCalendarPlus,
  IconChevronRight,
  IconPlug,
  IconRepeat,
  IconWorld,
} from "@turnpike/ui/icons.ts";
import { RowMenu } from "@turnpike/ui/list/buttons.tsx";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { planPath } from "../../order/unlimited-plan-url.ts";
import { usePlanText } from "../plan-text.ts";
import type { UnlimitedPlan } from "../port.ts";

export interface PlanTasks {
  onRenew: (plan: UnlimitedPlan) => void;
  onOrderAgain: (plan: UnlimitedPlan) => void;
  onMove: (plan: UnlimitedPlan) => void;
}

/** The actions on a plan; the most frequent one has a button of its own. */
export function PlanActions({ plan, ...actions }: PlanTasks & { plan: UnlimitedPlan }) {
  const { t } = useTranslation("unlimited-buy");
  const narrow = useMediaQuery("(max-width: 47.99em)", false, { getInitialValueInEffect: false });
  const name = usePlanText().name(plan);
  const path = (tab = "") => planPath(plan.kind, plan.id, tab);
  const active = plan.status === "active";
  return (
    <>
      <First plan={plan} name={name} narrow={narrow} {...actions} />
      <RowMenu
        label={t("actions.more", { name })}
        acts={[
          { icon: IconPlug, label: t("actions.open"), to: path() },
          { icon: IconActivity, label: t("actions.monitor"), to: path("monitor") },
          active && {
            icon: IconWorld,
            label: t("actions.move"),
            needs: "proxies",
            run: () => actions.onMove(plan),
          },
          active && {
            icon: IconCalendarPlus,
            label: t("actions.renew"),
            needs: "buy",
            run: () => actions.onRenew(plan),
            apart: true,
          },
          {
            icon: IconRepeat,
            label: t("actions.again"),
            needs: "buy",
            run: () => actions.onOrderAgain(plan),
            apart: !active,
          },
        ]}
      />
      {/* Cards, on narrow windows, open the plan by an arrow of their own. */}
      {!narrow && (
        <Tooltip label={t("actions.open")}>
          <ActionIcon
            component={Link}
            to={planPath(plan.kind, plan.id)}
            variant="subtle"
            color="gray"
            aria-label={t("actions.openOf", { name })}
          >
            <IconChevronRight size={17} />
          </ActionIcon>
        </Tooltip>
      )}
    </>
  );
}

/** Renews the plan, or orders another like it; icon only where space is scarce. */
function First(props: PlanTasks & { plan: UnlimitedPlan; name: string; narrow: boolean }) {
  const { t } = useTranslation("unlimited-buy");
  const { plan, name } = props;
  const ended = plan.status === "expired";
  const label = ended ? t("actions.againOf", { name }) : t("actions.renewOf", { name });
  const onClick = () => (ended ? props.onOrderAgain(plan) : props.onRenew(plan));
  const variant = ended ? "default" : "light";
  if (props.narrow) {
    const Icon = ended ? IconRepeat : IconCalendarPlus;
    return (
      <ActionIcon data-needs="buy" variant={variant} aria-label={label} onClick={onClick}>
        <Icon size={17} />
      </ActionIcon>
    );
  }
  return (
    <Button
      data-needs="buy"
      size="compact-sm"
      variant={variant}
      aria-label={label}
      onClick={onClick}
    >
      {ended ? t("actions.againShort") : t("actions.renew")}
    </Button>
  );
}
