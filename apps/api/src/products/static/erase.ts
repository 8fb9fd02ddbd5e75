/** Erases static IPs of closed accounts (spec/accounts#closure). */
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { removeEventsOf } from "./store/events.ts";
import { releaseAndHideStatics } from "./delete.ts";
import { eraseNames, lockAllOf } from "./store/static-ips.ts";

/**
 * Ends all of accounts' static IPs and erases the customers' data. The rows stay, without personal
 * data, for the exits, usage sums and orders that refer to them.
 */
export async function eraseStatics(
  services: Services,
  tx: Tx,
  accountIds: string[],
): Promise<void> {
  await releaseAndHideStatics(services, tx, await lockAllOf(tx, accountIds), { erase: true });
  await eraseNames(tx, accountIds);
  await removeEventsOf(tx, accountIds);
}
