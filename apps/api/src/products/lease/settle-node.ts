/** Settles a retired node's leases immediately (spec/nodes#retiring). */
import { gatewayName } from "@turnpike/rules/node.ts";
import type { Services } from "../../platform/services.ts";
import { settleLeases } from "./leases.ts";
import { openLeasesOf } from "./store.ts";

const maxWorkers = 64;

/** Settles all open leases of a node's workers. Returns how many. */
export async function settleNode(services: Services, node: string): Promise<number> {
  const gateways = Array.from({ length: maxWorkers }, (_, at) => gatewayName(node, at + 1));
  let settled = 0;
  for (;;) {
    const ids = await openLeasesOf(services.db, gateways);
    if (ids.length === 0) return settled;
    settled += await settleLeases(services, ids, null);
  }
}
