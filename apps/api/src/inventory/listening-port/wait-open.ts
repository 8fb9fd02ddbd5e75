/** Waits until gateways have opened ports, so that what was bought works at once. */
import { setTimeout as sleep } from "node:timers/promises";
import { anyGateway } from "../../platform/gateways.ts";
import type { Services } from "../../platform/services.ts";
import type { PortRange } from "./port-range.ts";
import { statesOf } from "./store/states.ts";

const TIMEOUT_MS = 1_000;
const POLL_MS = 30;

/** Waits up to a second until the ports among `ids` are open; returns those that are. */
export async function waitUntilOpen(
  services: Services,
  range: PortRange,
  ids: string[],
): Promise<Set<string>> {
  const end = performance.now() + TIMEOUT_MS;
  for (;;) {
    const states = await statesOf(services.db, range, ids);
    const waiting = states.some(({ open, troubled }) => !open && !troubled);
    if (!waiting || !(await anyGateway(services)) || performance.now() >= end)
      return new Set(states.filter(({ open }) => open).map(({ id }) => id));
    await sleep(POLL_MS);
  }
}
