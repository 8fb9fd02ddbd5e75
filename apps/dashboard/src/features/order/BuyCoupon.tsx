import { Alert, Button, Select, TextInput } from "@mantine/core";
import { IconGift } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { formatCents } from "@turnpike/ui/lib/format.ts";
import { type Kind, kindOf } from "./plan.ts";
import type { Coupons } from "./use-choices.ts";
import { type PlacedOrder, useGift } from "./use-order.ts";

export type Coupon = CallResult<"coupons">["items"][number];

/** By how many cents the list price falls short of the coupon's minimum; 0 if it applies. */
export function couponShortCents(coupon: Coupon | undefined, listCents: number): number {
  return Math.max(0, (coupon?.minCents ?? 0) - listCents);
}

/** Chooses a discount for this order, or redeems a gift of the same product at once. */
export function BuyCoupon(props: {
  /** Absent for products that have no gifts. */
  kind?: Kind;
  coupons: Coupons;
  /** Retries loading the coupons. */
  onAgain: () => void;
  /** The price of the selection without a coupon. */
  listCents: number;
  value: string | null;
  onChange: (id: string | null) => void;
  onOrdered?: (ordered: PlacedOrder) => void;
}) {
  const { t } = useTranslation("buy");
  const { coupons, kind, onOrdered } = props;
  if (!coupons) return <NotLoaded onAgain={props.onAgain} />;
  const discounts = coupons.filter((coupon) => coupon.kind === "discount");
  const gift = coupons.find((one) => one.kind === "gift" && kindOf(one.giftSku) === kind);
  const chosen = discounts.find(({ id }) => id === props.value);
  const shortCents = couponShortCents(chosen, props.listCents);
  return (
    <>
      {gift && onOrdered && <Gift gift={gift} onOrdered={onOrdered} />}
      {discounts.length > 0 ? (
        <Select
          label={t("coupon")}
          placeholder={t("noCoupon")}
          clearable
          value={props.value}
          onChange={props.onChange}
          data={discounts.map((coupon) => ({ value: coupon.id, label: coupon.title }))}
          error={
            shortCents > 0 &&
            t("couponFrom", {
              min: formatCents(chosen?.minCents ?? 0),
              missing: formatCents(shortCents),
            })
          }
        />
      ) : (
        <TextInput label={t("coupon")} value={t("noCoupons")} disabled />
      )}
    </>
  );
}

function NotLoaded(props: { onAgain: () => void }) {
  const { t } = useTranslation(["buy", "ui"]);
  return (
    <Alert color="red" role="alert" title={t("couponsFailed")}>
      <Button size="xs" variant="default" onClick={props.onAgain}>
        {t("ui:retry")}
      </Button>
    </Alert>
  );
}

function Gift(props: { gift: Coupon; onOrdered: (ordered: PlacedOrder) => void }) {
  const { t } = useTranslation("buy");
  const { redeem, busy } = useGift(props.onOrdered);
  return (
    <Alert color="amber" icon={<IconGift aria-hidden />} title={props.gift.title}>
      <Button size="xs" variant="default" loading={busy} onClick={() => redeem(props.gift.id)}>
        {t("redeem")}
      </Button>
    </Alert>
  );
}
