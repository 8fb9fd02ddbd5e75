import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "../../../lib/call.ts";
import { formatCents, formatNumber } from "@turnpike/ui/lib/format.ts";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { useMethodName } from "../../payment/order-text.ts";
import { type Payment, paymentAmounts } from "../../payment/payment-state.ts";
import { ExpiryList, useRenewedTitle } from "./RenewalResult.tsx";
import { makeStale } from "../../../lib/stale.ts";
import type { Quote } from "./use-renewal-quote.ts";

/**
 * The payment for a renewal has arrived. IPs that could no longer be renewed are counted: their
 * credits were added to the account.
 */
export function RenewalPaidResult(props: {
  payment: Payment;
  quote: Quote | null;
  notes: ReactNode;
  onClose: () => void;
}) {
  const { t } = useTranslation("static-take");
  const { payment, quote } = props;
  const methodName = useMethodName();
  useEffect(() => {
    void makeStale({ after: "renewalStaticMany" });
  }, []);
  const now = useEndsNow(quote);
  const quoted = quote?.items ?? [];
  const ends = quoted
    .filter(({ id, renewedUntil }) => (now.data?.get(id) ?? "") >= renewedUntil)
    .map(({ id, host, renewedUntil }) => ({ id, host, until: renewedUntil }));
  const title = useRenewedTitle(ends.length, ends);
  if (now.isPending) return <LineSkeletons lines={4} height={22} />;
  const rest = quoted.length - ends.length;
  const received = {
    method: methodName(payment.method),
    amount: formatCents(paymentAmounts(payment).paidCents),
  };
  const loaded = now.data !== null && quoted.length > 0;
  return (
    <ExpiryList
      title={loaded && ends.length > 0 ? title : t("renewed.paid")}
      ends={ends}
      notes={props.notes}
      onClose={props.onClose}
    >
      {t("renewed.received", received)}{" "}
      {loaded && rest > 0 && t("renewed.rest", { count: rest, number: formatNumber(rest) })}
      {!loaded && t("renewed.look")}
    </ExpiryList>
  );
}

/** The new expiry of each IP; null if unknown. */
function useEndsNow(quote: Quote | null) {
  return useQuery({
    queryKey: ["staticMoreInfo", "paid", quote],
    queryFn: async ({ signal }) => {
      if (!quote) return null;
      const ids = quote.items.map(({ id }) => id);
      const parameters = { ids, days: quote.days as 7 | 30 | 90 };
      const answer = await callApi("staticMoreInfo", parameters, {
        signal,
        handles: () => true,
      }).catch(() => null);
      return answer && new Map(answer.items.map(({ id, expiresAt }) => [id, expiresAt]));
    },
    retry: false,
  });
}
