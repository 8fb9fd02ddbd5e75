import { useState } from "react";
import type { Question } from "../../lib/call.ts";
import { useCommand } from "../../lib/queries.ts";

/** A payment that has begun. */
export interface Started {
  paymentId: string;
  payUrl: string;
  /** The browser let no new tab open. */
  blocked: boolean;
}

/**
 * Starts a recharge. The tab is opened at the click, before the answer: browsers block what opens
 * later. It is led to the payment page, or closed again where there is none.
 */
export function useRecharge(onStarted: (started: Started) => void) {
  const [refusal, setRefusal] = useState("");
  const command = useCommand("recharge", {
    invalidates: ["rechargeList"],
    handles: (refused) => {
      setRefusal(refused.msg);
      return true;
    },
  });
  const start = (question: Question<"recharge">) => {
    setRefusal("");
    const tab = window.open("about:blank", "_blank");
    command.mutate(question, {
      onError: () => tab?.close(),
      onSuccess: ({ paymentId, payUrl }) => {
        if (tab) {
          tab.opener = null;
          tab.location.replace(payUrl);
        }
        onStarted({ paymentId, payUrl, blocked: tab === null });
      },
    });
  };
  return { start, refusal, busy: command.isPending };
}
