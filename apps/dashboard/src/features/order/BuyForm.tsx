import { Alert, Button, Text } from "@mantine/core";
import type { Product } from "@turnpike/contract/order.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { IconGift, IconShoppingCart } from "@turnpike/ui/icons.ts";
import { formatCents, formatNumber, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import { useTranslation } from "react-i18next";
import { CouponChoice } from "../purchase/CouponChoice.tsx";
import { forgetPromoCode } from "../purchase/promo-code.ts";
import { PromoField } from "../purchase/PromoField.tsx";
import type { Purchase } from "../purchase/PurchaseDialog.tsx";
import { PurchaseForm, PurchaseSummary, usePriceLines } from "../purchase/PurchaseForm.tsx";
import { readQuantity } from "../purchase/quantity.ts";
import { useFields } from "../purchase/use-fields.ts";
import { type Coupons, type Price, usePrice } from "../purchase/use-price.ts";
import type { Start } from "./BuyFlow.tsx";
import { BuyQuantity } from "./BuyQuantity.tsx";
import { firstQuantity, type Kind, listCents, rangeOf, unitMicrosAt, withinRange } from "./plan.ts";
import { PlanChoice } from "./PlanChoice.tsx";

interface FormProps {
  start: Start;
  plans: Product[];
  coupons: Coupons;
  /** Retries loading the coupons. */
  onCoupons: () => void;
  purchase: Purchase<"placeOrder">;
}

/** The product, quantity, coupon and payment method, with the price updated while choosing. */
export function BuyForm(props: FormProps) {
  const { t } = useTranslation("buy");
  const { plans, start } = props;
  const first = plans.find(({ sku }) => sku === start.sku) ?? plans[0];
  if (first) return <Choices {...props} first={first} />;
  const title = t(`kinds.${start.kind}.nothingSold`);
  return <EmptyState icon={<IconShoppingCart size={22} />} title={title} />;
}

/** What has been selected so far, what it costs, and what prevents the purchase. */
function useChoices({ start, first, coupons, purchase }: FormProps & { first: Product }) {
  const { onChange } = purchase;
  const { values, set, isValidated, validate } = useFields(() => {
    const coupon = coupons?.find(({ id, kind }) => id === start.couponId && kind === "discount");
    const quantity = start.quantity ?? firstQuantity(start.kind, first, coupon?.minCents);
    return {
      plan: first,
      typed: quantity as number | string,
      couponId: start.couponId ?? null,
    };
  }, onChange);
  const { plan, typed, couponId } = values;
  const { quantity, why } = readQuantity(typed, rangeOf(plan));
  const list = quantity === null ? 0 : listCents(quantity, plan);
  const price = usePrice({
    sku: plan.sku,
    quantity,
    listCents: list,
    coupons,
    couponId,
    onChange,
  });
  return {
    ...values,
    quantity,
    price,
    fault: isValidated("typed") ? why : null,
    set,
    validate: () => validate("typed"),
    choosePlan: (next: Product) =>
      set({
        plan: next,
        typed: quantity === null ? firstQuantity(start.kind, next) : withinRange(quantity, next),
      }),
  };
}

function Choices(props: FormProps & { first: Product }) {
  const { t } = useTranslation("buy");
  const { start, plans, first, purchase } = props;
  const choices = useChoices(props);
  const { plan, quantity, price } = choices;
  const { kind } = start;
  const { outside, method, coupon } = price;
  const words = {
    count: quantity ?? 0,
    quantity: formatNumber(quantity ?? 0),
    total: formatCents(price.totalCents ?? 0),
  };
  const priced = outside ? t("submitOutside", words) : t(`kinds.${kind}.confirm`, words);
  return (
    <PurchaseForm
      purchase={purchase}
      price={price}
      coupon={<CouponField {...props} choices={choices} />}
      summary={<Summary kind={kind} plan={plan} quantity={quantity} price={price} />}
      submit={{
        label: quantity === null ? t("submit") : priced,
        disabled: quantity !== null && !price.ready,
      }}
      invalid={quantity === null ? "quantity" : null}
      onValidate={choices.validate}
      onSubmit={() => {
        if (coupon) forgetPromoCode();
        const { quoteId } = price;
        const bought = { sku: plan.sku, quantity: quantity ?? 0, quoteId };
        purchase.send({ ...bought, method, couponId: coupon?.id }, outside);
      }}
    >
      <PlanChoice
        kind={kind}
        plans={plans}
        value={plan.sku}
        onChange={(sku) => choices.choosePlan(plans.find((one) => one.sku === sku) ?? first)}
      />
      {plan.validDays && (
        <Text fz="sm" c="dimmed">
          {t("validDays", { count: plan.validDays })}
        </Text>
      )}
      <BuyQuantity
        kind={kind}
        plan={plan}
        quantity={quantity}
        typed={choices.typed}
        fault={choices.fault}
        onChange={(typed) => choices.set({ typed })}
        onBlur={choices.validate}
      />
    </PurchaseForm>
  );
}

function CouponField(props: FormProps & { choices: ReturnType<typeof useChoices> }) {
  const { coupons, plans, choices, purchase } = props;
  const { listCents: list, coupon } = choices.price;
  return (
    <>
      <Gift coupons={coupons} plans={plans} purchase={purchase} />
      <CouponChoice
        coupons={coupons}
        onAgain={props.onCoupons}
        listCents={list}
        value={coupon?.id ?? null}
        onChange={(couponId) => choices.set({ couponId })}
      />
      <PromoField
        onTaken={({ kind, couponId }) => kind === "discount" && choices.set({ couponId })}
      />
    </>
  );
}

/** A gift of the same product, to redeem at once; it itself determines what it gives (spec/money#coupons). */
function Gift(props: {
  coupons: Coupons;
  plans: readonly Product[];
  purchase: Purchase<"placeOrder">;
}) {
  const { t } = useTranslation("buy");
  const { coupons, plans, purchase } = props;
  const given = (sku: string | null) => plans.some((plan) => plan.sku === sku);
  const gift = coupons?.find((one) => one.kind === "gift" && given(one.giftSku));
  if (!gift) return null;
  return (
    <Alert color="amber" icon={<IconGift aria-hidden />} title={gift.title}>
      <Button
        size="xs"
        variant="default"
        loading={purchase.busy}
        onClick={() => purchase.send({ method: "coupon", couponId: gift.id })}
      >
        {t("redeem")}
      </Button>
    </Alert>
  );
}

function Summary(props: { kind: Kind; plan: Product; quantity: number | null; price: Price }) {
  const { t } = useTranslation("buy");
  const { quantity, price } = props;
  const { priced } = price;
  const unit = quantity === null ? "…" : formatUnitMicros(unitMicrosAt(quantity, props.plan));
  return (
    <PurchaseSummary
      lines={[
        [t(`kinds.${props.kind}.price`), unit],
        [t("list"), priced ? formatCents(priced.listCents) : "…"],
        ...usePriceLines()(priced, price.coupon),
      ]}
      total={t("total")}
      price={price}
      bonus={priced?.bonus ?? undefined}
    />
  );
}
