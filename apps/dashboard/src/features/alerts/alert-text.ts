import { gbToBytes } from "@turnpike/rules/bytes.ts";
import { useTranslation } from "react-i18next";
import { formatCents } from "@turnpike/ui/lib/format.ts";
import { gbText } from "@turnpike/ui/Bytes.tsx";
import type { AlertName } from "./alert-values.ts";

/** Formats a threshold, given in the form's unit: "1 GB", "$10.00", "7 days". */
export function useThresholdText(): (name: AlertName, value: number) => string {
  const { t } = useTranslation("setting-alerts");
  return (name, value) => {
    if (name === "traffic") return gbText(gbToBytes(value));
    if (name === "wallet") return formatCents(Math.round(value * 100));
    return t("days", { count: value });
  };
}
