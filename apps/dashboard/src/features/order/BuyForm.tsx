import { Alert, Button, Text } from "@mantine/core";
import type { Product } from "@turnpike/contract/order.ts";
import { IconGift } from "@turnpike/ui/icons.ts";
import { formatCents, formatNumber, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import { useTranslation } from "react-i18next";
import { CouponChoice } from "../purchase/CouponChoice.tsx";
import { PromoField } from "../purchase/PromoField.tsx";
import type { Purchase } from "../purchase/PurchaseDialog.tsx";
import { PurchaseForm, PurchaseSummary, usePriceLines } from "../purchase/PurchaseForm.tsx";
import { useFields } from "../purchase/use-fields.ts";
import { type Coupons, type Price, usePrice } from "../purchase/use-price.ts";
import type { Start } from "./BuyFlow.tsx";
import { BuyQuantity } from "./BuyQuantity.tsx";
import { firstQuantity, type Kind, listCents, rangeOf, unitMicrosAt, withinRange } from "./plan.ts";
import type { OrderChoice } from "./OrderDialog.tsx";
import { PlanChoice } from "./PlanChoice.tsx";

interface FormProps extends OrderChoice {
  start: Start;
}

/** What has been selected so far, what it costs, and what prevents the purchase. */
function useChoices({ start, plans, coupons, purchase }: FormProps) {
  const first = plans.find(({ sku }) => sku === start.sku) ?? plans[0];
  const { onChange } = purchase;
  const fields = useFields(() => {
    const coupon = coupons?.find(({ id, kind }) => id === start.couponId && kind === "discount");
    const quantity = start.quantity ?? firstQuantity(start.kind, first, coupon?.minCents);
    return {
      plan: first,
      quantity: quantity as number | string,
      couponId: start.couponId ?? null,
    };
  }, onChange);
  const { plan, couponId } = fields.values;
  const count = fields.quantity("quantity", rangeOf(plan));
  const { quantity } = count;
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
    ...fields,
    plan,
    count,
    invalid: count.invalid,
    price,
    choosePlan: (next: Product) =>
      fields.set({
        plan: next,
        quantity: quantity === null ? firstQuantity(start.kind, next) : withinRange(quantity, next),
      }),
  };
}

/** The product, quantity, coupon and payment method, with the price updated while choosing. */
export function BuyForm(props: FormProps) {
  const { t } = useTranslation("buy");
  const { start, plans, purchase } = props;
  const choices = useChoices(props);
  const { plan, count, price } = choices;
  const { quantity } = count;
  const { kind } = start;
  const words = { count: quantity ?? 0, quantity: formatNumber(quantity ?? 0) };
  return (
    <PurchaseForm
      purchase={purchase}
      price={price}
      coupon={<CouponField {...props} choices={choices} />}
      summary={<Summary kind={kind} plan={plan} quantity={quantity} price={price} />}
      submit={{ label: (total) => t(`kinds.${kind}.confirm`, { ...words, total }) }}
      fields={choices}
      onSubmit={() => {
        purchase.send({ sku: plan.sku, quantity: quantity ?? 0, ...price.pay }, price.outside);
      }}
    >
      <PlanChoice
        kind={kind}
        plans={plans}
        value={plan.sku}
        onChange={(sku) => choices.choosePlan(plans.find((one) => one.sku === sku) ?? plan)}
      />
      {plan.validDays && (
        <Text fz="sm" c="dimmed">
          {t("validDays", { count: plan.validDays })}
        </Text>
      )}
      <BuyQuantity kind={kind} plan={plan} count={count} />
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
      price={price}
      bonus={priced?.bonus ?? undefined}
    />
  );
}
