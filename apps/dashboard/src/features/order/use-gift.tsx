import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { openAct } from "../../ui/act/open-act.ts";
import type { Coupon } from "../purchase/use-price.ts";
import { PurchaseResult } from "./PurchaseResult.tsx";

/** Redeems a gift after one confirmation that says what it gives. */
export function useGift(): (gift: Coupon) => void {
  const { t } = useTranslation("buy");
  return ({ id, title }) =>
    openAct({
      call: "placeOrder",
      input: { method: "coupon", couponId: id },
      title: t("gift.title"),
      text: (
        <>
          <Text fw={600} c="var(--mantine-color-text)">
            {title}
          </Text>
          {t("gift.explain")}
        </>
      ),
      submit: t("redeem"),
      result: ({ order }, close) => <PurchaseResult order={order} name={title} onClose={close} />,
      ownButtons: true,
    });
}
