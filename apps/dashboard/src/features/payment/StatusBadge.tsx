import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";

const colors = {
  pending: "amber",
  paid: "good",
  failed: "red",
  expired: "gray",
  refunded: "gray",
  partlyRefunded: "gray",
} as const;

/** The status of a payment or an order; `refundedCents` is the amount refunded so far. */
export function StatusBadge(props: {
  status: Exclude<keyof typeof colors, "partlyRefunded">;
  refundedCents?: number;
}) {
  const { t } = useTranslation("parts");
  const partly = props.status === "paid" && (props.refundedCents ?? 0) > 0;
  const statusName = partly ? "partlyRefunded" : props.status;
  return (
    // If the badge could shrink, it would do so before any other column.
    <Badge color={colors[statusName]} miw="max-content">
      {t(`payments.status.${statusName}`)}
    </Badge>
  );
}
