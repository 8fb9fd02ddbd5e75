/** Access to plans' ports of which somebody else may know the passwords (spec/sign-in#recovery). */
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { tellPorts } from "./edit.ts";
import { newPortCredentials } from "./port-credentials.ts";
import { changePorts, lockPorts, setWhitelist } from "./store/edit.ts";
import { lockLiveOf } from "./store/end.ts";

/** Random passwords and no addresses for all plans of an account that have not ended. */
export async function renewAccess(services: Services, tx: Tx, accountId: string): Promise<void> {
  const plans = await lockLiveOf(tx, [accountId]);
  const ports = await lockPorts(tx, { planIds: plans.map(({ id }) => id) });
  // A port that waits for its number has no password yet.
  const inUse = ports.filter((port) => port.sealed_password !== "");
  const changed = inUse.map((port) => ({ ...port, ...newPortCredentials(services) }));
  await changePorts(tx, changed);
  for (const { id } of plans) await setWhitelist(tx, id, []);
  await tellPorts(tx, ports);
}
