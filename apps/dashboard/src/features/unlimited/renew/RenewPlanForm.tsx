import { Alert } from "@mantine/core";
import { IconInfoCircle } from "@turnpike/ui/icons.ts";
import { formatDateTime, formatNumber, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../lib/queries.ts";
import type { Purchase } from "../../purchase/PurchaseDialog.tsx";
import { PurchaseForm, PurchaseSummary } from "../../purchase/PurchaseForm.tsx";
import { usePrice } from "../../purchase/use-price.ts";
import { PlanPeriod } from "../buy/PlanPeriod.tsx";
import { clampToPlanClock, planDays } from "../plan.ts";
import { planStatus } from "../plan-time.ts";
import { usePlanText } from "../plan-text.ts";
import { planPhase, type UnlimitedPlan } from "../port.ts";
import { kindCalls } from "../use-plan.ts";
import { renewedUntil } from "./renewed-until.ts";

interface RenewProps {
  plan: UnlimitedPlan;
  purchase: Purchase<"renewalUnlimit">;
}

/** The period and the payment method, with the cost and the plan's new expiry. */
export function RenewPlanForm(props: RenewProps) {
  const { t } = useTranslation(["unlimited-buy", "buy"]);
  const { plan, purchase } = props;
  const renewal = useRenewal(props);
  const { days, price, prices, notSold } = renewal;
  return (
    <PurchaseForm
      purchase={purchase}
      price={price}
      means={{ ...price, help: t("renew.outside") }}
      summary={
        <>
          <Summary plan={plan} renewal={renewal} />
          {notSold && <Alert color="red">{t("renew.notSold")}</Alert>}
        </>
      }
      error={purchase.refusal ?? (notSold ? null : price.error)}
      submit={{ label: (total) => t("renew.submit", { total }), unpriced: t("actions.renew") }}
      onSubmit={() => purchase.send({ planId: plan.id, days, ...price.pay }, price.outside)}
    >
      <Alert
        color={renewal.expiring ? "amber" : "gray"}
        icon={<IconInfoCircle aria-hidden />}
        title={t("renew.warn")}
      >
        {t("renew.runsUntil", { at: formatDateTime(plan.expiresAt) })} {t("renew.from")}
      </Alert>
      <PlanPeriod
        kind={plan.kind}
        prices={prices}
        value={days}
        onChange={(next) => {
          renewal.setDays(next);
          purchase.onChange();
        }}
      />
    </PurchaseForm>
  );
}

function useRenewal({ plan, purchase }: RenewProps) {
  const { kind, region, quantity } = plan;
  const [days, setDays] = useState(() => planDays.find((option) => option === plan.days) ?? 30);
  const price = usePrice({
    sku: kind,
    region,
    days,
    renewal: true,
    quantity,
    onChange: purchase.onChange,
  });
  const sold = useCall(kindCalls[kind].sold, {}, { staleMs: 60_000 }).data?.regions;
  const prices = sold?.find((one) => one.region === region)?.unitMicros;
  const clientMs = useNow();
  const nowMs = clampToPlanClock(plan, clientMs);
  return {
    days,
    setDays,
    price,
    /** The current prices; undefined if the region is not sold, or while loading. */
    prices,
    // A renewal may be on sale where new plans are not: it then has a price.
    notSold: price.error !== null && sold !== undefined && !prices,
    expiring: planStatus(plan, planPhase(plan, nowMs), nowMs) === "expiring",
    until: renewedUntil(plan, days, clientMs),
  };
}

/** What is renewed, the new expiry, the cost, and the wallet's new balance. */
function Summary(props: { plan: UnlimitedPlan; renewal: ReturnType<typeof useRenewal> }) {
  const { t } = useTranslation("unlimited-buy");
  const words = usePlanText();
  const { plan, renewal } = props;
  const { days, price, prices, until } = renewal;
  const unit = prices && `${formatNumber(plan.quantity)} × ${formatUnitMicros(prices[days])}`;
  return (
    <PurchaseSummary
      lines={[
        [t("sum.region"), plan.regionName],
        [t("sum.period"), words.days(days)],
        [t("renew.newEnd"), until ? formatDateTime(until) : "–"],
        [t(`${plan.kind}.unitPrice`), unit ?? "…"],
      ]}
      total={t("sum.total")}
      price={price}
    />
  );
}
