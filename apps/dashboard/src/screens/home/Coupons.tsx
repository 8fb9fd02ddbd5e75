import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { IconDiscount, IconGift, IconTicket } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Answered } from "../../lib/call.ts";
import { formatDateTime, formatNumber } from "../../lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { LineSkeletons } from "../../ui/Skeletons.tsx";
import classes from "./home.module.css";

type Coupon = Answered<"coupons">["items"][number];
const SHOWN_AT_FIRST = 4;

/** Coupons that can be used, those that end soonest first. */
export function Coupons() {
  const { t } = useTranslation("home");
  const coupons = useCall("coupons", { status: "usable" });
  return (
    <Panel title={t("coupons.title")}>
      {coupons.isError && !coupons.data && (
        <ErrorState error={coupons.error} onRetry={() => void coupons.refetch()} />
      )}
      {coupons.isPending && <LineSkeletons lines={3} height={20} />}
      {coupons.data && <CouponList items={coupons.data.items} />}
    </Panel>
  );
}

function CouponList(props: { items: Coupon[] }) {
  const { t } = useTranslation("home");
  const [all, setAll] = useState(false);
  const items = props.items.toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt));
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<IconTicket size={22} />}
        title={t("coupons.none")}
        text={t("coupons.noneHelp")}
      />
    );
  }
  return (
    <>
      <ul className={classes.coupons}>
        {(all ? items : items.slice(0, SHOWN_AT_FIRST)).map((coupon) => (
          <CouponCard key={coupon.id} coupon={coupon} />
        ))}
      </ul>
      {items.length > SHOWN_AT_FIRST && (
        <Button variant="subtle" size="xs" mt="sm" aria-expanded={all} onClick={() => setAll(!all)}>
          {all
            ? t("coupons.fewer")
            : t("coupons.all", { count: items.length, shown: formatNumber(items.length) })}
        </Button>
      )}
    </>
  );
}

function CouponCard({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation("home");
  const gift = coupon.kind === "gift";
  const forTraffic = !gift || coupon.giftSku?.startsWith("traffic");
  return (
    <li className={classes.coupon}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        {gift ? <IconGift size={20} aria-hidden /> : <IconDiscount size={20} aria-hidden />}
        <Stack gap={2} flex={1} miw={0}>
          <Text fw={600} lh={1.35}>
            {coupon.title}
          </Text>
          <Text fz="xs" c="dimmed">
            {t("coupons.until", { at: formatDateTime(coupon.expiresAt) })}
          </Text>
          {forTraffic && (
            <Anchor
              component={Link}
              to="/cli/traffic-use?dialog=buy"
              fz="sm"
              fw={550}
              aria-label={t("coupons.useNamed", { name: coupon.title })}
            >
              {t("coupons.use")}
            </Anchor>
          )}
        </Stack>
      </Group>
    </li>
  );
}
