/** Creates the plan and ports of a paid order. */
import { defaultTemplate } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { firstRotationMinutes, type UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { isUnlimitedRegion, type UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import type { Tx } from "../../platform/db/database.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { PaidOrder } from "../../platform/module.ts";
import type { Services } from "../../platform/services.ts";
import { placePlanPorts, type PortPlace } from "./place-ports.ts";
import { newPortCredentials } from "./port-credentials.ts";
import { insertPlan, insertPorts, type NewPort, type PlanRow } from "./store/plans.ts";
import { insertTerm } from "./store/terms.ts";

/**
 * The caller has inserted the order and reserved its capacity (`reserveCapacity`), so enough port numbers
 * are free. The plan's time starts now.
 */
export async function createPlan(services: Services, tx: Tx, order: PaidOrder): Promise<PlanRow> {
  const now = new Date(services.world.now());
  const plan = planOf(services, order, now);
  const places = await placePlanPorts(services, tx, plan);
  if (places === null) throw new Error(`no numbers are free for ${order.orderNo}`);
  const ports = places.map((at, index) => portOf(services, { plan, at, place: index + 1, now }));
  await insertPlan(tx, plan);
  await insertTerm(tx, { orderId: order.id, planId: plan.id, countedAt: now });
  await insertPorts(tx, ports);
  await recordChanges(
    tx,
    ports.map(({ id }) => ({ kind: "unlimitedPort", id })),
  );
  return plan;
}

/** The plan that an order sold; null if it sold something else. */
export function planSoldBy({ kind, region, days }: Pick<PaidOrder, "kind" | "region" | "days">): {
  kind: UnlimitedKind;
  region: UnlimitedRegion;
  days: number;
} | null {
  if (kind !== "port" && kind !== "bandwidth") return null;
  if (days === null || !isUnlimitedRegion(region ?? "")) return null;
  return { kind, region: region as UnlimitedRegion, days };
}

function planOf({ world }: Services, order: PaidOrder, now: Date): PlanRow {
  const sold = planSoldBy(order);
  if (!sold) throw new Error(`${order.sku} is no unlimited plan`);
  const { kind, region, days } = sold;
  return {
    id: world.id(),
    account_id: order.accountId,
    kind,
    region,
    quantity: order.quantity,
    days,
    order_id: order.id,
    order_no: order.orderNo,
    started_at: now,
    expires_at: new Date(now.getTime() + order.granted * 1_000),
    whitelist: [],
    released_at: null,
    waiting_since: null,
  };
}

function portOf(
  services: Services,
  { plan, at, place, now }: { plan: PlanRow; at: PortPlace; place: number; now: Date },
): NewPort {
  return {
    id: services.world.id(),
    plan_id: plan.id,
    account_id: plan.account_id,
    place,
    node_id: at.nodeId,
    port: at.port,
    rotation_minutes: firstRotationMinutes,
    rotation_from: now,
    rotation_turn: 0,
    country: null,
    format: defaultTemplate,
    remark: "",
    ...newPortCredentials(services),
  };
}
