/** Text for orders in tables. */
import { orderMethods } from "@turnpike/rules/payment-method.ts";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { formatGb, formatNumber } from "@turnpike/ui/lib/format.ts";

export type Order = CallResult<"orderList">["items"][number];
/** Translates a payment method's name; an unknown method keeps its own. */
export function useMethodName(): (method: string) => string {
  const { t } = useTranslation("parts");
  return (method) => {
    const option = orderMethods.find((one) => one === method);
    return option ? t(`payments.methods.${option}`) : method;
  };
}

/** The ordered quantity: "10 GB", "200 Mbps", "3 ports". */
export function quantityOf({ kind, quantity }: Pick<Order, "kind" | "quantity">): string {
  const number = formatNumber(quantity);
  if (kind === "traffic") return formatGb(quantity * 1e9);
  if (kind === "bandwidth") return i18next.t("parts:payments.quantities.bandwidth", { number });
  const pieces = kind === "port" ? "port" : "ips";
  return i18next.t(`parts:payments.quantities.${pieces}`, { count: quantity, number });
}
