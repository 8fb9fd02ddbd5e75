import { Anchor, Box, Button, Text, Group, Stack } from "@mantine/core";
import { Loaded, together } from "@turnpike/ui/Loaded.tsx";
import { IconDiscount, IconGift } from "@turnpike/ui/icons.ts";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDate, formatDateTime, formatNumber } from "@turnpike/ui/lib/format.ts";
import { may } from "@turnpike/ui/lib/may.ts";
import { useCall } from "../../lib/queries.ts";
import { useGift } from "../order/use-gift.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import classes from "./home.module.css";
import { useLinkedPlace } from "./use-linked-place.ts";
import type { CallResult } from "../../lib/call.ts";

const COLLAPSED_ROWS = 1;

/** Usable coupons, those that expire soonest first; used and expired ones on demand. */
export function Coupons() {
  const { t } = useTranslation("home");
  const coupons = useCall("coupons", { status: "usable" });
  const [past, setPast] = useState(false);
  const place = useLinkedPlace("#coupons", coupons.data !== undefined);
  return (
    <Box ref={place} tabIndex={-1} className={classes.target ?? ""}>
      <Panel title={t("coupons.title")} className={classes.card ?? ""}>
        <Loaded of={coupons} lines={3} height={20}>
          {({ items }) => <Usable items={items} />}
        </Loaded>
        {coupons.data && (
          <Button
            variant="subtle"
            size="compact-sm"
            mt={6}
            ml={-8}
            aria-expanded={past}
            onClick={() => setPast(!past)}
          >
            {t(past ? "coupons.hideOld" : "coupons.old")}
          </Button>
        )}
        {past && <PastCoupons />}
      </Panel>
    </Box>
  );
}

function Usable(props: { items: Coupon[] }) {
  const { t } = useTranslation("home");
  const [all, setAll] = useState(false);
  const redeem = useGift();
  const items = props.items.toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt));
  return (
    <>
      {items.length === 0 && (
        <>
          <Text fw={550}>{t("coupons.none")}</Text>
          <Text fz="sm" c="dimmed">
            {t("coupons.noneHelp")}
          </Text>
        </>
      )}
      <ul className={classes.coupons}>
        {(all ? items : items.slice(0, COLLAPSED_ROWS)).map((coupon) => (
          <CouponCard key={coupon.id} coupon={coupon}>
            <Text fz="xs" c="dimmed">
              {t("coupons.until", { at: formatDateTime(coupon.expiresAt) })}
            </Text>
            {may("buy") && <Use coupon={coupon} onGift={redeem} />}
          </CouponCard>
        ))}
      </ul>
      {items.length > COLLAPSED_ROWS && (
        <Button variant="subtle" size="xs" mt="sm" aria-expanded={all} onClick={() => setAll(!all)}>
          {all
            ? t("coupons.fewer")
            : t("coupons.all", { count: items.length, shown: formatNumber(items.length) })}
        </Button>
      )}
    </>
  );
}

/** Redeems a gift here; a discount links to a purchase with it. */
function Use(props: { coupon: Coupon; onGift: (gift: Coupon) => void }) {
  const { t } = useTranslation("home");
  const { coupon } = props;
  const name = { name: coupon.title };
  if (coupon.kind === "gift") {
    return (
      <Anchor
        component="button"
        type="button"
        ta="start"
        fz="sm"
        fw={550}
        aria-label={t("coupons.redeemNamed", name)}
        onClick={() => props.onGift(coupon)}
      >
        {t("coupons.redeem")}
      </Anchor>
    );
  }
  return (
    <Anchor
      component={Link}
      to={`/cli/home?buy=traffic&coupon=${coupon.id}`}
      preventScrollReset
      fz="sm"
      fw={550}
      aria-label={t("coupons.useNamed", name)}
    >
      {t("coupons.use")}
    </Anchor>
  );
}

const PREVIEW_ROWS = 20;

/** Used and expired coupons, latest first. */
function PastCoupons() {
  const all = useCall("coupons", {});
  const usable = useCall("coupons", { status: "usable" });
  return (
    <Loaded of={together(all, usable)} lines={3} height={20}>
      {([every, open]) => <Past coupons={every.items} usable={open.items} />}
    </Loaded>
  );
}

function Past({ coupons, usable }: Record<"coupons" | "usable", readonly Coupon[]>) {
  const { t } = useTranslation("home");
  const now = new Set(usable.map(({ id }) => id));
  const past = coupons
    .filter(({ id }) => !now.has(id))
    .map((coupon) => ({ coupon, at: coupon.usedAt ?? coupon.expiresAt }))
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, PREVIEW_ROWS);
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

type Coupon = CallResult<"coupons">["items"][number];

/** A coupon: what it gives, and the list's details and actions. */
function CouponCard(props: { coupon: Coupon; children: ReactNode }) {
  const Icon = props.coupon.kind === "gift" ? IconGift : IconDiscount;
  return (
    <li className={classes.coupon}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Icon size={20} aria-hidden />
        <Stack gap={2} flex={1} miw={0} align="flex-start">
          <Text fw={600} lh={1.35}>
            {props.coupon.title}
          </Text>
          {props.children}
        </Stack>
      </Group>
    </li>
  );
}
