import { Alert, Button, Stack, Text } from "@mantine/core";
import { IconExternalLink, IconInfoCircle } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import type { CallRefused, CallParameters } from "../../../lib/call.ts";
import {
  formatCents,
  formatDateTime,
  formatNumber,
  formatUnitMicros,
} from "@turnpike/ui/lib/format.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { Sum, AmountList } from "@turnpike/ui/AmountList.tsx";
import classes from "../../order/buy.module.css";
import { MethodChoice } from "../../payment/MethodChoice.tsx";
import { TopUp } from "../../payment/TopUp.tsx";
import { PlanPeriod } from "../buy/PlanPeriod.tsx";
import own from "../plans.module.css";
import { usePlanText } from "../plan-text.ts";
import { planStatus } from "../plan-time.ts";
import { clampToPlanClock } from "../plan.ts";
import { planPhase, type UnlimitedPlan } from "../port.ts";
import { type RenewPlan, renewedUntil, useRenewPlan } from "./use-renew-plan.ts";

export type RenewParameters = CallParameters<"renewalUnlimit">;

/** The period and the payment method, with the cost and the plan's new expiry. */
export function RenewPlanForm(props: {
  plan: UnlimitedPlan;
  busy: boolean;
  refusal: CallRefused | null;
  onChange: () => void;
  onRenew: (parameters: RenewParameters, outside: boolean) => void;
}) {
  const { t } = useTranslation("unlimited-buy");
  const { plan, busy, refusal } = props;
  const renew = useRenewPlan(plan, props.onChange);
  const { days, method, missingCents } = renew;
  const error = refusal ?? (renew.notSold ? null : renew.quote.error);
  const outside = method !== "wallet";
  const nowMs = clampToPlanClock(plan, useNow());
  const expiring = planStatus(plan, planPhase(plan, nowMs), nowMs) === "expiring";
  return (
    <div className={classes.form}>
      <Stack gap="lg">
        <Alert
          color={expiring ? "amber" : "gray"}
          icon={<IconInfoCircle aria-hidden />}
          title={t("renew.warn")}
        >
          {t("renew.runsUntil", { at: formatDateTime(plan.expiresAt) })} {t("renew.from")}
        </Alert>
        <PlanPeriod
          kind={plan.kind}
          prices={renew.prices}
          value={days}
          onChange={renew.chooseDays}
        />
        <MethodField renew={renew} />
      </Stack>
      <Stack gap="md" className={own.side ?? ""}>
        <Summary plan={plan} renew={renew} />
        {renew.notSold && <Alert color="red">{t("renew.notSold")}</Alert>}
        {error && missingCents === 0 && (
          <Alert color="red" role="alert">
            {error.message}
          </Alert>
        )}
        <Submit
          renew={renew}
          busy={busy}
          onClick={() => props.onRenew({ planId: plan.id, days, method }, outside)}
        />
      </Stack>
    </div>
  );
}

/** The payment method, and what happens on the payment page. */
function MethodField({ renew }: { renew: RenewPlan }) {
  const { t } = useTranslation(["unlimited-buy", "buy"]);
  const { method, methods } = renew;
  return (
    <Stack gap={6}>
      <MethodChoice
        label={t("buy.method")}
        methods={methods}
        value={method}
        onChange={renew.chooseMethod}
      />
      {(methods.length === 1 || method !== "wallet") && (
        <Text fz="sm" c="dimmed">
          {methods.length === 1 ? t("buy:onlyWallet") : t("renew.outside")}
        </Text>
      )}
    </Stack>
  );
}

/** What is renewed, the new expiry, the cost, and the wallet's new balance. */
function Summary({ plan, renew }: { plan: UnlimitedPlan; renew: RenewPlan }) {
  const { t } = useTranslation("unlimited-buy");
  const words = usePlanText();
  const { kind, quantity } = plan;
  const { days, priced, prices, quote } = renew;
  const until = renewedUntil(plan, days, useNow());
  const wallet = renew.method === "wallet" ? renew.walletCents : undefined;
  const left = priced && wallet !== undefined ? wallet - priced.totalCents : undefined;
  const unit = prices && `${formatNumber(quantity)} × ${formatUnitMicros(prices[days])}`;
  return (
    <AmountList busy={!quote.current}>
      <Sum name={t("sum.region")} value={plan.regionName} />
      <Sum name={t("sum.period")} value={words.days(days)} />
      <Sum name={t("renew.newEnd")} value={until ? formatDateTime(until) : "–"} />
      <Sum name={t(`${kind}.unitPrice`)} value={unit ?? "…"} />
      <Sum strong name={t("sum.total")} value={priced ? formatCents(priced.totalCents) : "…"} />
      {wallet !== undefined && <Sum name={t("sum.wallet")} value={formatCents(wallet)} />}
      {left !== undefined && left >= 0 && (
        <Sum name={t("sum.walletAfter")} value={formatCents(left)} />
      )}
    </AmountList>
  );
}

/** Renews, leads to the payment page, or links to a recharge. */
function Submit(props: { renew: RenewPlan; busy: boolean; onClick: () => void }) {
  const { t } = useTranslation(["unlimited-buy", "buy"]);
  const { renew, busy } = props;
  if (renew.missingCents > 0) return <TopUp missingCents={renew.missingCents} />;
  const outside = renew.method !== "wallet";
  const total = formatCents(renew.priced?.totalCents ?? 0);
  const name = outside ? t("buy:submitOutside", { total }) : t("renew.submit", { total });
  return (
    <Button
      size="md"
      loading={busy}
      disabled={!renew.ready}
      onClick={props.onClick}
      rightSection={outside && <IconExternalLink size={17} aria-hidden />}
    >
      {renew.priced ? name : t("actions.renew")}
    </Button>
  );
}
