/** How a table displays an order. */
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { formatGb, formatNumber } from "@turnpike/ui/lib/format.ts";

export type Order = CallResult<"orderList">["items"][number];
const methods = ["wallet", "card", "crypto", "coupon"] as const;

/** Names a payment method in the reader's language; one that is not known keeps its own name. */
export function useMethodName(): (method: string) => string {
  const { t } = useTranslation("parts");
  return (method) => {
    const option = methods.find((one) => one === method);
    return option ? t(`payments.methods.${option}`) : method;
  };
}

/** Traffic is sold by the GB, everything else by the piece. */
export function quantityOf({ sku, quantity }: Pick<Order, "sku" | "quantity">): string {
  return sku.startsWith("traffic") ? formatGb(quantity * 1e9) : formatNumber(quantity);
}
