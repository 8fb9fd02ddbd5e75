/** What events tell of unlimited plans. */
import { closingMs } from "@turnpike/rules/unlimited.ts";
import type { Tx } from "../../platform/db/database.ts";
import { emitEvent } from "../../platform/modules.ts";
import type { Services } from "../../platform/services.ts";
import type { PlanRow } from "./store/plans.ts";

/** An unlimited plan has ended. */
export function emitPlanExpired(services: Services, tx: Tx, plan: PlanRow): Promise<void> {
  const { id: planId, account_id: accountId, kind, region, quantity, order_no: orderNo } = plan;
  const expiresAt = plan.expires_at.toISOString();
  const until = new Date(plan.expires_at.getTime() + closingMs).toISOString();
  const data = { planId, kind, region, quantity, orderNo, expiresAt, renewableUntilAt: until };
  return emitEvent(services, tx, { accountId, event: "plan.expired", data });
}
