import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";

const colors = {
  pending: "amber",
  paid: "pike",
  failed: "red",
  expired: "gray",
  refunded: "gray",
} as const;

/** How a payment or an order stands. */
export function StatusBadge(props: { status: keyof typeof colors }) {
  const { t } = useTranslation("parts");
  return <Badge color={colors[props.status]}>{t(`payments.status.${props.status}`)}</Badge>;
}
