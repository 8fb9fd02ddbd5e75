import { Alert } from "@mantine/core";
import { IconInfoCircle } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { formatCents } from "@turnpike/ui/lib/format.ts";
import { type Payment, paymentAmounts } from "./payment-state.ts";

/** Notes on unusual payments: too much, too little, or partly refunded. */
export function PaidNotes({ payment }: { payment: Payment }) {
  const { t } = useTranslation("buy");
  const { missingCents, surplusCents } = paymentAmounts(payment);
  const sums = {
    amount: formatCents(payment.amountCents),
    received: formatCents(payment.receivedCents),
    surplus: formatCents(surplusCents),
    refunded: formatCents(payment.refundedCents),
  };
  const credited = payment.surplusCents > 0;
  const notes = [
    missingCents > 0 && t("payment.less", sums),
    surplusCents > 0 && t(credited ? "payment.surplusCredited" : "payment.surplusNoted", sums),
    payment.refundedCents > 0 && t("payment.partRefunded", sums),
  ].filter((note) => note !== false);
  return notes.map((note) => (
    <Alert key={note} color="amber" icon={<IconInfoCircle aria-hidden />} w="100%" ta="start">
      {note}
    </Alert>
  ));
}
