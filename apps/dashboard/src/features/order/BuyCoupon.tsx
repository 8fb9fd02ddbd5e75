import { Alert, Button, Select, TextInput } from "@mantine/core";
import { IconGift } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { formatCents } from "@turnpike/ui/lib/format.ts";
import { type Kind, kindOf } from "./plan.ts";
import type { Coupons } from "./use-choices.ts";
import { type Ordered, useGift } from "./use-order.ts";

export type Coupon = CallResult<"coupons">["items"][number];

/** How many cents of list price a coupon still needs; 0 where it holds. */
export function couponShortCents(coupon: Coupon | undefined, listCents: number): number {
  return Math.max(0, (coupon?.minCents ?? 0) - listCents);
}

/** A discount for this order; a gift of what is sold here is redeemed at once. */
export function BuyCoupon(props: {
  /** Absent where gifts of what is sold do not exist. */
  kind?: Kind;
  coupons: Coupons;
  /** Asks for the coupons again. */
  onAgain: () => void;
  /** What is chosen costs so much without a coupon. */
  listCents: number;
  value: string | null;
  onChange: (id: string | null) => void;
  onOrdered?: (ordered: Ordered) => void;
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

function Gift(props: { gift: Coupon; onOrdered: (ordered: Ordered) => void }) {
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
