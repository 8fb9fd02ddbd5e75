/** Creates whitelisted ports, for a call or an extraction link. */
import { poolOfAsset } from "@turnpike/rules/traffic-pool.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { maxLiveWhitelistedPorts, whitelistedPortShare } from "@turnpike/rules/pool.ts";
import type { Tx, Db } from "../../platform/db/database.ts";
import { namedPlace } from "../../inventory/exit/named-place.ts";
import { type PlaceFilter, poolExitsByNode } from "../../inventory/exit/store/pool.ts";
import { leasePorts } from "../../inventory/listening-port/lease-ports.ts";
import { countUnrequested } from "../../inventory/listening-port/store/leased-ports.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import { balances } from "../../ledger/balances.ts";
import type { Services } from "../../platform/services.ts";
import {
  countWhitelistedPorts,
  insertWhitelistedPorts,
  lockWhitelistedPortsOf,
  type WhitelistedPortRow,
} from "./store.ts";
import { nodesOfRegion, servingNodes } from "@turnpike/rules/node-placement.ts";
import { isUnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import { placeLeasedPorts } from "../../inventory/listening-port/place-ports.ts";
import { fleetNodes } from "../../inventory/node/fleet.ts";

const minuteMs = 60_000;

export interface WhitelistedPortOptions {
  accountId: string;
  /** Where the exits are; if empty, any exit of the pool. */
  place: PlaceFilter;
  /** The region of the gateway; absent: the nodes with the fewest ports. */
  region?: string | undefined;
  num: number;
  /** How long the ports are open, and how long each keeps its exit. */
  minutes: number;
  /** The first of consecutive port numbers; absent: any of WHITE_PORTS. */
  first?: number | undefined;
  remark: string;
  byLink: boolean;
}

/**
 * Creates all ports or none in the caller's transaction, which has locked the account.
 * @throws Refusal noExitThere, badRegion, tooManyWhitePorts, insufficientTraffic, portUnavailable,
 *   insufficientStock
 */
export async function createWhitelistedPorts(
  services: Services,
  tx: Tx,
  { accountId, place, region, num, minutes, first, remark, byLink }: WhitelistedPortOptions,
): Promise<WhitelistedPortRow[]> {
  const named = await namedPlace(tx, place);
  await lockWhitelistedPortsOf(tx, accountId);
  const createdAt = new Date(services.world.now());
  const liveCount = await countWhitelistedPorts(tx, { accountId, now: createdAt });
  if (liveCount + num > maxLiveWhitelistedPorts) throw new Refusal("tooManyWhitePorts");
  // Without traffic the ports could carry nothing (spec/extraction#whitelisted-ports).
  const held = Object.entries(await balances(tx, accountId));
  if (!held.some(([asset, left]) => poolOfAsset(asset) !== null && left > 0))
    throw new Refusal("insufficientTraffic", { short: "traffic" });
  const expiresAt = new Date(createdAt.getTime() + minutes * minuteMs);
  const nodeIds = await placeWhitelistedPorts(services, tx, { place, region, num, first });
  const made = await leasePorts(services, tx, {
    kind: "whitePort",
    accountId,
    count: num,
    nodeIds,
    first,
    at: createdAt,
    expiresAt,
  });
  if (first === undefined)
    for (const nodeId of new Set(nodeIds)) await refuseBeyondShare(services, tx, nodeId);
  const rows = made.map(({ id, nodeId, port }) => {
    const input = { id, accountId, minutes, remark, byLink, ...named };
    return { ...input, nodeId, port, open: false, createdAt, expiresAt };
  });
  await insertWhitelistedPorts(tx, rows);
  await recordChanges(
    tx,
    rows.map(({ id }) => ({ kind: "whitePort", id })),
  );
  return rows;
}

/**
 * Reserves part of each node's numbers for opened IPs, which are paid for and use the same range.
 * Checked after the ports are created: until the transaction ends, no other one can allocate
 * numbers.
 * @throws Refusal insufficientStock (short: stock)
 */
async function refuseBeyondShare({ env }: Services, tx: Tx, nodeId: string): Promise<void> {
  const drawn = await countUnrequested(tx, { kind: "whitePort", nodeId });
  if (drawn > whitelistedPortShare(env.WHITE_PORTS.length))
    throw new Refusal("insufficientStock", { short: "stock" });
}

/** What decides which nodes open ports: those of the region that have matching exits. */
interface WhitelistedPortPlace {
  place: PlaceFilter;
  region: string | undefined;
  num: number;
  /** If set, all ports are at one node. */
  first: number | undefined;
}

/**
 * Returns the node of each port.
 * @throws Refusal badRegion if no node is in the region, noExitThere if its nodes have no matching
 *   exits, insufficientStock (short: stock)
 */
async function placeWhitelistedPorts(
  services: Services,
  db: Db,
  { place, region, num, first }: WhitelistedPortPlace,
): Promise<string[]> {
  const fleet = await fleetNodes(services, db);
  const serving = servingNodes(fleet);
  const known = (at: string) => isUnlimitedRegion(at) || fleet.some((node) => node.region === at);
  if (region !== undefined && !known(region)) throw new Refusal("badRegion", { field: "region" });
  const regionNodes = region === undefined ? serving : nodesOfRegion(serving, region);
  // A single node has all exits of the place.
  const able = serving.length === 1 ? regionNodes : await nodesWithExits(db, regionNodes, place);
  if (regionNodes.length > 0 && able.length === 0)
    throw new Refusal("noExitThere", region === undefined ? {} : { field: "region" });
  const count = first === undefined ? num : 1;
  const placed = await placeLeasedPorts(services, db, { count, nodes: able });
  const [at = ""] = placed;
  return first === undefined ? placed : Array.from({ length: num }, () => at);
}

async function nodesWithExits<N extends { id: string }>(
  db: Db,
  nodes: N[],
  place: PlaceFilter,
): Promise<N[]> {
  const exits = await poolExitsByNode(db, place);
  return exits.has(null) ? nodes : nodes.filter(({ id }) => exits.has(id));
}
