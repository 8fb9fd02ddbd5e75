import { Stack } from "@mantine/core";
import { mbpsOfPort, planMbps, type UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { formatCents, formatNumber, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import { Presets } from "@turnpike/ui/Presets.tsx";
import { useTranslation } from "react-i18next";
import type { PlanStart } from "../../order/unlimited-plan-url.ts";
import { CouponChoice } from "../../purchase/CouponChoice.tsx";
import { forgetPromoCode } from "../../purchase/promo-code.ts";
import { PromoField } from "../../purchase/PromoField.tsx";
import type { Purchase } from "../../purchase/PurchaseDialog.tsx";
import { PurchaseForm, PurchaseSummary, usePriceLines } from "../../purchase/PurchaseForm.tsx";
import { readQuantity } from "../../purchase/quantity.ts";
import { QuantityField } from "../../purchase/QuantityField.tsx";
import { useFields } from "../../purchase/use-fields.ts";
import { type Coupons, usePrice } from "../../purchase/use-price.ts";
import { usePlanText } from "../plan-text.ts";
import {
  firstDays,
  firstQuantity,
  firstRegion,
  listCents,
  nearest,
  orderRange,
  presetsOf,
  type Region,
} from "./buy-plan.ts";
import { PlanPeriod } from "./PlanPeriod.tsx";
import { RegionChoice } from "./RegionChoice.tsx";

interface BuyPlanFormProps {
  kind: UnlimitedKind;
  regions: readonly Region[];
  coupons: Coupons;
  start: PlanStart;
  /** Retries loading the coupons. */
  onCoupons: () => void;
  purchase: Purchase<"orderUnlimit">;
}

/** Region, quantity, period and payment method, with the price updated while choosing. */
export function BuyPlanForm(props: BuyPlanFormProps) {
  const { t } = useTranslation(["unlimited-buy", "buy"]);
  const { kind, regions, purchase } = props;
  const { refusal } = purchase;
  const buy = useBuyPlan(props);
  const { region, quantity, days, price, fault } = buy;
  const { outside, priced } = price;
  // The API's refusal of the quantity, such as when another customer was faster.
  const aboutQuantity = refusal?.field === "quantity" || refusal?.reason === "insufficientCapacity";
  const words = wordsOf(quantity ?? 0, price.totalCents ?? 0);
  const priceKnown = quantity !== null && priced !== undefined;
  const label = outside ? t("buy:submitOutside", words) : t(`${kind}.submit`, words);
  return (
    <PurchaseForm
      purchase={purchase}
      price={price}
      coupon={
        <>
          <CouponChoice
            coupons={props.coupons}
            onAgain={props.onCoupons}
            listCents={price.listCents}
            value={price.coupon?.id ?? null}
            onChange={(couponId) => buy.set({ couponId })}
          />
          <PromoField
            onTaken={(taken) => taken.kind === "discount" && buy.set({ couponId: taken.couponId })}
          />
        </>
      }
      means={{ ...price, help: t("outside") }}
      summary={<Summary kind={kind} buy={buy} />}
      error={aboutQuantity ? price.error : undefined}
      // An unavailable quantity needs no recharge.
      missingCents={fault === null ? price.missingCents : 0}
      submit={{
        label: priceKnown ? label : t("buy.submitNone"),
        outside: outside && priceKnown,
        disabled: buy.invalid === null && !price.ready,
      }}
      invalid={buy.invalid}
      onValidate={buy.validate}
      onSubmit={() => send(buy, props)}
    >
      <RegionChoice
        kind={kind}
        regions={regions}
        days={days}
        value={region}
        missing={buy.regionMissing}
        onChange={(regionName) => buy.set({ regionName })}
      />
      <PlanQuantity kind={kind} buy={buy} refusal={aboutQuantity ? refusal?.msg : undefined} />
      <PlanPeriod
        kind={kind}
        prices={region?.unitMicros}
        value={days}
        onChange={(next) => buy.set({ days: next })}
      />
    </PurchaseForm>
  );
}

const wordsOf = (count: number, cents: number) => {
  return { count, number: formatNumber(count), total: formatCents(cents) };
};

/** Buys what is selected; the promo code of a link has served. */
function send({ region, quantity, days, price }: BuyPlan, { kind, purchase }: BuyPlanFormProps) {
  if (!region || quantity === null) return;
  const { method, outside, coupon, quoteId } = price;
  const couponId = coupon?.id;
  if (couponId !== undefined) forgetPromoCode();
  const plan = { kind, region: region.region, quantity, days };
  purchase.send({ ...plan, method, couponId, quoteId }, outside);
}

/** What has been selected so far, what it costs, and what prevents the purchase. */
function useBuyPlan({ kind, regions, coupons, start, purchase }: BuyPlanFormProps) {
  const { onChange } = purchase;
  const fields = useFields(
    () => ({
      regionName: firstRegion(kind, regions, start),
      days: firstDays(start),
      typed: firstQuantity(kind, start) as number | string,
      couponId: null as string | null,
    }),
    onChange,
  );
  const { days, typed, couponId } = fields.values;
  const region = regions.find((one) => one.region === fields.values.regionName);
  const read = readQuantity(typed, { ...orderRange[kind], stock: region?.stock });
  const { quantity } = read;
  const price = usePrice({
    sku: kind,
    region: region?.region,
    days,
    quantity: region ? quantity : null,
    listCents: listCents(quantity, region?.unitMicros[days]),
    coupons,
    couponId,
    onChange,
  });
  return {
    ...fields.values,
    set: fields.set,
    region,
    quantity,
    price,
    /** Above the stock is reported while typing; too low a number may just be unfinished. */
    fault: read.why === "stock" || fields.isValidated("typed") ? read.why : null,
    regionMissing: !region && fields.isValidated("regionName"),
    invalid: region ? read.why && "quantity" : "region",
    validate: () => fields.validate("typed", "regionName"),
  };
}
type BuyPlan = ReturnType<typeof useBuyPlan>;

/** The number of ports or Mbps, its speed in each direction, and usual numbers. */
function PlanQuantity(props: { kind: UnlimitedKind; buy: BuyPlan; refusal: string | undefined }) {
  const { t } = useTranslation("unlimited-buy");
  const words = usePlanText();
  const { kind, buy } = props;
  const { region, days } = buy;
  const sold = { kind, quantity: buy.quantity ?? orderRange[kind].min };
  const mbps = words.mbps(kind === "port" ? mbpsOfPort(sold) : planMbps(sold));
  const take = nearest(kind, Number(buy.typed), region?.stock);
  const type = (typed: number | string) => buy.set({ typed });
  return (
    <Stack gap="sm">
      <QuantityField
        field="quantity"
        label={t(`${kind}.quantity`)}
        description={t(`${kind}.speed`, { mbps })}
        {...(kind === "bandwidth" ? { suffix: t("unit") } : {})}
        range={orderRange[kind]}
        typed={buy.typed}
        fault={buy.fault}
        faults={{
          step: t("buy.step"),
          stock: t("buy.stock", { amount: words.amount({ kind, quantity: region?.stock ?? 0 }) }),
        }}
        refusal={props.refusal}
        offer={{
          quantity: take,
          text: t("buy.take", { amount: words.amount({ kind, quantity: take }) }),
        }}
        onChange={type}
        onBlur={buy.validate}
      />
      <Presets
        wide
        label={t("buy.presets")}
        presets={presetsOf(kind, region?.stock).map((value) => ({
          value,
          name: words.amount({ kind, quantity: value }),
          note: region && formatCents(listCents(value, region.unitMicros[days])),
        }))}
        value={buy.quantity}
        onChoose={type}
      />
    </Stack>
  );
}

/** What is bought, its price, and the wallet's new balance. */
function Summary({ kind, buy }: { kind: UnlimitedKind; buy: BuyPlan }) {
  const { t } = useTranslation(["unlimited-buy", "buy"]);
  const words = usePlanText();
  const { quantity, region, days, price } = buy;
  const { priced } = price;
  const speed =
    quantity === null ? "…" : t("row.each", { mbps: words.mbps(planMbps({ kind, quantity })) });
  const discount = usePriceLines()(priced, price.coupon);
  return (
    <PurchaseSummary
      lines={[
        [t("sum.region"), region?.name ?? "…"],
        kind === "port" && [t("port.quantity"), quantity === null ? "…" : formatNumber(quantity)],
        [t("sum.speed"), speed],
        [t("sum.period"), words.days(days)],
        [t(`${kind}.unitPrice`), region ? formatUnitMicros(region.unitMicros[days]) : "…"],
        discount.length > 0 && [t("buy:list"), formatCents(priced?.listCents ?? 0)],
        ...discount,
      ]}
      total={t("sum.total")}
      price={price}
    />
  );
}
