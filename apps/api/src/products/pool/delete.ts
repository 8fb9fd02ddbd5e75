/**
 * Ends opened IPs, or hides ended ones from the list. Nothing is refunded (spec/pool#opening)
 * except for those that no gateway ever opened.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import { transaction } from "../../platform/db/database.ts";
import { releasePorts } from "../../inventory/listening-port/lease-ports.ts";
import { neverOpened } from "../../inventory/listening-port/store/leased-ports.ts";
import type { Services } from "../../platform/services.ts";
import { refundUnopened } from "./refund-unopened.ts";
import { isActive } from "./present.ts";
import { findOpened, setDeleted, setHidden } from "./store/opened-ips.ts";

/**
 * Deletes all of them or none. Returns how many. Without `mayHide`, ended ones count as unknown.
 * @throws Refusal openedIpNotFound if one is unknown, another account's, or already hidden
 */
export function deleteIps(
  services: Services,
  accountId: string,
  given: string[],
  { mayHide = true }: { mayHide?: boolean } = {},
): Promise<number> {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  return transaction(services.db, async (tx) => {
    await lockAccount(tx, accountId);
    const rows = await findOpened(tx, accountId, ids);
    if (rows.length < ids.length) throw new Refusal("openedIpNotFound", { field: "ids" });
    const now = services.world.now();
    const active = rows.filter((row) => isActive(row, now)).map(({ id }) => id);
    const ended = rows.filter((row) => !isActive(row, now)).map(({ id }) => id);
    if (ended.length > 0 && !mayHide) throw new Refusal("openedIpNotFound", { field: "ids" });
    // Release ports first: all code that ends opened IPs locks in this order.
    await releasePorts(services, tx, [...active, ...ended]);
    await refundUnopened(services, tx, await neverOpened(tx, active));
    await setDeleted(tx, active, new Date(now));
    await setHidden(tx, ended);
    return ids.length;
  });
}
