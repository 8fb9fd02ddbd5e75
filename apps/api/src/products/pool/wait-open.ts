/** Waits until gateways have opened new IPs, so that they work when the call returns. */
import type { OpenedIp } from "@turnpike/contract/pool.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { waitUntilOpen } from "../../inventory/listening-port/wait-open.ts";
import type { Services } from "../../platform/services.ts";
import { openedIpsByIds } from "./store/lists.ts";
import { leasedPortRange } from "../../inventory/listening-port/store/leased-ports.ts";

/**
 * Returns the IPs as they are within a second of their commit: open, possibly at another port if
 * the first could not be opened, or (`status` deleted) ended and refunded if a requested port could
 * not be opened.
 * @throws Refusal portUnavailable if all were refunded, so nothing of the opening is left
 */
export async function waitForOpenedIps(services: Services, items: OpenedIp[]): Promise<OpenedIp[]> {
  const now = await rowsNow(services, items);
  if (items.length > 0 && items.every(({ id }) => now.get(id)?.useless))
    throw new Refusal("portUnavailable", { field: "port" });
  return items.map((item) => {
    const row = now.get(item.id);
    if (row === undefined) return item;
    const ended = row.deleted_at !== null;
    return {
      ...item,
      port: row.port,
      open: !ended && row.open,
      ...(ended ? { status: "deleted" as const, remainingSeconds: 0 } : {}),
    };
  });
}

/** Current rows by id; empty on a read error, since the IPs are paid for and must be returned. */
async function rowsNow(services: Services, items: OpenedIp[]) {
  const ids = items.map(({ id }) => id);
  try {
    await waitUntilOpen(services, leasedPortRange, ids);
    return new Map((await openedIpsByIds(services.db, ids)).map((row) => [row.id, row]));
  } catch (err) {
    services.log.error({ err }, "opened IPs read failed");
    return new Map<string, never>();
  }
}
