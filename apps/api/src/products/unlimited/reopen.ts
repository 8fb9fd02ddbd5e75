/**
 * Opens the ports of released plans again: time of them was taken by a refund that was undone. Where
 * no numbers are free the plan waits, and its time does not pass until there are.
 */
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { lockCapacity } from "./capacity.ts";
import { placePlanPorts } from "./place-ports.ts";
import { newPortCredentials } from "./port-credentials.ts";
import { type PlanRow, type PortRow, portsOfPlan } from "./store/plans.ts";
import { setReopened } from "./store/waiting.ts";

/**
 * Gives a plan's ports other numbers, and passwords where they had none; false where there are not
 * numbers enough. The plan is locked, and nothing has been posted yet. Gateways are not told.
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
