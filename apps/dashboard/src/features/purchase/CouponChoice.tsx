import { Alert, Button, Select, TextInput } from "@mantine/core";
import { formatCents } from "@turnpike/ui/lib/format.ts";
import { useTranslation } from "react-i18next";
import { type Coupons, couponShortCents } from "./use-price.ts";

/** Chooses a discount for this purchase. */
export function CouponChoice(props: {
  coupons: Coupons;
  /** Retries loading the coupons. */
  onAgain: () => void;
  /** The price of the selection without a coupon. */
  listCents: number;
  value: string | null;
  onChange: (id: string | null) => void;
}) {
  const { t } = useTranslation(["buy", "ui"]);
  if (!props.coupons)
    return (
      <Alert color="red" role="alert" title={t("couponsFailed")}>
        <Button size="xs" variant="default" onClick={props.onAgain}>
          {t("ui:retry")}
        </Button>
      </Alert>
    );
  const discounts = props.coupons.filter(({ kind }) => kind === "discount");
  if (discounts.length === 0)
    return <TextInput label={t("coupon")} value={t("noCoupons")} disabled />;
  const chosen = discounts.find(({ id }) => id === props.value);
  const shortCents = couponShortCents(chosen, props.listCents);
  const amounts = { min: formatCents(chosen?.minCents ?? 0), missing: formatCents(shortCents) };
  return (
    <Select
      label={t("coupon")}
      placeholder={t("noCoupon")}
      clearable
      value={props.value}
      onChange={props.onChange}
      data={discounts.map(({ id, title }) => ({ value: id, label: title }))}
      error={shortCents > 0 && t("couponFrom", amounts)}
    />
  );
}
