/**
 * The time of plans: what orders give of it, what refunds take and return. A plan ends where it
 * began, and its `idle_ms`, and the seconds of its orders less what refunds took (`verify`).
 */
import { endAfterWait, endWith, endWithout, secondsLeft } from "@turnpike/rules/unlimited-time.ts";
import type { Tx } from "../../platform/db/database.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Services } from "../../platform/services.ts";
import { reopen } from "./reopen.ts";
import type { PlanRow } from "./store/plans.ts";
import { type EndChange, openPortIds, setEnd } from "./store/terms.ts";
import { setWaiting } from "./store/waiting.ts";

/** Moves a plan's end; its gateways know at once. */
export async function moveEnd(tx: Tx, planId: string, change: EndChange): Promise<void> {
  await setEnd(tx, planId, change);
  const ids = await openPortIds(tx, planId);
  await recordChanges(
    tx,
    ids.map((id) => ({ kind: "unlimitedPort", id })),
  );
}

/** How many of these seconds can still be taken back of a plan. The time of one that waits does not pass. */
export function takeable({ world }: Services, plan: PlanRow, seconds: number): number {
  const waits = plan.waiting_since?.getTime();
  const [expiresAt, now] = [plan.expires_at.getTime(), waits ?? world.now()];
  const released = plan.released_at !== null && waits === undefined;
  return Math.min(seconds, secondsLeft({ expiresAt, released, now }));
}

/** Takes seconds back: the plan ends sooner, or at once. The plan is locked. */
export async function takeTime(tx: Tx, plan: PlanRow, seconds: number): Promise<void> {
  if (seconds === 0) return;
  const expiresAt = new Date(endWithout(plan.expires_at.getTime(), seconds));
  await moveEnd(tx, plan.id, { expiresAt });
}

/**
 * Returns seconds that a refund had taken, from now on where the plan has ended since; one whose
 * ports were closed gets others, or waits for them (`reopen-waiting.ts`). The plan is locked, and nothing
 * has been posted yet. A closed account's plans stay closed.
 */
export async function returnTime(
  services: Services,
  tx: Tx,
  { plan, seconds, closed }: { plan: PlanRow; seconds: number; closed: boolean },
): Promise<void> {
  if (seconds === 0) return;
  const now = services.world.now();
  const since = plan.waiting_since?.getTime() ?? null;
  const waited = endAfterWait({ expiresAt: plan.expires_at.getTime(), now }, since);
  const end = endWith({ expiresAt: waited.expiresAt, now }, seconds);
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
