/**
 * The time of plans: orders grant it, refunds take and return it. A plan ends at its start plus
 * `idle_ms` plus the seconds of its orders minus those refunded (`verify`).
 */
import {
  expiryAfterSuspension,
  extendedExpiry,
  shortenedExpiry,
  secondsLeft,
} from "@turnpike/rules/unlimited-time.ts";
import type { Tx } from "../../platform/db/database.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Services } from "../../platform/services.ts";
import { reopen } from "./reopen.ts";
import type { PlanRow } from "./store/plans.ts";
import { type EndChange, unreleasedPortIds, setEnd } from "./store/terms.ts";
import { setWaiting } from "./store/waiting.ts";

/** Moves a plan's end and notifies gateways. */
export async function moveEnd(tx: Tx, planId: string, change: EndChange): Promise<void> {
  await setEnd(tx, planId, change);
  const ids = await unreleasedPortIds(tx, planId);
  await recordChanges(
    tx,
    ids.map((id) => ({ kind: "unlimitedPort", id })),
  );
}

/** How many of these seconds can still be taken back. While a plan waits, its time stands still. */
export function reclaimableSeconds({ world }: Services, plan: PlanRow, seconds: number): number {
  const waitingSince = plan.waiting_since?.getTime();
  const [expiresAt, now] = [plan.expires_at.getTime(), waitingSince ?? world.now()];
  const released = plan.released_at !== null && waitingSince === undefined;
  return Math.min(seconds, secondsLeft({ expiresAt, released, now }));
}

/** Takes seconds back from a locked plan, which then ends sooner or at once. */
export async function reclaimTime(tx: Tx, plan: PlanRow, seconds: number): Promise<void> {
  if (seconds === 0) return;
  const expiresAt = new Date(shortenedExpiry(plan.expires_at.getTime(), seconds));
  await moveEnd(tx, plan.id, { expiresAt });
}

/**
 * Returns seconds that a refund had taken; they count from now if the plan has ended since.
 * Released ports get new numbers, or the plan waits for some (`reopen-waiting.ts`). The caller has
 * locked the plan and posted nothing yet. Plans of closed accounts stay closed.
 */
export async function restoreTime(
  services: Services,
  tx: Tx,
  { plan, seconds, closed }: { plan: PlanRow; seconds: number; closed: boolean },
): Promise<void> {
  if (seconds === 0) return;
  const now = services.world.now();
  const since = plan.waiting_since?.getTime() ?? null;
  const waited = expiryAfterSuspension({ expiresAt: plan.expires_at.getTime(), now }, since);
  const end = extendedExpiry({ expiresAt: waited.expiresAt, now }, seconds);
  if (plan.released_at !== null && !closed) await reopenOrWait(services, tx, plan);
  const idleMs = waited.idleMs + end.idleMs;
  await moveEnd(tx, plan.id, { expiresAt: new Date(end.expiresAt), idleMs });
}

async function reopenOrWait(services: Services, tx: Tx, plan: PlanRow): Promise<void> {
  if (await reopen(services, tx, plan)) return;
  await setWaiting(tx, plan.id, new Date(services.world.now()));
  services.log.error(
    { plan: plan.id, order: plan.order_no },
    "plan reopen deferred: no port numbers are free",
  );
}
