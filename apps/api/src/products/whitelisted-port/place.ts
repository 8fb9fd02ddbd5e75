/** Which nodes open whitelisted ports: those of the asked region that have exits of the place. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { nodesOfRegion, servingNodes } from "@turnpike/rules/node-placement.ts";
import { isUnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import type { Db } from "../../platform/db/database.ts";
import { type PlaceFilter, poolExitsByNode } from "../../inventory/exit/store/pool.ts";
import { placeLeasedPorts } from "../../inventory/listening-port/place-ports.ts";
import { fleetNodes } from "../../inventory/node/fleet.ts";
import type { Services } from "../../platform/services.ts";

export interface WhitelistedPortPlace {
  place: PlaceFilter;
  region: string | undefined;
  num: number;
  /** A number is asked for: all ports are at one node. */
  first: number | undefined;
}

/**
 * The node of each port.
 * @throws Refusal badRegion where no node is of the region, noExitThere where its nodes have none of
 *   the place's exits, insufficientStock (short: stock)
 */
export async function placeWhitelistedPorts(
  services: Services,
  db: Db,
  { place, region, num, first }: WhitelistedPortPlace,
): Promise<string[]> {
  const fleet = await fleetNodes(services, db);
  const serving = servingNodes(fleet);
  const known = (at: string) => isUnlimitedRegion(at) || fleet.some((node) => node.region === at);
  if (region !== undefined && !known(region)) throw new Refusal("badRegion", { field: "region" });
  const there = region === undefined ? serving : nodesOfRegion(serving, region);
  // One node has all exits that were found there.
  const able = serving.length === 1 ? there : await havingExits(db, there, place);
  if (there.length > 0 && able.length === 0)
    throw new Refusal("noExitThere", region === undefined ? {} : { field: "region" });
  const count = first === undefined ? num : 1;
  const placed = await placeLeasedPorts(services, db, { count, nodes: able });
  const [at = ""] = placed;
  return first === undefined ? placed : Array.from({ length: num }, () => at);
}

async function havingExits<N extends { id: string }>(
  db: Db,
  nodes: N[],
  place: PlaceFilter,
): Promise<N[]> {
  const exits = await poolExitsByNode(db, place);
  return exits.has(null) ? nodes : nodes.filter(({ id }) => exits.has(id));
}
