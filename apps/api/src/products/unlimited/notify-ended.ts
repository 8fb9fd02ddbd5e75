/** Tells webhooks that plans have ended, once for each end; a renewal makes another one. */
import { holdAccount } from "../../identity/account/standing.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { emitPlanExpired } from "./events.ts";
import { lockUnreported, setEndTold, unreportedEnds } from "./store/end.ts";

const PLANS_AT_ONCE = 200;
/** Of one run at most: the next one goes on. */
const ROUNDS = 500;

/** A fault with one plan is in the log, and keeps no other from being told. */
export async function notifyEnded(services: Services): Promise<void> {
  let after: { endsAt: Date; id: string } | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const now = new Date(services.world.now());
    const ended = await unreportedEnds(services.db, { now, after, limit: PLANS_AT_ONCE });
    for (const plan of ended) {
      await tellOne(services, { ...plan, now }).catch((err: unknown) => {
        services.log.error({ err, plan: plan.id }, "the end of a plan could not be told");
      });
    }
    after = ended.at(-1) ?? null;
    if (ended.length < PLANS_AT_ONCE) return;
  }
}

function tellOne(
  services: Services,
  { id, accountId, now }: { id: string; accountId: string; now: Date },
): Promise<void> {
  return transaction(services.db, async (tx) => {
    await holdAccount(tx, accountId);
    const plan = await lockUnreported(tx, { id, now });
    if (plan === null) return;
    await setEndTold(tx, id);
    await emitPlanExpired(services, tx, plan);
  });
}
