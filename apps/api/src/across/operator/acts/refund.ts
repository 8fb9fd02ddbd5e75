/** Refunds an order or a recharge, in full or in part. */
import { type RefundResult, requestRefund } from "../../../commerce/refund/request.ts";
import { sendRefunds } from "../../../commerce/refund/send.ts";
import { countDueRefunds, refundState, type RefundState } from "../read/refunds.ts";
import { defineAct } from "./act.ts";
import { refuseAgain } from "./refuse-again.ts";
import { leavePlace } from "../../../platform/http/fair-share.ts";

export interface RefundSummary extends RefundState {
  id: string;
  refundedCents: number;
  to: RefundResult["to"];
  asset: string;
  taken: number;
  bonusCents: number;
  debtCents: number;
}

/** Sends card and crypto refunds right after the commit; if that fails, a job retries. */
export const refund = defineAct<
  { name: string; cents: number | null; reason: string },
  RefundSummary & { due: boolean }
>({
  action: "refund.request",
  run: async (services, tx, request, actor) => {
    const { refund: row, asset, to } = await requestRefund(services, tx, request);
    const { id, taken, bonusCents, debtCents, due, accountId } = row;
    if (request.cents !== null) {
      const now = services.world.now();
      const act = { action: "refund.request", subject: request.name, accountId, now };
      await refuseAgain(tx, act, { actor, same: { cents: request.cents } });
    }
    const summary = { id, refundedCents: row.cents ?? 0, to, asset, taken, bonusCents, debtCents };
    const result = async () => ({ ...summary, due, ...(await refundState(services.db, id)) });
    return {
      result: { ...summary, due, sentAt: null, claimUrl: null, lastError: null },
      subject: request.name,
      accountId,
      after: { refundId: id, cents: summary.refundedCents, to, taken, debtCents },
      afterCommit: async () => {
        leavePlace();
        if (due) await sendRefunds(services);
        return result();
      },
    };
  },
});

/** Tries to send all due refunds now. */
export const sendDueRefunds = defineAct<Record<string, never>, { due: number }>({
  action: "refund.send",
  run: async (services) => ({
    result: { due: 0 },
    subject: "all",
    afterCommit: async () => {
      leavePlace();
      await sendRefunds(services);
      return { due: await countDueRefunds(services.db) };
    },
  }),
});
