/** Reopens plans that wait for port numbers once enough are free; the wait costs them no time. */
import { expiryAfterSuspension } from "@turnpike/rules/unlimited-time.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import { transaction } from "../../platform/db/database.ts";
import { nilUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { reopen } from "./reopen.ts";
import {
  endWaiting,
  lockWaiting,
  setWaiting,
  type WaitingPlan,
  waitingAfter,
} from "./store/waiting.ts";
import { moveEnd } from "./plan-time.ts";

const PLANS_AT_ONCE = 200;

/** Runs every minute. An error with one plan is logged and does not stop the others. */
export async function reopenWaiting(services: Services): Promise<void> {
  let after = nilUuid;
  for (;;) {
    const plans = await waitingAfter(services.db, after, PLANS_AT_ONCE);
    for (const plan of plans) {
      await reopenOne(services, plan).catch((err: unknown) => {
        services.log.error({ err, plan: plan.id }, "plan reopen failed");
      });
    }
    const last = plans.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** Reopens a plan, or extends it by the wait so far, so that its remaining time stays the same. */
function reopenOne(services: Services, { id, accountId }: WaitingPlan): Promise<void> {
  return transaction(services.db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    const plan = await lockWaiting(tx, id);
    const since = plan?.waiting_since?.getTime();
    if (!plan || since === undefined) return;
    const now = services.world.now();
    // No time is left, or the account is closed.
    if (!account || account.closed || plan.expires_at.getTime() <= since)
      return endWaiting(tx, id, new Date(now));
    const opened = await reopen(services, tx, plan);
    if (!opened) await setWaiting(tx, id, new Date(now));
    const end = expiryAfterSuspension({ expiresAt: plan.expires_at.getTime(), now }, since);
    await moveEnd(tx, id, { expiresAt: new Date(end.expiresAt), idleMs: end.idleMs });
    if (opened) services.log.info({ plan: id }, "plan reopened");
  });
}
