import { IconReceiptOff } from "@turnpike/ui/icons.ts";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useQuery } from "@tanstack/react-query";
import { callApi, CallRefused } from "../../lib/call.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { PaymentFailed } from "./PaymentFailed.tsx";
import { type Interruption, PaymentWaiting } from "./PaymentWaiting.tsx";
import { paymentPollMs, type Payment, stateOf } from "./payment-state.ts";
import { makeStale } from "../../lib/stale.ts";

/**
 * A payment of a recharge or an order, from the link to its page to its outcome; updates itself.
 * `paid` renders the result, `onAgain` restarts or changes the method.
 */
export function PaymentView(props: {
  paymentId: string;
  interruption?: Interruption | undefined;
  onAgain: (payment: Payment) => void;
  /** Additional content while nothing has been received. */
  unpaid?: ReactNode;
  paid: (payment: Payment) => ReactNode;
}) {
  const { t } = useTranslation("buy");
  const { data: payment, error, refetch } = usePayment(props.paymentId);
  if (!payment && error instanceof CallRefused) {
    return (
      <EmptyState
        icon={<IconReceiptOff size={22} />}
        title={t("payment.unknown")}
        text={t("payment.unknownHelp")}
      />
    );
  }
  if (!payment && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!payment) return <LineSkeletons lines={6} height={22} />;
  const state = stateOf(payment);
  const again = () => props.onAgain(payment);
  if (state === "paid") return props.paid(payment);
  if (state === "waiting" || state === "part") {
    return (
      <>
        <PaymentWaiting payment={payment} interruption={props.interruption} onAgain={again} />
        {state === "waiting" && props.unpaid}
      </>
    );
  }
  return <PaymentFailed payment={payment} state={state} onAgain={again} />;
}

/**
 * Polls the payment while it may change, and refetches the account's balances whenever it did. The
 * caller shows a refusal (no such payment).
 */
function usePayment(paymentId: string) {
  const query = useQuery<Payment>({
    queryKey: ["payment", { paymentId }],
    queryFn: ({ signal }) => callApi("payment", { paymentId }, { signal, handles: () => true }),
    refetchInterval: ({ state }) =>
      state.error instanceof CallRefused ? false : paymentPollMs(state.data),
    retry: false,
  });
  const { data } = query;
  const moved = data && data.status !== "pending";
  const snapshot = data && `${data.status} ${data.receivedCents} ${data.refundedCents}`;
  useEffect(() => {
    if (!moved) return;
    void makeStale({ after: "payment" });
  }, [moved, snapshot]);
  return query;
}
