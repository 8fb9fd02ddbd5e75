/** Scheduled jobs of unlimited plans. */
import type { Job } from "../../platform/jobs.ts";
import { releaseEnded } from "./end.ts";
import { retryUnopenable } from "../../inventory/listening-port/renumber.ts";
import { removeBadPorts } from "../../inventory/listening-port/store/numbers.ts";
import { unlimitedPortRange } from "./store/port-range.ts";
import { reopenWaiting } from "./reopen-waiting.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { lockUnreportedEnd, markEndReported, unreportedEnds } from "./store/end.ts";
import { portCloseDelayMs } from "@turnpike/rules/unlimited.ts";
import { emitEvent } from "../../platform/modules.ts";
import type { PlanRow } from "./store/plans.ts";

/** Plans per page. */
const PLANS_AT_ONCE = 200;
/** Pages per run, at most; the next run continues. */
const ROUNDS = 500;

/** Emits `plan.expired` once for each end of a plan. An error is logged and stops no other plan. */
async function notifyEnded(services: Services): Promise<void> {
  let after: { endsAt: Date; id: string } | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const now = new Date(services.world.now());
    const ended = await unreportedEnds(services.db, { now, after, limit: PLANS_AT_ONCE });
    for (const plan of ended) {
      await notifyPlanEnd(services, { ...plan, now }).catch((err: unknown) => {
        services.log.error({ err, plan: plan.id }, "plan end notification failed");
      });
    }
    after = ended.at(-1) ?? null;
    if (ended.length < PLANS_AT_ONCE) return;
  }
}

function notifyPlanEnd(
  services: Services,
  { id, accountId, now }: { id: string; accountId: string; now: Date },
): Promise<void> {
  return transaction(services.db, async (tx) => {
    await lockAccount(tx, accountId);
    const plan = await lockUnreportedEnd(tx, { id, now });
    if (plan === null) return;
    await markEndReported(tx, id);
    await emitPlanExpired(services, tx, plan);
  });
}

/** Emits the webhook event of a plan that has ended. */
function emitPlanExpired(services: Services, tx: Tx, plan: PlanRow): Promise<void> {
  const { id: planId, account_id: accountId, kind, region, quantity, order_no: orderNo } = plan;
  const expiresAt = plan.expires_at.toISOString();
  const until = new Date(plan.expires_at.getTime() + portCloseDelayMs).toISOString();
  const data = { planId, kind, region, quantity, orderNo, expiresAt, renewableUntilAt: until };
  return emitEvent(services, tx, { accountId, event: "plan.expired", data });
}

export const unlimitedJobs: Job[] = [
  // Runs before ports are released, because released plans are skipped.
  { name: "report-ended-plans", everySeconds: 60, run: notifyEnded },
  { name: "release-ended-plans", everySeconds: 60, run: releaseEnded },
  // Runs after the release, when more port numbers are free.
  { name: "reopen-waiting-plans", everySeconds: 60, run: reopenWaiting },
  {
    name: "retry-unlimited-ports",
    everySeconds: 60,
    run: (services) => retryUnopenable(services, unlimitedPortRange),
  },
  {
    name: "delete-bad-unlimited-ports",
    everySeconds: 3_600,
    run: ({ db, world }) => removeBadPorts(db, unlimitedPortRange, new Date(world.now())),
  },
];
