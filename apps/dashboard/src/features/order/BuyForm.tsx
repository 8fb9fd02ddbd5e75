import { Alert, SegmentedControl, Stack, Text } from "@mantine/core";
import type { Product } from "@turnpike/contract/order.ts";
import { IconShoppingCart } from "@turnpike/ui/icons.ts";
import { type SubmitEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { CallRefused, CallResult } from "../../lib/call.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { MethodChoice } from "../payment/MethodChoice.tsx";
import { BuyCoupon } from "./BuyCoupon.tsx";
import type { Start } from "./BuyFlow.tsx";
import classes from "./buy.module.css";
import { BuyQuantity } from "./BuyQuantity.tsx";
import { BuySubmit } from "./BuySubmit.tsx";
import { type Coupons, useChoices } from "./use-choices.ts";
import type { OrderCommand, PlacedOrder } from "./use-order.ts";
import { type Kind, unitMicrosAt } from "./plan.ts";
import { formatCents, formatPercent, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import { Sum, AmountList } from "@turnpike/ui/AmountList.tsx";

interface FormProps {
  start: Start;
  plans: Product[];
  coupons: Coupons;
  /** Retries loading the coupons. */
  onCoupons: () => void;
  order: OrderCommand;
  onOrdered: (ordered: PlacedOrder) => void;
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

function Choices(props: FormProps & { first: Product }) {
  const { start, plans, coupons, onOrdered, first, order } = props;
  const choices = useChoices({ start, first, coupons });
  const { plan, quantity, quote, coupon, method } = choices;
  const field = useRef<HTMLInputElement>(null);
  const { kind } = start;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (quantity === null) {
      choices.validate();
      field.current?.focus();
    }
    if (quantity === null || !choices.ready || choices.missingCents > 0) return;
    const couponId = coupon?.id;
    const parameters = { sku: plan.sku, quantity, method, ...(couponId ? { couponId } : {}) };
    void order
      .place(parameters, method !== "wallet" && quote.data?.totalCents !== 0)
      .then((placed) => placed && onOrdered(placed));
  };
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <Stack gap="lg">
        <PlanChoice
          kind={kind}
          plans={plans}
          value={plan.sku}
          onChange={(sku) => choices.choosePlan(plans.find((one) => one.sku === sku) ?? first)}
        />
        <BuyQuantity
          kind={kind}
          plan={plan}
          quantity={quantity}
          typed={choices.typed}
          fault={choices.error}
          field={field}
          onChange={choices.type}
          onBlur={choices.validate}
        />
      </Stack>
      {/* Beside the quantity, so that the two columns are about equally long. */}
      <Stack gap="md">
        <BuyCoupon
          kind={kind}
          coupons={coupons}
          onAgain={props.onCoupons}
          listCents={choices.listCents}
          value={coupon?.id ?? null}
          onChange={choices.chooseCoupon}
          onOrdered={onOrdered}
        />
        <MethodField choices={choices} />
        <Price kind={kind} choices={choices} refusal={order.refusal} busy={order.busy} />
      </Stack>
    </form>
  );
}

type ChoicesState = ReturnType<typeof useChoices>;

/** The payment method; shown even if there is only one. */
function MethodField({ choices }: { choices: ChoicesState }) {
  const { t } = useTranslation("buy");
  const { method, methods } = choices;
  return (
    <Stack gap={6}>
      <MethodChoice
        label={t("method")}
        methods={methods}
        value={method}
        onChange={choices.chooseMethod}
      />
      {methods.length === 1 && (
        <Text fz="sm" c="dimmed">
          {t("onlyWallet")}
        </Text>
      )}
    </Stack>
  );
}

/** The price, what prevents the purchase, and the buy button. */
function Price(props: {
  kind: Kind;
  choices: ChoicesState;
  refusal: CallRefused | null;
  busy: boolean;
}) {
  const { kind, choices } = props;
  const { plan, quantity, quote, coupon } = choices;
  const error = props.refusal ?? quote.error;
  return (
    <>
      <BuySummary
        kind={kind}
        plan={plan}
        quantity={quantity}
        quote={choices.priced}
        percent={coupon?.percent}
        walletCents={choices.method === "wallet" ? choices.walletCents : undefined}
        settling={!quote.current}
      />
      {error && choices.missingCents <= 0 && (
        <Alert color="red" role="alert">
          {error.message}
        </Alert>
      )}
      <BuySubmit kind={kind} choices={choices} busy={props.busy} />
    </>
  );
}

/** Standard or enterprise, or the number of days; renders nothing if there is only one plan. */
function PlanChoice(props: {
  kind: Kind;
  plans: Product[];
  value: string;
  onChange: (sku: string) => void;
}) {
  const { t } = useTranslation("buy");
  const { kind, plans } = props;
  if (plans.length < 2) return null;
  const enterprise = plans.find((plan) => plan.sku === props.value)?.enterprise ?? false;
  const paired = plans.length === 2 && plans[0]?.enterprise !== plans[1]?.enterprise;
  const ownName = (plan: Product) => {
    if (plan.days !== null) return t("days", { count: plan.days });
    return paired ? t(plan.enterprise ? "enterprise" : "standard") : plan.name;
  };
  const help =
    enterprise && (kind === "traffic" || kind === "ip")
      ? t(`kinds.${kind}.enterpriseHelp`)
      : t(`kinds.${kind}.standardHelp`);
  return (
    <Stack gap={6}>
      <SegmentedControl
        aria-label={t("plan")}
        fullWidth
        value={props.value}
        onChange={props.onChange}
        data={plans.map((plan) => ({ value: plan.sku, label: ownName(plan) }))}
      />
      <Text fz="sm" c="dimmed">
        {help}
      </Text>
    </Stack>
  );
}

/** The price and the wallet's balance afterwards. `quote` is undefined while no price is known. */
function BuySummary(props: {
  kind: Kind;
  plan: Product;
  quantity: number | null;
  quote: CallResult<"quote"> | undefined;
  /** The discount of the coupon in use, in percent. */
  percent: number | null | undefined;
  /** Undefined unless the wallet pays. */
  walletCents: number | undefined;
  settling: boolean;
}) {
  const { t } = useTranslation("buy");
  const { quote, quantity, percent, walletCents } = props;
  const money = (cents: number | undefined) => (cents === undefined ? "…" : formatCents(cents));
  const left = quote && walletCents !== undefined ? walletCents - quote.totalCents : undefined;
  const discount = percent ? t("discountOf", { percent: formatPercent(percent) }) : t("discount");
  return (
    <AmountList busy={props.settling}>
      <Sum
        name={t(`kinds.${props.kind}.price`)}
        value={quantity === null ? "…" : formatUnitMicros(unitMicrosAt(quantity, props.plan))}
      />
      <Sum name={t("list")} value={money(quote?.listCents)} />
      {quote && quote.discountCents > 0 && (
        <Sum name={discount} value={formatCents(-quote.discountCents)} />
      )}
      <Sum name={t("total")} value={money(quote?.totalCents)} strong />
      {quote?.bonus && <Sum name={t("bonus")} value={quote.bonus} />}
      {walletCents !== undefined && <Sum name={t("wallet")} value={formatCents(walletCents)} />}
      {left !== undefined && left >= 0 && <Sum name={t("walletAfter")} value={formatCents(left)} />}
    </AmountList>
  );
}
