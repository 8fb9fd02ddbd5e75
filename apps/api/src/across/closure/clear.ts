/** What is removed of closed accounts, and removed again where it came after the closure. */
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";

/**
 * Removes what guards accounts and what was recorded of their use. Answers whether that was all: of
 * large tables only so much goes at once.
 */
export async function clear(
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
