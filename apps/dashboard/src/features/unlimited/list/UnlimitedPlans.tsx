import { Button, Stack, SimpleGrid } from "@mantine/core";
import { IconPlus, IconArrowsDownUp, IconClock, IconGauge, IconPlug } from "@turnpike/ui/icons.ts";
import { portMbps, type UnlimitedKind, planMbps } from "@turnpike/rules/unlimited.ts";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { LazyMount } from "@turnpike/ui/LazyMount.tsx";
import { PlaceHeader } from "../../../ui/place/PlaceHeader.tsx";
import { ScreenSkeleton } from "@turnpike/ui/Skeletons.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { useMovePlan } from "../acts/use-port-acts.tsx";
import { PlanList } from "./PlanList.tsx";
import { buyPlanPath, plansPath, useBuyPlanLink } from "../../order/unlimited-plan-url.ts";
import { usePlanText } from "../plan-text.ts";
import type { UnlimitedPlan } from "../port.ts";
import { usePlans } from "../use-plans.ts";
import type { CallResult } from "../../../lib/call.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { gbText } from "@turnpike/ui/Bytes.tsx";
import { StatCard } from "@turnpike/ui/StatCard.tsx";

const PlanPage = lazyComponent(async () => (await import("../plan/PlanPage.tsx")).PlanPage);
const BuyPlanDialog = lazyComponent(
  async () => (await import("../buy/BuyPlanDialog.tsx")).BuyPlanDialog,
);
const RenewPlanDialog = lazyComponent(
  async () => (await import("../renew/RenewPlanDialog.tsx")).RenewPlanDialog,
);

/** The dialogs' translations load with the screen, so opening a dialog does not suspend it. */
const areas = ["unlimited-buy", "unlimited", "buy", "static-take", "parts"] as const;

/**
 * The account's unlimited plans of one kind, and their actions (spec/unlimited#ports). Status and
 * page are kept in the URL; `?plan=ID` shows one plan, `?buy=1` buys one.
 */
export function UnlimitedPlans({ kind }: { kind: UnlimitedKind }) {
  useTranslation(areas);
  const navigate = useNavigate();
  const [{ plan: planId }] = useUrlText(["plan"]);
  const buy = useBuyPlanLink();
  const [renewed, setRenewed] = useState<UnlimitedPlan | null>(null);
  const again = ({ region, quantity, days }: UnlimitedPlan) =>
    void navigate(buyPlanPath(kind, { region, quantity, days }));
  return (
    <>
      {planId ? (
        <Suspense fallback={<ScreenSkeleton />}>
          <PlanPage
            kind={kind}
            planId={planId}
            onRenew={setRenewed}
            onOrderAgain={again}
            onBack={() => void navigate(plansPath(kind))}
          />
        </Suspense>
      ) : (
        <Overview kind={kind} onBuy={buy.open} onRenew={setRenewed} onOrderAgain={again} />
      )}
      <LazyMount wanted={buy.opened}>
        <BuyPlanDialog kind={kind} opened={buy.opened} start={buy.start} onClose={buy.close} />
      </LazyMount>
      <LazyMount wanted={renewed !== null}>
        <RenewPlanDialog
          kind={kind}
          plan={renewed}
          onOrderAgain={(plan) => {
            setRenewed(null);
            again(plan);
          }}
          onClose={() => setRenewed(null)}
        />
      </LazyMount>
    </>
  );
}

/** All plans of the kind. */
function Overview(props: {
  kind: UnlimitedKind;
  onBuy: () => void;
  onRenew: (plan: UnlimitedPlan) => void;
  onOrderAgain: (plan: UnlimitedPlan) => void;
}) {
  const { t } = useTranslation("unlimited-buy");
  const words = usePlanText();
  const { kind, onBuy } = props;
  const plans = usePlans(kind);
  const summary = plans.data?.glance;
  const some = summary === undefined || summary.active + summary.expired > 0;
  return (
    <>
      <PlaceHeader
        description={t(`${kind}.description`, { mbps: words.mbps(portMbps) })}
        actions={
          <Button data-needs="buy" leftSection={<IconPlus size={18} aria-hidden />} onClick={onBuy}>
            {t(`${kind}.buy`)}
          </Button>
        }
      />
      <Stack gap="lg">
        {some && !plans.error && <PlanFigures kind={kind} glance={summary} />}
        <PlanList
          kind={kind}
          plans={plans}
          onBuy={onBuy}
          onRenew={props.onRenew}
          onOrderAgain={props.onOrderAgain}
          onMove={useMovePlan(kind)}
        />
      </Stack>
    </>
  );
}

/** Unlimited proxies by port (spec/dashboard#screens). */
export function UnlimitProxies() {
  return <UnlimitedPlans kind="port" />;
}

/** Unlimited proxies by bandwidth (spec/dashboard#screens). */
export function UnlimitBandwidth() {
  return <UnlimitedPlans kind="bandwidth" />;
}

type PlanSummary = CallResult<"portOrders">["glance"];

/** The key figures; `glance` is undefined while loading. */
function PlanFigures(props: { kind: UnlimitedKind; glance: PlanSummary | undefined }) {
  const { t } = useTranslation("unlimited-buy");
  const words = usePlanText();
  const { kind, glance } = props;
  const count = (value: number | undefined) =>
    value === undefined ? undefined : formatNumber(value);
  const quantity = glance?.quantity ?? 0;
  const together = words.mbps(planMbps({ kind, quantity }));
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: "xs", sm: "md" }}>
      <StatCard
        label={t("figures.active")}
        icon={<IconPlug size={16} />}
        value={count(glance?.active)}
        hint={glance && glance.expired > 0 && t("figures.expired", { count: glance.expired })}
      />
      <StatCard
        label={t(`${kind}.inAll`)}
        icon={<IconGauge size={16} />}
        value={glance && (kind === "port" ? formatNumber(quantity) : together)}
        hint={glance && t(`${kind}.inAllHint`, { mbps: together })}
      />
      <StatCard
        label={t("figures.expiring")}
        icon={<IconClock size={16} />}
        value={count(glance?.expiring)}
        hint={t("figures.expiringHint")}
      />
      <StatCard
        label={t("figures.used")}
        icon={<IconArrowsDownUp size={16} />}
        value={glance && gbText(glance.usedBytes)}
        hint={t("figures.usedHint")}
      />
    </SimpleGrid>
  );
}
