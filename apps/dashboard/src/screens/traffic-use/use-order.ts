import { useState } from "react";
import type { CallRefused, Question } from "../../lib/call.ts";
import { useCommand } from "../../lib/queries.ts";
import type { Ordered } from "./BuyDialog.tsx";
import { boughtCalls } from "./bought-calls.ts";

/** Places the order; what the API refuses is kept for the dialog to show. */
export function useOrder(onOrdered: (ordered: Ordered) => void) {
  const [refusal, setRefusal] = useState<CallRefused | null>(null);
  const order = useCommand("placeOrder", {
    invalidates: boughtCalls,
    handles: (refused) => {
      setRefusal(refused);
      return true;
    },
  });
  const place = (question: Question<"placeOrder"> & { quantity: number }) => {
    setRefusal(null);
    order.mutate(question, {
      onSuccess: ({ paymentId, payUrl }) =>
        onOrdered({
          quantity: question.quantity,
          ...(paymentId && payUrl ? { payment: { id: paymentId, url: payUrl } } : {}),
        }),
    });
  };
  return { place, refusal, busy: order.isPending };
}
