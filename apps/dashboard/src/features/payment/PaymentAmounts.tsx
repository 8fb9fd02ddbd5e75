import { useTranslation } from "react-i18next";
import { formatCents } from "@turnpike/ui/lib/format.ts";
import { Sum, AmountList } from "@turnpike/ui/AmountList.tsx";
import { quantityOf, useMethodName } from "./order-text.ts";
import { type Payment, paymentAmounts } from "./payment-state.ts";

/** The amount of a payment, what it is for, and how much has been received. */
export function PaymentAmounts({ payment }: { payment: Payment }) {
  const { t } = useTranslation("buy");
  const methodName = useMethodName();
  const { order, bonusCents, receivedCents } = payment;
  const { missingCents } = paymentAmounts(payment);
  return (
    <AmountList>
      {order && <Sum name={t("payment.forOrder")} value={`${order.name}, ${quantityOf(order)}`} />}
      <Sum name={t("payment.method")} value={methodName(payment.method)} />
      <Sum name={t("payment.amount")} value={formatCents(payment.amountCents)} />
      {bonusCents > 0 && <Sum name={t("payment.bonus")} value={`+${formatCents(bonusCents)}`} />}
      {receivedCents > 0 && <Sum name={t("payment.received")} value={formatCents(receivedCents)} />}
      {receivedCents > 0 && missingCents > 0 && (
        <Sum strong name={t("payment.missing")} value={formatCents(missingCents)} />
      )}
    </AmountList>
  );
}
