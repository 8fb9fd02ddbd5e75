/** Waits until gateways have opened whitelisted ports that were just made. */
import type { Answer } from "@turnpike/contract/call.ts";
import type { whitePortAdd } from "@turnpike/contract/whitelisted-port.ts";
import { waitUntilOpen } from "../../inventory/listening-port/wait-open.ts";
import {
  leasedPortRange,
  liveLeasedPorts,
} from "../../inventory/listening-port/store/leased-ports.ts";
import type { Services } from "../../platform/services.ts";

type AddAnswer = Answer<typeof whitePortAdd>;

/**
 * The answer as they are then: what was made works at once. One whose number nobody could open has
 * got another meanwhile.
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
    // They were made, whatever can be told of them now.
    services.log.error({ err }, "whitelisted ports read failed");
    return { items };
  }
}
