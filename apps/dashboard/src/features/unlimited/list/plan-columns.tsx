import { Text } from "@mantine/core";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { bytes } from "@turnpike/ui/list/kinds.tsx";
import type { UnlimitedPlan } from "../port.ts";
import { PlanStatusCell } from "../PlanStatusCell.tsx";
import { usePlanText } from "../plan-text.ts";
import classes from "../plans.module.css";

/** The columns of the list of plans. */
export function usePlanColumns(kind: UnlimitedKind, nowMs: number): ListColumn<UnlimitedPlan>[] {
  const { t } = useTranslation("unlimited-buy");
  return [
    { key: "plan", title: t("columns.plan"), show: Sold },
    {
      key: "expiresAt",
      title: t("columns.time"),
      show: (plan) => <PlanStatusCell plan={plan} nowMs={nowMs} />,
    },
    ...(kind === "port" ? [{ key: "open", title: t("columns.open"), show: Open }] : []),
    { key: "usedBytes", title: t("columns.used"), as: bytes },
    { key: "host", title: t("columns.host"), show: Host },
  ];
}

/** The region, the quantity and the speed. */
function Sold(plan: UnlimitedPlan) {
  const { t } = useTranslation("unlimited-buy");
  const words = usePlanText();
  const speed = t("row.each", { mbps: words.mbps(plan.mbps) });
  const amount = plan.kind === "port" ? `${words.amount(plan)} · ${speed}` : speed;
  return (
    <div className={classes.two}>
      <Text span fz="sm" fw={600}>
        {plan.regionName}
      </Text>
      <Text span fz="xs" c="dimmed" className="numeric">
        {amount}
      </Text>
    </div>
  );
}

/** How many of its ports a gateway listens on; shown if not all of them. */
function Open({ status, open, ports }: UnlimitedPlan) {
  const { t } = useTranslation("unlimited-buy");
  if (status === "expired") return <span className={classes.second}>{t("row.closed")}</span>;
  const all = open === ports;
  return (
    <Text
      span
      fz="sm"
      className="numeric"
      title={t(all ? "row.allOpen" : "row.someClosed")}
      {...(all ? {} : { c: "var(--mantine-color-error)", fw: 600 })}
    >
      {t("row.openOf", { open: formatNumber(open), ports: formatNumber(ports) })}
    </Text>
  );
}

function Host({ host }: UnlimitedPlan) {
  const { t } = useTranslation("unlimited-buy");
  return (
    <span className={classes.copied}>
      <span className={classes.mono}>{host}</span>
      <CopyButton value={host} label={t("row.copyHost", { host })} />
    </span>
  );
}
