/** What happens to whitelisted ports when accounts are closed (spec/accounts#closure). */
import type { Tx } from "../../platform/db/database.ts";
import { releasePorts } from "../../inventory/listening-port/lease-ports.ts";
import type { Services } from "../../platform/services.ts";
import { eraseRemarks, liveWhitelistedPortIdsOf } from "./store.ts";

/** Closes all of accounts' ports at once and forgets what was written beside them. */
export async function eraseWhitelistedPorts(
  services: Services,
  tx: Tx,
  accountIds: string[],
): Promise<void> {
  await releasePorts(services, tx, await liveWhitelistedPortIdsOf(tx, accountIds));
  await eraseRemarks(tx, accountIds);
}
