/** Gives unlimited plans directly, for tests that read them, with the money that they cost. */
import type { HubMessage } from "@turnpike/contract/data-plane.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import type { UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import { sql } from "kysely";
import { give } from "../cdkey/testing.ts";
import { transaction } from "../../platform/db/database.ts";
import { inBatches } from "../proxy-file/proxy-file.ts";
import type { Services } from "../../platform/services.ts";
import { buyPlan } from "./buy.ts";
import { recordPortStates } from "../../inventory/listening-port/port-states.ts";
import { unlimitedPortRange } from "./store/port-range.ts";
import { type PlanRow, type PortRow, portsOfPlan } from "./store/plans.ts";
import { lastFact } from "../traffic/testing.ts";

export interface GivePlanOptions {
  kind?: UnlimitedKind;
  region?: UnlimitedRegion;
  quantity?: number;
  days?: 7 | 30 | 90;
  /** Whether a gateway has opened its ports. */
  open?: boolean;
  /** From now on; negative if it has already ended. */
  endsInMs?: number;
}
export type PlanWithPorts = PlanRow & { ports: PortRow[]; portIds: string[] };

/** Gives an account a plan; by default one open port in Europe for 30 days. */
export async function givePlan(
  services: Services,
  accountId: string,
  given: GivePlanOptions = {},
): Promise<PlanWithPorts> {
  const { kind = "port", region = "europe", days = 30, open = true, endsInMs } = given;
  const quantity = given.quantity ?? (kind === "port" ? 1 : 100);
  await give(services, accountId, { asset: "wallet", amount: 10_000_000 });
  const fields = { accountId, kind, region, quantity, days, coupon: null, method: "wallet" };
  const { plan } = await transaction(services.db, (tx) =>
    buyPlan(services, tx, fields as Parameters<typeof buyPlan>[2]),
  );
  if (plan === null) throw new Error("no plan was made");
  if (open) await reportPlanPorts(services, await portsOfPlan(services.db, plan.id));
  if (endsInMs !== undefined) await endPlan(services, plan.id, endsInMs);
  const ports = await portsOfPlan(services.db, plan.id);
  return { ...plan, ports, portIds: ports.map(({ id }) => id) };
}

/** Reports ports as a gateway does; by default as open. */
export async function reportPlanPorts(
  services: Services,
  ports: Pick<PortRow, "id" | "port">[],
  { open = true, code = "", detail = "", gateway = "test-1" } = {},
): Promise<void> {
  const states = ports.map(({ id, port }) => ({
    kind: "unlimitedPort" as const,
    portId: id,
    port,
    open,
    code,
    detail,
  }));
  for (const ports of inBatches(states, 500))
    await recordPortStates(services, unlimitedPortRange, { gateway, ports });
}

/** Moves a plan's end to `inMs` from now, and its start too if the end is in the past. */
export async function endPlan(services: Services, planId: string, inMs: number): Promise<void> {
  const ends = new Date(services.world.now() + inMs);
  await sql`
    update unlimited_plan set expires_at = ${ends},
      started_at = least(started_at, ${ends}::timestamptz - days * interval '1 day')
    where id = ${planId}`.execute(services.db);
}

/** The last fact about a port that a gateway received, or "gone". */
export const lastUnlimitedPortFact = (link: { news: HubMessage[] }, id: string) =>
  lastFact(link, id, "unlimitedPort");
/** How soon gateways must receive a change. */
export const soon = { timeout: 2_000, interval: 10 };
