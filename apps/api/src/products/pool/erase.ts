/** Erases opened IPs of closed accounts (spec/accounts#closure). */
import type { Tx } from "../../platform/db/database.ts";
import { releasePorts } from "../../inventory/listening-port/lease-ports.ts";
import { liveLeasedPortsOf } from "../../inventory/listening-port/store/leased-ports.ts";
import type { Services } from "../../platform/services.ts";
import { removeLogins } from "./store/login.ts";
import { setDeleted } from "./store/opened-ips.ts";

/**
 * Ends all of accounts' opened IPs and deletes their credentials. The rows stay, without personal
 * data, for the sums that refer to them.
 */
export async function eraseOpenedIps(
  services: Services,
  tx: Tx,
  accountIds: string[],
): Promise<void> {
  const live = await liveLeasedPortsOf(tx, accountIds, ["openedIp"]);
  const ids = live.map(({ id }) => id);
  await releasePorts(services, tx, ids);
  await setDeleted(tx, ids, new Date(services.world.now()));
  await removeLogins(tx, accountIds);
}
