import { Anchor, Text } from "@mantine/core";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import {
  formatBytes,
  formatCents,
  formatNumber,
  formatUnitMicros,
} from "@turnpike/ui/lib/format.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { buyPlanPath } from "../order/unlimited-plan-url.ts";
import { type FigureColumn, FigureTable } from "./FigureTable.tsx";

type Replay = CallResult<"cheapestPlan">;
type Plan = Replay["plans"][number];

/** The last 30 days' cost with each kind of product (spec/money#the-cheapest-plan). */
export function CheapestPlan() {
  const { t } = useTranslation("package-purchase");
  const replay = useCall("cheapestPlan", {}, { staleMs: 300_000 });
  const { data } = replay;
  if (data?.plans.length === 0) return null;
  return (
    <Panel
      flush={data !== undefined}
      title={t("cheapest.title")}
      description={
        data &&
        t("cheapest.used", {
          bytes: formatBytes(data.bytes),
          count: data.addresses,
          mbps: formatNumber(data.busiestMbps),
        })
      }
    >
      <Loaded of={replay} lines={6} height={20}>
        {({ plans }) => <Plans plans={plans} />}
      </Loaded>
    </Panel>
  );
}

function Plans({ plans }: { plans: readonly Plan[] }) {
  const { t } = useTranslation("package-purchase");
  const columns: FigureColumn<Plan>[] = [
    {
      key: "plan",
      title: t("cheapest.plan"),
      render: ({ name, kind }) => (
        <>
          {name}
          <Text fz="xs" c="dimmed">
            {t(`cheapest.why.${kind}`)}
          </Text>
        </>
      ),
    },
    {
      key: "sum",
      title: t("cheapest.sum"),
      render: ({ quantity, unit, unitMicros }) =>
        `${formatNumber(quantity)} ${unit} × ${formatUnitMicros(unitMicros)}`,
    },
    {
      key: "cost",
      title: t("cheapest.cost"),
      render: ({ totalCents }) => formatCents(totalCents),
    },
    {
      key: "buy",
      title: t("cheapest.buy"),
      render: (plan) => (
        <Anchor
          component={Link}
          to={buyLink(plan)}
          fz="sm"
          fw={550}
          aria-label={t("cheapest.buyOf", { plan: plan.name })}
        >
          {t("cheapest.buy")}
        </Anchor>
      ),
    },
  ];
  return (
    <FigureTable<Plan>
      label={t("cheapest.title")}
      columns={columns}
      rows={plans}
      rowId={({ sku }) => sku}
    />
  );
}

/** The link to buy it. */
export function buyLink(plan: Pick<Plan, "sku" | "kind" | "region" | "days" | "quantity">): string {
  const { sku, kind, region, days, quantity } = plan;
  if (kind !== "port" && kind !== "bandwidth") return `/cli/home?buy=${encodeURIComponent(sku)}`;
  return buyPlanPath(kind, { region: region ?? "", days: days ?? undefined, quantity });
}
