/**
 * The time of plans: what orders give of it, what refunds take and return. A plan ends where it
 * began, and its `idle_ms`, and the seconds of its orders less what refunds took (`verify`).
 */
import { endAfterWait, endWith, endWithout, secondsLeft } from "@turnpike/rules/unlimited-time.ts";
import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Services } from "../../platform/services.ts";
import { reopen, setWaiting } from "./reopen.ts";
import { type PlanRow, planColumns } from "./store.ts";
import { planIdOf } from "./term-store.ts";

/** The plan that an order gave its time to, locked until the transaction ends; null where none. */
export async function holdPlanOf(tx: Tx, orderId: string): Promise<PlanRow | null> {
  const planId = await planIdOf(tx, orderId);
  if (planId === null) return null;
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from unlimited_plan where id = ${planId} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Moves a plan's end; its gateways know at once. */
export async function moveEnd(
  tx: Tx,
  planId: string,
  {
    expiresAt,
    idleMs = 0,
    days = null,
  }: { expiresAt: Date; idleMs?: number; days?: number | null },
): Promise<void> {
  await sql`
    update unlimited_plan set expires_at = ${expiresAt}, idle_ms = idle_ms + ${idleMs},
      days = coalesce(${days}::int, days)
    where id = ${planId}`.execute(tx);
  await tellPorts(tx, planId);
}

async function tellPorts(tx: Tx, planId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from unlimited_port where plan_id = ${planId} and released_at is null`.execute(tx);
  await recordChanges(
    tx,
    rows.map(({ id }) => ({ kind: "unlimitedPort", id })),
  );
}

/** How many of these seconds can still be taken back of a plan. One that waits stands still. */
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
 * ports were closed gets others, or waits for them (`waiting.ts`). The plan is locked, and nothing
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
  const facts = { plan: plan.id, order: plan.order_no };
  services.log.error(
    facts,
    "a plan waits for port numbers after a refund was undone: none are free",
  );
}
