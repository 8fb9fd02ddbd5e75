import { Group, Stack, Text } from "@mantine/core";
import { IconDiscount, IconGift } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { CallResult } from "../../lib/call.ts";
import classes from "./home.module.css";

export type Coupon = CallResult<"coupons">["items"][number];

/** A coupon: what it gives, and what the list says about it. */
export function CouponCard(props: { coupon: Coupon; children: ReactNode }) {
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
