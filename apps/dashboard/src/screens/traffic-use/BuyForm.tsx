import { Alert, Anchor, Button, SegmentedControl, Select, Stack, Text } from "@mantine/core";
import type { Product } from "@turnpike/contract/order.ts";
import { IconGift, IconWallet } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { CallRefused } from "../../lib/call.ts";
import { formatCents, formatNumber } from "../../lib/format.ts";
import { useCall, useCommand } from "../../lib/queries.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { boughtCalls } from "./bought-calls.ts";
import type { Ordered } from "./BuyDialog.tsx";
import { withinRange } from "./buy-plan.ts";
import { BuyQuantity } from "./BuyQuantity.tsx";
import { BuySummary } from "./BuySummary.tsx";
import { useQuote } from "./use-quote.ts";

const methods = ["wallet", "card", "crypto"] as const;
type Method = (typeof methods)[number];
const FIRST_QUANTITY_GB = 10;

interface FormProps {
  plans: Product[];
  onOrdered: (ordered: Ordered) => void;
}

export function BuyForm({ plans, onOrdered }: FormProps) {
  const { t } = useTranslation("traffic-use");
  const [first] = plans;
  if (!first) return <EmptyState icon={<IconWallet size={22} />} title={t("buy.nothingSold")} />;
  return <Choices plans={plans} first={first} onOrdered={onOrdered} />;
}

function Choices({ plans, first, onOrdered }: FormProps & { first: Product }) {
  const { t } = useTranslation("traffic-use");
  const [sku, setSku] = useState(first.sku);
  const plan = plans.find((candidate) => candidate.sku === sku) ?? first;
  const [quantity, setQuantity] = useState(withinRange(FIRST_QUANTITY_GB, plan));
  const [couponId, setCouponId] = useState<string | null>(null);
  const [method, setMethod] = useState<Method>("wallet");
  const wallet = useCall("headerInit", {}).data?.walletCents;
  const quote = useQuote({ sku: plan.sku, quantity, couponId });
  const [refusal, setRefusal] = useState<CallRefused | null>(null);
  const order = useCommand("placeOrder", {
    invalidates: boughtCalls,
    handles: (refused) => {
      setRefusal(refused);
      return true;
    },
  });
  const total = quote.data?.totalCents;
  const short = method === "wallet" && total !== undefined && total > (wallet ?? total);
  const buy = () => {
    setRefusal(null);
    const coupon = couponId ? { couponId } : {};
    order.mutate(
      { sku: plan.sku, quantity, method, ...coupon },
      {
        onSuccess: ({ paymentId, payUrl }) =>
          onOrdered({
            quantity,
            ...(paymentId && payUrl ? { payment: { id: paymentId, url: payUrl } } : {}),
          }),
      },
    );
  };
  return (
    <Stack gap="lg">
      {plans.length > 1 && (
        <PlanChoice
          plans={plans}
          value={plan.sku}
          onChange={(next) => {
            const chosen = plans.find((candidate) => candidate.sku === next) ?? first;
            setSku(chosen.sku);
            setQuantity(withinRange(quantity, chosen));
          }}
        />
      )}
      <BuyQuantity plan={plan} value={quantity} onChange={setQuantity} />
      <CouponChoice value={couponId} onChange={setCouponId} onOrdered={onOrdered} />
      <Stack gap={6}>
        <Text fz="sm" fw={500} id="buy-method">
          {t("buy.method")}
        </Text>
        <SegmentedControl
          aria-labelledby="buy-method"
          fullWidth
          value={method}
          onChange={(value) => setMethod(value as Method)}
          data={methods.map((value) => ({ value, label: t(`buy.methods.${value}`) }))}
        />
      </Stack>
      <BuySummary
        plan={plan}
        quantity={quantity}
        quote={quote.isError ? undefined : quote.data}
        walletCents={method === "wallet" ? wallet : undefined}
        settling={!quote.current}
      />
      {(refusal ?? quote.error) && !short && (
        <Alert color="red" role="alert">
          {(refusal ?? quote.error)?.message}
        </Alert>
      )}
      {short ? (
        <Recharge missingCents={(total ?? 0) - (wallet ?? 0)} />
      ) : (
        <Button
          size="md"
          loading={order.isPending}
          disabled={!quote.current || quote.isError}
          onClick={buy}
        >
          {t(method === "wallet" ? "buy.confirm" : "buy.confirmOutside", {
            quantity: formatNumber(quantity),
            total: formatCents(total ?? 0),
          })}
        </Button>
      )}
    </Stack>
  );
}

function PlanChoice(props: { plans: Product[]; value: string; onChange: (sku: string) => void }) {
  const { t } = useTranslation("traffic-use");
  const { plans } = props;
  const enterprise = plans.find((plan) => plan.sku === props.value)?.enterprise ?? false;
  const paired = plans.length === 2 && plans[0]?.enterprise !== plans[1]?.enterprise;
  const ownName = (plan: Product) => t(plan.enterprise ? "buy.enterprise" : "buy.standard");
  return (
    <Stack gap={6}>
      <SegmentedControl
        aria-label={t("buy.plan")}
        fullWidth
        value={props.value}
        onChange={props.onChange}
        data={plans.map((plan) => ({
          value: plan.sku,
          label: paired ? ownName(plan) : plan.name,
        }))}
      />
      <Text fz="sm" c="dimmed">
        {t(enterprise ? "buy.enterpriseHelp" : "buy.standardHelp")}
      </Text>
    </Stack>
  );
}

/** A discount for this order; a gift of traffic is redeemed at once. */
function CouponChoice(props: {
  value: string | null;
  onChange: (id: string | null) => void;
  onOrdered: (ordered: Ordered) => void;
}) {
  const { t } = useTranslation("traffic-use");
  const coupons = useCall("coupons", { status: "usable" }).data?.items ?? [];
  const discounts = coupons.filter((coupon) => coupon.kind === "discount");
  const gift = coupons.find(
    ({ kind, giftSku }) => kind === "gift" && giftSku?.startsWith("traffic"),
  );
  const redeem = useCommand("placeOrder", { invalidates: boughtCalls });
  const useGift = (couponId: string) =>
    redeem.mutate(
      { method: "coupon", couponId },
      { onSuccess: ({ order }) => props.onOrdered({ quantity: order.quantity }) },
    );
  return (
    <>
      {gift && (
        <Alert color="amber" icon={<IconGift aria-hidden />} title={gift.title}>
          <Button
            size="xs"
            variant="default"
            loading={redeem.isPending}
            onClick={() => useGift(gift.id)}
          >
            {t("buy.redeem")}
          </Button>
        </Alert>
      )}
      {discounts.length > 0 && (
        <Select
          label={t("buy.coupon")}
          placeholder={t("buy.noCoupon")}
          clearable
          value={props.value}
          onChange={props.onChange}
          data={discounts.map((coupon) => ({ value: coupon.id, label: coupon.title }))}
        />
      )}
    </>
  );
}

function Recharge(props: { missingCents: number }) {
  const { t } = useTranslation("traffic-use");
  return (
    <Alert
      color="amber"
      icon={<IconWallet aria-hidden />}
      title={t("buy.short")}
      aria-live="polite"
    >
      {t("buy.shortHelp", { missing: formatCents(props.missingCents) })}{" "}
      <Anchor component={Link} to="/cli/home?dialog=recharge" fw={600}>
        {t("buy.recharge")}
      </Anchor>
    </Alert>
  );
}
