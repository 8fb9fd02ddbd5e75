import { useState } from "react";
import type { Question } from "../../lib/call.ts";
import { useCommand } from "../../lib/queries.ts";
import { openPayTab } from "../payment/pay-tab.ts";

/** A payment that has been started. */
export interface Started {
  paymentId: string;
  /** The browser blocked the new tab. */
  blocked: boolean;
}

/** Starts a recharge; its payment page opens in a tab, which is closed again if there is none. */
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
    const tab = openPayTab();
    // Navigates or closes the tab even if this screen has been left by then.
    const done = command.mutateAsync(question).then(({ paymentId, payUrl }) => {
      tab.lead(payUrl);
      onStarted({ paymentId, blocked: tab.blocked });
    });
    done.catch(() => tab.close());
  };
  return { start, refusal, busy: command.isPending };
}
