import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatCents } from "@turnpike/ui/lib/format.ts";

/** An amount paid or credited; below it, what differs: what was received, what was refunded. */
export function PaidCents(props: {
  amountCents: number;
  refundedCents: number;
  /** The amount received, if it is to be shown: too little so far, or too much. */
  receivedCents?: number;
}) {
  const { t } = useTranslation("parts");
  const { amountCents, refundedCents, receivedCents = 0 } = props;
  const odd = receivedCents > 0 && receivedCents !== amountCents;
  return (
    <>
      <span className="numeric">{formatCents(amountCents)}</span>
      {odd && (
        <Text fz="xs" c="dimmed" className="numeric">
          {t("payments.receivedOf", { amount: formatCents(receivedCents) })}
        </Text>
      )}
      {refundedCents > 0 && (
        <Text fz="xs" c="dimmed" className="numeric">
          {t("payments.refundedOf", { amount: formatCents(refundedCents) })}
        </Text>
      )}
    </>
  );
}
