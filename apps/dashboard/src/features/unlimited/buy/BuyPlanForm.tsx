import { Stack } from "@mantine/core";
import { mbpsOfPort, planMbps, type UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { formatCents, formatNumber, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import { Presets } from "@turnpike/ui/Presets.tsx";
import { useTranslation } from "react-i18next";
import type { PlanStart } from "../../order/unlimited-plan-url.ts";
import { CouponChoice } from "../../purchase/CouponChoice.tsx";
import { PromoField } from "../../purchase/PromoField.tsx";
import type { Purchase } from "../../purchase/PurchaseDialog.tsx";
import { PurchaseForm, PurchaseSummary, usePriceLines } from "../../purchase/PurchaseForm.tsx";
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
  const { region, quantity, days, price, count } = buy;
  // The API's refusal of the quantity, such as when another customer was faster.
  const aboutQuantity = refusal?.field === "quantity" || refusal?.reason === "insufficientCapacity";
  const words = { count: quantity ?? 0, number: formatNumber(quantity ?? 0) };
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
      missingCents={count.field.fault === null ? price.missingCents : 0}
      submit={{ label: (total) => t(`${kind}.submit`, { ...words, total }) }}
      fields={buy}
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

/** Buys what is selected. */
function send({ region, quantity, days, price }: BuyPlan, { kind, purchase }: BuyPlanFormProps) {
  if (!region || quantity === null) return;
  const plan = { kind, region: region.region, quantity, days };
  purchase.send({ ...plan, ...price.pay }, price.outside);
}

/** What has been selected so far, what it costs, and what prevents the purchase. */
function useBuyPlan({ kind, regions, coupons, start, purchase }: BuyPlanFormProps) {
  const { onChange } = purchase;
  const fields = useFields(
    () => ({
      regionName: firstRegion(kind, regions, start),
      days: firstDays(start),
      quantity: firstQuantity(kind, start) as number | string,
      couponId: null as string | null,
    }),
    onChange,
  );
  const { days, couponId } = fields.values;
  const region = regions.find((one) => one.region === fields.values.regionName);
  const count = fields.quantity("quantity", { ...orderRange[kind], stock: region?.stock });
  const { quantity } = count;
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
    ...fields,
    days,
    region,
    count,
    quantity,
    price,
    regionMissing: !region && fields.isValidated("regionName"),
    invalid: region ? count.invalid : "region",
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
  const { typed, onChange } = buy.count.field;
  const take = nearest(kind, Number(typed), region?.stock);
  return (
    <Stack gap="sm">
      <QuantityField
        of={buy.count.field}
        label={t(`${kind}.quantity`)}
        description={t(`${kind}.speed`, { mbps })}
        {...(kind === "bandwidth" ? { suffix: t("unit") } : {})}
        faults={{
          step: t("buy.step"),
          stock: t("buy.stock", { amount: words.amount({ kind, quantity: region?.stock ?? 0 }) }),
        }}
        refusal={props.refusal}
        offer={{
          quantity: take,
          text: t("buy.take", { amount: words.amount({ kind, quantity: take }) }),
        }}
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
        onChoose={onChange}
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
