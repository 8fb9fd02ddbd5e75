/**
 * Where ports are placed: which node of the fleet opens a port that is sold, and which nodes a region
 * is offered by (spec/nodes#placement).
 */
import { isInRegion, isUnlimitedRegion, type UnlimitedRegion } from "./unlimited-region.ts";

/** What placement knows of a node. */
export interface PlacementNode {
  id: string;
  /** One of the regions that unlimited plans are sold for, or another; `global` is everywhere. */
  region: string;
  state: "joined" | "up" | "down" | "draining" | "retired";
}

/**
 * The nodes that anything new may be placed at: those that are up. A provider's only node counts while
 * it restarts too: there is no other, and on one machine it is back in seconds.
 */
export function servingNodes<N extends PlacementNode>(nodes: readonly N[]): N[] {
  const inUse = nodes.filter(({ state }) => state !== "retired");
  const [only] = inUse;
  if (inUse.length === 1 && only !== undefined) return only.state === "draining" ? [] : [only];
  return inUse.filter(({ state }) => state === "up");
}

/**
 * Those of the nodes that open ports for a region: its own; where it has none, those that are
 * everywhere, or in a region of the operator's own. Any node opens ports for `global`.
 */
export function nodesOfRegion<N extends Pick<PlacementNode, "region">>(
  nodes: readonly N[],
  region: string,
): N[] {
  if (region === "global") return [...nodes];
  const own = nodes.filter((node) => node.region === region);
  return own.length > 0
    ? own
    : nodes.filter((node) => node.region === "global" || !isUnlimitedRegion(node.region));
}

/** Those of the nodes whose region a country (ISO 3166-1, upper case) lies in; all where none has. */
export function nodesNearCountry<N extends Pick<PlacementNode, "region">>(
  nodes: readonly N[],
  country: string,
): N[] {
  const near = nodes.filter(
    ({ region }) => region !== "global" && isUnlimitedRegion(region) && isInRegion(country, region),
  );
  return near.length > 0 ? near : [...nodes];
}

/** A node with how much it has of what is placed. */
export interface LoadedNode {
  id: string;
  /** Ports, or Mbps: whatever is counted. */
  load: number;
  /** Port numbers that nobody has. */
  free: number;
}

/**
 * Places so many ports, each where the least is then; of equal ones the first in the order of ids.
 * Answers the node of each port, or null where the nodes do not have so many numbers left.
 */
export function placePorts(
  nodes: readonly LoadedNode[],
  { count, each }: { count: number; each: number },
): string[] | null {
  const left = nodes.map((node) => ({ ...node }));
  const placed: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const best = leastLoaded(left.filter(({ free }) => free > 0));
    if (best === null) return null;
    best.load += each;
    best.free -= 1;
    placed.push(best.id);
  }
  return placed;
}

function leastLoaded<N extends Pick<LoadedNode, "id" | "load">>(nodes: readonly N[]): N | null {
  let best: N | null = null;
  for (const node of nodes) {
    if (best === null || node.load < best.load || (node.load === best.load && node.id < best.id))
      best = node;
  }
  return best;
}

/** Where regions lie, roughly: degrees of latitude and longitude. */
const centres: Record<Exclude<UnlimitedRegion, "global">, readonly [number, number]> = {
  "north-america": [40, -95],
  europe: [50, 10],
  asia: [25, 100],
  "south-america": [-15, -60],
  oceania: [-27, 145],
  africa: [5, 20],
};
const regionsWithCentre = Object.keys(centres) as (keyof typeof centres)[];

/**
 * Sorts what has a region, the nearest to a client's country first; what is everywhere comes before
 * all, and what has an unknown region last. Nothing moves where the country is not known.
 */
export function nearestFirst<T extends { region: string }>(
  items: readonly T[],
  country: string | null,
): T[] {
  const home = regionsWithCentre.find((region) => country !== null && isInRegion(country, region));
  if (home === undefined) return [...items];
  return items.toSorted((a, b) => distance(home, a.region) - distance(home, b.region));
}

/** The angle between two regions' centres, radians; -1 for everywhere, 4 for nobody knows where. */
function distance(home: keyof typeof centres, region: string): number {
  if (region === "global") return -1;
  const other = regionsWithCentre.find((one) => one === region);
  if (other === undefined) return 4;
  const [latA, lonA] = inRadians(centres[home]);
  const [latB, lonB] = inRadians(centres[other]);
  const cos =
    Math.sin(latA) * Math.sin(latB) + Math.cos(latA) * Math.cos(latB) * Math.cos(lonA - lonB);
  return Math.acos(Math.min(1, Math.max(-1, cos)));
}

const inRadians = ([lat, lon]: readonly [number, number]) =>
  [(lat * Math.PI) / 180, (lon * Math.PI) / 180] as const;
