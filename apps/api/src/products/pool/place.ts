/** Which node opens an opened IP: its exit's, or one near an exit that every node has. */
import type { PoolFilter } from "@turnpike/contract/place-fields.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { nodesNearCountry } from "@turnpike/rules/node-placement.ts";
import type { Db } from "../../platform/db/database.ts";
import { type OwnedExit, poolExitsByNode } from "../../inventory/exit/store/pool.ts";
import { placeLeasedPorts } from "../../inventory/listening-port/place-ports.ts";
import { servingNodesNow } from "../../inventory/node/fleet.ts";
import type { Services } from "../../platform/services.ts";

type PlaceableExit = Pick<OwnedExit, "nodeId" | "country">;

/**
 * The node of each exit's port, in their order.
 * @throws Refusal insufficientStock (short: stock)
 */
export async function placeExits(
  services: Services,
  db: Db,
  exits: PlaceableExit[],
): Promise<string[]> {
  const nodes = await servingNodesNow(services, db);
  const shared = exits.filter(({ nodeId }) => nodeId === null);
  const placed = new Map<string, string[]>();
  for (const [country, { length: count }] of Map.groupBy(shared, (exit) => exit.country)) {
    const near = nodesNearCountry(nodes, country);
    placed.set(country, await placeLeasedPorts(services, db, { count, nodes: near }));
  }
  return exits.map(({ nodeId, country }) => {
    const at = nodeId ?? placed.get(country)?.shift();
    if (at === undefined) throw new Refusal("insufficientStock", { short: "stock" });
    return at;
  });
}

/**
 * One node that can use so many exits of a place: where the fewest ports are.
 * @throws Refusal insufficientStock (short: stock) where no node has so many
 */
export async function nodeForPlace(
  services: Services,
  db: Db,
  { filter, num }: { filter: PoolFilter; num: number },
): Promise<string> {
  const nodes = await servingNodesNow(services, db);
  const [only] = nodes;
  if (nodes.length === 1 && only !== undefined) return only.id;
  const have = await poolExitsByNode(db, filter);
  const able = nodes.filter(({ id }) => (have.get(id) ?? 0) + (have.get(null) ?? 0) >= num);
  const [placed] = await placeLeasedPorts(services, db, { count: 1, nodes: able });
  if (placed === undefined) throw new Refusal("insufficientStock", { short: "stock" });
  return placed;
}
