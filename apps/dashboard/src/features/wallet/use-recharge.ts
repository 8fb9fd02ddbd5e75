import type { CallParameters } from "../../lib/call.ts";
import { useCommand } from "../../lib/use-command.ts";
import { openPayTab } from "../payment/pay-tab.ts";

/** A payment that has been started. */
export interface StartedPayment {
  paymentId: string;
  /** The browser blocked the new tab. */
  popupBlocked: boolean;
}

/** Starts a recharge; its payment page opens in a tab, which is closed again if there is none. */
export function useRecharge(onStarted: (started: StartedPayment) => void) {
  const command = useCommand("recharge", { handles: true });
  const start = (parameters: CallParameters<"recharge">) => {
    const tab = openPayTab();
    // Navigates or closes the tab even if this screen has been left by then.
    void command.send(parameters).then((answer) => {
      if (!answer) return tab.close();
      tab.navigate(answer.payUrl);
      onStarted({ paymentId: answer.paymentId, popupBlocked: tab.popupBlocked });
    });
  };
  return { start, refusal: command.refusal?.msg ?? "", busy: command.busy };
}
