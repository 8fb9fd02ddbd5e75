/**
 * Reopens the ports of released plans whose time is restored because a refund was undone. If not
 * enough numbers are free, the plan waits and its time stands still until there are.
 */
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { lockCapacity } from "./capacity.ts";
import { placePlanPorts } from "./place-ports.ts";
import { newPortCredentials } from "./port-credentials.ts";
import { type PlanRow, type PortRow, portsOfPlan } from "./store/plans.ts";
import { setReopened } from "./store/waiting.ts";

/**
 * Gives a plan's ports new numbers, and passwords if they have none. Returns false if not enough
 * numbers are free. The caller has locked the plan, posted nothing yet, and notifies gateways.
 */
export async function reopen(services: Services, tx: Tx, plan: PlanRow): Promise<boolean> {
  await lockCapacity(tx);
  const ports = await portsOfPlan(tx, plan.id);
  const places = await placePlanPorts(services, tx, plan, ports.length);
  if (places === null) return false;
  const opened = places.map(({ nodeId, port }, at) => {
    const { id, sealed_password, verifier, name } = ports[at] as PortRow;
    const input = { id, node_id: nodeId, port, sealed_password, verifier, name };
    return sealed_password === "" ? { ...input, ...newPortCredentials(services) } : input;
  });
  await setReopened(tx, plan.id, opened);
  return true;
}
