import { Alert, Button, Stack, Text } from "@mantine/core";
import { IconExternalLink } from "@turnpike/ui/icons.ts";
import { type UnlimitedKind, planMbps } from "@turnpike/rules/unlimited.ts";
import { type SubmitEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { CallRefused } from "../../../lib/call.ts";
import {
  formatCents,
  formatNumber,
  formatPercent,
  formatUnitMicros,
} from "@turnpike/ui/lib/format.ts";
import { BuyCoupon } from "../../order/BuyCoupon.tsx";
import classes from "../../order/buy.module.css";
import type { Coupons } from "../../order/use-choices.ts";
import { MethodChoice } from "../../payment/MethodChoice.tsx";
import { TopUp } from "../../payment/TopUp.tsx";
import type { Region } from "./buy-plan.ts";
import { PlanPeriod } from "./PlanPeriod.tsx";
import own from "../plans.module.css";
import { PlanQuantity } from "./PlanQuantity.tsx";
import type { PlanStart } from "../../order/unlimited-plan-url.ts";
import { RegionChoice } from "./RegionChoice.tsx";
import { type BuyPlan, type BuyParameters, useBuyPlan } from "./use-buy-plan.ts";
import { Sum, AmountList } from "@turnpike/ui/AmountList.tsx";
import { usePlanText } from "../plan-text.ts";

interface BuyPlanFormProps {
  kind: UnlimitedKind;
  regions: readonly Region[];
  coupons: Coupons;
  start: PlanStart;
  busy: boolean;
  refusal: CallRefused | null;
  /** Retries loading the coupons. */
  onCoupons: () => void;
  onChange: () => void;
  onBuy: (question: BuyParameters, outside: boolean) => void;
}

/** Region, quantity, period and payment method, with the price updated while choosing. */
export function BuyPlanForm(props: BuyPlanFormProps) {
  const { kind, regions, refusal, busy } = props;
  const form = useRef<HTMLFormElement>(null);
  const buy = useBuyPlan(props);
  const quantityMessage = quantityRefusal(refusal);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    buy.validate();
    const parameters = buy.parameters();
    if (parameters && buy.ready && buy.missingCents === 0) {
      return props.onBuy(parameters, buy.method !== "wallet" && buy.priced?.totalCents !== 0);
    }
    const field = buy.region ? "quantity" : "region";
    form.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus();
  };
  return (
    <form ref={form} noValidate className={classes.form} onSubmit={submit}>
      <Stack gap="lg">
        <RegionChoice
          kind={kind}
          regions={regions}
          days={buy.days}
          value={buy.region}
          missing={buy.regionMissing}
          onChange={buy.chooseRegion}
        />
        <PlanQuantity buy={buy} refusal={quantityMessage} />
        <PlanPeriod
          kind={kind}
          prices={buy.region?.unitMicros}
          value={buy.days}
          onChange={buy.chooseDays}
        />
      </Stack>
      <Stack gap="md" className={own.side ?? ""}>
        <BuyCoupon
          coupons={props.coupons}
          onAgain={props.onCoupons}
          listCents={buy.listCents}
          value={buy.coupon?.id ?? null}
          onChange={buy.chooseCoupon}
        />
        <MethodField buy={buy} />
        <BuyPlanSummary buy={buy} />
        <FormError buy={buy} refusal={quantityMessage ? null : refusal} />
        <Submit buy={buy} busy={busy} />
      </Stack>
    </form>
  );
}

/** The payment method, and what happens on the payment page. */
function MethodField({ buy }: { buy: BuyPlan }) {
  const { t } = useTranslation(["unlimited-buy", "buy"]);
  return (
    <Stack gap={6}>
      <MethodChoice
        label={t("buy.method")}
        methods={buy.methods}
        value={buy.method}
        onChange={buy.chooseMethod}
      />
      {(buy.methods.length === 1 || buy.method !== "wallet") && (
        <Text fz="sm" c="dimmed">
          {buy.methods.length === 1 ? t("buy:onlyWallet") : t("outside")}
        </Text>
      )}
    </Stack>
  );
}

/** The API's refusal of the quantity, such as when another customer was faster. */
function quantityRefusal(refusal: CallRefused | null): string | undefined {
  const quantity = refusal?.field === "quantity" || refusal?.reason === "insufficientCapacity";
  return refusal && quantity ? refusal.msg : undefined;
}

/** A refusal that belongs to no field; the wallet's shortfall is shown separately. */
function FormError({ buy, refusal }: { buy: BuyPlan; refusal: CallRefused | null }) {
  const error = refusal ?? buy.quote.error;
  if (!error || buy.missingCents > 0) return null;
  return (
    <Alert color="red" role="alert">
      {error.message}
    </Alert>
  );
}

/** Buys, leads to the payment page, or links to a recharge; the button states the price. */
function Submit({ buy, busy }: { buy: BuyPlan; busy: boolean }) {
  const { t } = useTranslation(["unlimited-buy", "buy"]);
  const { kind, quantity, priced, missingCents, fault } = buy;
  // An unavailable quantity needs no recharge.
  if (missingCents > 0 && fault === null) return <TopUp missingCents={missingCents} />;
  const total = priced?.totalCents ?? 0;
  const outside = buy.method !== "wallet" && total > 0;
  const words = {
    count: quantity ?? 0,
    number: formatNumber(quantity ?? 0),
    total: formatCents(total),
  };
  const name = outside ? t("buy:submitOutside", words) : t(`${kind}.submit`, words);
  const priceKnown = quantity !== null && priced !== undefined;
  return (
    <Button
      type="submit"
      size="md"
      loading={busy}
      disabled={buy.region !== undefined && quantity !== null && fault === null && !buy.ready}
      rightSection={outside && priceKnown && <IconExternalLink size={17} aria-hidden />}
    >
      {priceKnown ? name : t("buy.submitNone")}
    </Button>
  );
}

/** What is bought, its price, and the wallet's new balance. */
function BuyPlanSummary({ buy }: { buy: BuyPlan }) {
  const { t } = useTranslation(["unlimited-buy", "buy"]);
  const words = usePlanText();
  const { kind, quantity, region, days, priced, coupon } = buy;
  const percent = coupon?.percent;
  const discount = percent
    ? t("buy:discountOf", { percent: formatPercent(percent) })
    : t("buy:discount");
  const wallet = buy.method === "wallet" ? buy.walletCents : undefined;
  const left = priced && wallet !== undefined ? wallet - priced.totalCents : undefined;
  const speed =
    quantity === null ? "…" : t("row.each", { mbps: words.mbps(planMbps({ kind, quantity })) });
  return (
    <AmountList busy={region !== undefined && quantity !== null && !buy.quote.current}>
      <Sum name={t("sum.region")} value={region?.name ?? "…"} />
      {kind === "port" && (
        <Sum name={t("port.quantity")} value={quantity === null ? "…" : formatNumber(quantity)} />
      )}
      <Sum name={t("sum.speed")} value={speed} />
      <Sum name={t("sum.period")} value={words.days(days)} />
      <Sum
        name={t(`${kind}.unitPrice`)}
        value={region ? formatUnitMicros(region.unitMicros[days]) : "…"}
      />
      {priced && priced.discountCents > 0 && (
        <>
          <Sum name={t("sum.list")} value={formatCents(priced.listCents)} />
          <Sum name={discount} value={formatCents(-priced.discountCents)} />
        </>
      )}
      <Sum strong name={t("sum.total")} value={priced ? formatCents(priced.totalCents) : "…"} />
      {wallet !== undefined && <Sum name={t("sum.wallet")} value={formatCents(wallet)} />}
      {left !== undefined && left >= 0 && (
        <Sum name={t("sum.walletAfter")} value={formatCents(left)} />
      )}
    </AmountList>
  );
}
