import { Alert, Button, SegmentedControl, Select, Stack, Text } from "@mantine/core";
import type { Product } from "@turnpike/contract/order.ts";
import { IconGift } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useCall, useCommand } from "../../lib/queries.ts";
import type { Ordered } from "./BuyDialog.tsx";
import { boughtCalls } from "./bought-calls.ts";

const methods = ["wallet", "card", "crypto"] as const;
export type Method = (typeof methods)[number];

export function MethodChoice(props: { value: Method; onChange: (method: Method) => void }) {
  const { t } = useTranslation("traffic-use");
  return (
    <Stack gap={6}>
      <Text fz="sm" fw={500} id="buy-method">
        {t("buy.method")}
      </Text>
      <SegmentedControl
        aria-labelledby="buy-method"
        fullWidth
        value={props.value}
        onChange={(value) => props.onChange(value as Method)}
        data={methods.map((value) => ({ value, label: t(`buy.methods.${value}`) }))}
      />
    </Stack>
  );
}

/** Standard or enterprise; nothing where there is one plan alone. */
export function PlanChoice(props: {
  plans: Product[];
  value: string;
  onChange: (sku: string) => void;
}) {
  const { t } = useTranslation("traffic-use");
  const { plans } = props;
  if (plans.length < 2) return null;
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
export function CouponChoice(props: {
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
