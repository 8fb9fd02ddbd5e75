/** Erases whitelisted ports of closed accounts (spec/accounts#closure). */
import type { Tx } from "../../platform/db/database.ts";
import { releasePorts } from "../../inventory/listening-port/lease-ports.ts";
import type { Services } from "../../platform/services.ts";
import { eraseRemarks, liveWhitelistedPortIdsOf } from "./store.ts";

/** Releases all ports of accounts and erases their remarks. */
export async function eraseWhitelistedPorts(
  services: Services,
  tx: Tx,
  accountIds: string[],
): Promise<void> {
  await releasePorts(services, tx, await liveWhitelistedPortIdsOf(tx, accountIds));
  await eraseRemarks(tx, accountIds);
}
