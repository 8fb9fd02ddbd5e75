import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ask, CallRefused } from "../../lib/call.ts";
import { paidCalls } from "./paid-calls.ts";
import { askAgainMs, type Payment } from "./payment-state.ts";

/**
 * A payment as it stands, asked for again while it may change; what the account owns is asked for
 * anew whenever it did. A refusal (no such payment) is the caller's to show.
 */
export function usePayment(paymentId: string) {
  const client = useQueryClient();
  const query = useQuery<Payment>({
    queryKey: ["payment", { paymentId }],
    queryFn: ({ signal }) => ask("payment", { paymentId }, { signal, handles: () => true }),
    refetchInterval: ({ state }) =>
      state.error instanceof CallRefused ? false : askAgainMs(state.data),
    retry: false,
  });
  const { data } = query;
  const moved = data && data.status !== "pending";
  const standing = data && `${data.status} ${data.receivedCents} ${data.refundedCents}`;
  useEffect(() => {
    if (!moved) return;
    for (const call of paidCalls) void client.invalidateQueries({ queryKey: [call] });
  }, [moved, standing, client]);
  return query;
}
