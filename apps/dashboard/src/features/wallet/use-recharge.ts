import { useState } from "react";
import type { CallParameters } from "../../lib/call.ts";
import { useCommand } from "../../lib/queries.ts";
import { openPayTab } from "../payment/pay-tab.ts";

/** A payment that has been started. */
export interface StartedPayment {
  paymentId: string;
  /** The browser blocked the new tab. */
  popupBlocked: boolean;
}

/** Starts a recharge; its payment page opens in a tab, which is closed again if there is none. */
export function useRecharge(onStarted: (started: StartedPayment) => void) {
  const [refusal, setRefusal] = useState("");
  const command = useCommand("recharge", {
    invalidates: ["rechargeList"],
    handles: (refused) => {
      setRefusal(refused.msg);
      return true;
    },
  });
  const start = (parameters: CallParameters<"recharge">) => {
    setRefusal("");
    const tab = openPayTab();
    // Navigates or closes the tab even if this screen has been left by then.
    const done = command.mutateAsync(parameters).then(({ paymentId, payUrl }) => {
      tab.navigate(payUrl);
      onStarted({ paymentId, popupBlocked: tab.popupBlocked });
    });
    done.catch(() => tab.close());
  };
  return { start, refusal, busy: command.isPending };
}
