import { useTranslation } from "react-i18next";
import { useLastValue } from "../../lib/use-last-value.ts";
import { PurchaseResult } from "../order/PurchaseResult.tsx";
import { PaidNotes } from "../payment/PaidNotes.tsx";
import type { Payment } from "../payment/payment-state.ts";
import { PaymentView } from "../payment/PaymentView.tsx";
import { RechargePaid } from "./RechargePaid.tsx";
import { Dialog } from "@turnpike/ui/Dialog.tsx";

/** The outcome of a payment, shown on return from its page; closed if `paymentId` is empty. */
export function PaymentDialog(props: {
  paymentId: string;
  /** The payment page was left without paying. */
  cancelled: boolean;
  onAgain: (payment: Payment) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("buy");
  const { onClose } = props;
  const paymentId = useLastValue(props.paymentId || null);
  const renderPaid = (payment: Payment) =>
    payment.order ? (
      <PurchaseResult
        order={payment.order}
        name={payment.order.name}
        onClose={onClose}
        notes={<PaidNotes payment={payment} />}
      />
    ) : (
      <RechargePaid payment={payment} onClose={onClose} />
    );
  return (
    <Dialog opened={props.paymentId !== ""} onClose={onClose} size="md" title={t("payment.title")}>
      {paymentId && (
        <PaymentView
          key={paymentId}
          paymentId={paymentId}
          interruption={props.cancelled ? "cancelled" : undefined}
          onAgain={props.onAgain}
          paid={renderPaid}
        />
      )}
    </Dialog>
  );
}
