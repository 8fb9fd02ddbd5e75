/** Decides which nodes open the ports of a plan, and on which numbers (spec/nodes#placement). */
import { placePorts } from "@turnpike/rules/node-placement.ts";
import { mbpsOfPort, portsOf } from "@turnpike/rules/unlimited.ts";
import type { Tx } from "../../platform/db/database.ts";
import { unlimitedExits } from "../../inventory/exit/store/exits.ts";
import { countFreeNumbers, freeNumbers } from "../../inventory/listening-port/store/numbers.ts";
import { servingNodesNow } from "../../inventory/node/fleet.ts";
import type { Services } from "../../platform/services.ts";
import { regionOffer } from "./capacity.ts";
import { unlimitedPortRange } from "./store/port-range.ts";
import { type PlanRow, soldByNode } from "./store/plans.ts";

/** A node and a free port number there. */
export interface PortPlace {
  nodeId: string;
  port: number;
}

/**
 * Places `count` ports of a plan (by default all), each at the node of its region with the least
 * bandwidth sold. Returns null if not enough numbers are free. The caller has locked the capacity
 * (`lockCapacity`).
 */
export async function placePlanPorts(
  services: Services,
  tx: Tx,
  plan: Pick<PlanRow, "kind" | "region" | "quantity">,
  count = portsOf(plan),
): Promise<PortPlace[] | null> {
  const fleet = await servingNodesNow(services, tx);
  const { nodes } = regionOffer({ nodes: fleet, exits: await unlimitedExits(tx) }, plan.region);
  const ids = nodes.map(({ id }) => id);
  const free = await countFreeNumbers(services, tx, unlimitedPortRange, ids);
  const sold = await soldByNode(tx);
  const placed = placePorts(
    ids.map((id) => ({ id, load: sold.get(id)?.mbps ?? 0, free: free.get(id) ?? 0 })),
    { count, each: mbpsOfPort(plan) },
  );
  if (placed === null) return null;
  const numbers = new Map<string, number[]>();
  for (const [nodeId, { length }] of Map.groupBy(placed, (id) => id)) {
    const of = { nodeId, count: length };
    numbers.set(nodeId, await freeNumbers(services, tx, unlimitedPortRange, of));
  }
  const places = placed.flatMap((nodeId) => {
    const port = numbers.get(nodeId)?.shift();
    return port === undefined ? [] : [{ nodeId, port }];
  });
  return places.length === count ? places : null;
}
