/** Deletes data of closed accounts: at closure, and again for data that arrives later. */
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";

/**
 * Deletes the credentials of closed accounts and the records of their use. Returns false if part of
 * it is left: from large tables, only a limited number of rows is deleted at once.
 */
export async function clearAccounts(
  services: Services,
  tx: Tx,
  accountIds: string[],
  addresses: string[] = [],
): Promise<boolean> {
  let all = true;
  for (const { clear: clearOf } of services.modules.erase) {
    if ((await clearOf?.(services, tx, { accountIds, addresses })) === false) all = false;
  }
  return all;
}
