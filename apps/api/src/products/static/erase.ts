/** What happens to static IPs when accounts are closed (spec/accounts#closure). */
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { removeEventsOf } from "./store/events.ts";
import { giveUp } from "./delete.ts";
import { eraseNames, lockAllOf } from "./store/static-ips.ts";

/**
 * Ends all of accounts' static IPs and erases the customers' usage data: rows without the person stay, for
 * the exits, the sums of use and the orders that refer to them.
 */
export async function eraseStatics(
  services: Services,
  tx: Tx,
  accountIds: string[],
): Promise<void> {
  await giveUp(services, tx, await lockAllOf(tx, accountIds), { forget: true });
  await eraseNames(tx, accountIds);
  await removeEventsOf(tx, accountIds);
}
