/** Waits until gateways have opened new whitelisted ports. */
import type { CallResponse } from "@turnpike/contract/call.ts";
import type { whitePortAdd } from "@turnpike/contract/whitelisted-port.ts";
import { waitUntilOpen } from "../../inventory/listening-port/wait-open.ts";
import {
  leasedPortRange,
  liveLeasedPorts,
} from "../../inventory/listening-port/store/leased-ports.ts";
import type { Services } from "../../platform/services.ts";

type AddAnswer = CallResponse<typeof whitePortAdd>;

/**
 * Returns the response with the current state, so that new ports work at once. A port whose number
 * could not be opened has another one by now.
 */
export async function waitForWhitelistedPorts(
  services: Services,
  { items }: AddAnswer,
): Promise<AddAnswer> {
  const ids = items.map(({ id }) => id);
  try {
    await waitUntilOpen(services, leasedPortRange, ids);
    const rows = await liveLeasedPorts(services.db, "whitePort", ids);
    const now = new Map(rows.map(({ id, port, open }) => [id, { port, open }]));
    return { items: items.map((item) => ({ ...item, ...now.get(item.id) })) };
  } catch (err) {
    // The ports exist, so return them even if their current state cannot be read.
    services.log.error({ err }, "whitelisted ports read failed");
    return { items };
  }
}
