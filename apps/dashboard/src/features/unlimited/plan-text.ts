import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";

interface Sold {
  kind: UnlimitedKind;
  quantity: number;
}

/** Returns functions that describe plans: "3 ports", "15 Mbps", "Europe, 3 ports". */
export function usePlanText() {
  const { t } = useTranslation("unlimited-buy");
  const amount = ({ kind, quantity }: Sold) =>
    t(`${kind}.amount`, { count: quantity, number: formatNumber(quantity) });
  return {
    amount,
    mbps: (mbps: number) => t("mbps", { number: formatNumber(mbps) }),
    days: (days: number) => t("days", { count: days }),
    name: (plan: Sold & { regionName: string }) =>
      t("row.name", { region: plan.regionName, amount: amount(plan) }),
  };
}
