import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatDate } from "../../lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { LineSkeletons } from "../../ui/Skeletons.tsx";
import { CouponCard } from "./CouponCard.tsx";
import classes from "./home.module.css";

const SHOWN = 20;

/** Coupons that were used or have expired, the latest first. */
export function PastCoupons() {
  const { t } = useTranslation("home");
  const all = useCall("coupons", {});
  const usable = useCall("coupons", { status: "usable" });
  for (const asked of [all, usable]) {
    if (!asked.isError || asked.data) continue;
    return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  }
  if (!all.data || !usable.data) return <LineSkeletons lines={3} height={20} />;
  const now = new Set(usable.data.items.map(({ id }) => id));
  const past = all.data.items
    .filter(({ id }) => !now.has(id))
    .map((coupon) => ({ coupon, at: coupon.usedAt ?? coupon.expiresAt }))
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, SHOWN);
  if (past.length === 0) {
    return (
      <Text fz="sm" c="dimmed" mt="xs">
        {t("coupons.noOld")}
      </Text>
    );
  }
  return (
    <ul className={classes.coupons}>
      {past.map(({ coupon, at }) => (
        <CouponCard key={coupon.id} coupon={coupon}>
          <Text fz="xs" c="dimmed">
            {t(coupon.usedAt ? "coupons.used" : "coupons.expired", { at: formatDate(at) })}
          </Text>
        </CouponCard>
      ))}
    </ul>
  );
}
