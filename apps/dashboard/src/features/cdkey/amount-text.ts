import type { CdkeyKind } from "@turnpike/rules/cdkey.ts";
import { cdkeyUnit } from "@turnpike/rules/cdkey.ts";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { gbText } from "@turnpike/ui/Bytes.tsx";

export interface Held {
  kind: CdkeyKind;
  /** IPs, or GB of traffic. */
  amount: number;
}

/** Formats what keys hold: "500 IPs", "10 GB". */
export function useAmountText(): (held: Held) => string {
  const { t } = useTranslation("cdkey");
  return ({ kind, amount }) =>
    kind === "ip"
      ? t("ips.amount", { count: amount, amount: formatNumber(amount) })
      : gbText(amount * cdkeyUnit("traffic"));
}
