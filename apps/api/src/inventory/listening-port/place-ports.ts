/** Which nodes open leased ports (spec/nodes#placement). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { placePorts } from "@turnpike/rules/node-placement.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { servingNodesNow } from "../node/fleet.ts";
import { countFreeNumbers } from "./store/numbers.ts";
import { countByNode, leasedPortRange } from "./store/leased-ports.ts";

/** A node at which ports can be placed. */
interface Candidate {
  id: string;
}

/**
 * Picks the nodes of `count` leased ports: each port goes to the node with the fewest. `nodes` are
 * the candidates; absent: all serving nodes.
 * @throws Refusal insufficientStock (short: stock) if they have too few free numbers
 */
export async function placeLeasedPorts(
  services: Services,
  db: Db,
  { count, nodes }: { count: number; nodes?: readonly Candidate[] },
): Promise<string[]> {
  const candidates = nodes ?? (await servingNodesNow(services, db));
  const [only] = candidates;
  // Whether enough numbers are free is checked when they are allocated.
  if (candidates.length === 1 && only !== undefined)
    return Array.from({ length: count }, () => only.id);
  const ids = candidates.map(({ id }) => id);
  const have = await countByNode(db);
  const free = await countFreeNumbers(services, db, leasedPortRange, ids);
  const placed = placePorts(
    ids.map((id) => ({ id, load: have.get(id) ?? 0, free: free.get(id) ?? 0 })),
    { count, each: 1 },
  );
  if (placed === null) throw new Refusal("insufficientStock", { short: "stock" });
  return placed;
}
