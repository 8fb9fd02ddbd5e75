/**
 * Opens the ports of released plans again: time of them was taken by a refund that was undone. Where
 * no numbers are free the plan waits, and its time does not pass until there are.
 */
import { portsOf } from "@turnpike/rules/unlimited.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { freeNumbers } from "../../inventory/listening-port/store/numbers.ts";
import { lockCapacity } from "./capacity.ts";
import { unlimitedPortRange } from "./store/port-range.ts";
import { newPortCredentials } from "./port-credentials.ts";
import { type PlanRow, portsOfPlan } from "./store/plans.ts";
import { setReopened } from "./store/waiting.ts";

/**
 * Gives a plan's ports other numbers, and passwords where they had none; false where there are not
 * numbers enough. The plan is locked, and nothing has been posted yet. Gateways are not told.
 */
export async function reopen(services: Services, tx: Tx, plan: PlanRow): Promise<boolean> {
  await lockCapacity(tx);
  const numbers = await freeNumbers(services, tx, unlimitedPortRange, portsOf(plan));
  if (numbers.length < portsOf(plan)) return false;
  const ports = await portsOfPlan(tx, plan.id);
  const opened = ports.map(({ id, sealed_password, verifier, name }, at) => {
    const port = numbers[at] ?? 0;
    const given = { id, port, sealed_password, verifier, name };
    return sealed_password === "" ? { ...given, ...newPortCredentials(services) } : given;
  });
  await setReopened(tx, plan.id, opened);
  return true;
}
