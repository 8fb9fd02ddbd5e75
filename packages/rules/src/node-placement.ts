/**
 * Placement of ports: which node opens a port that is sold, and which nodes serve a region
 * (spec/nodes#placement).
 */
import { isInRegion, isUnlimitedRegion, type UnlimitedRegion } from "./unlimited-region.ts";

/** The properties of a node that placement needs. */
export interface PlacementNode {
  id: string;
  /** A region that unlimited plans are sold for, or a custom one; `global` is everywhere. */
  region: string;
  state: "joined" | "up" | "down" | "draining" | "retired";
}

/**
 * Returns the nodes where anything new may be placed: those that are up. The only node counts even
 * while it restarts: there is no other, and on one machine it is back within seconds.
 */
export function servingNodes<N extends PlacementNode>(nodes: readonly N[]): N[] {
  const inUse = nodes.filter(({ state }) => state !== "retired");
  const [only] = inUse;
  if (inUse.length === 1 && only !== undefined) return only.state === "draining" ? [] : [only];
  return inUse.filter(({ state }) => state === "up");
}

/**
 * Returns the nodes that open ports for a region: those in it, or if there are none, those in
 * `global` or in a custom region. Every node opens ports for `global`.
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

/** Returns the nodes in a country's region (ISO 3166-1, upper case), or all if there are none. */
export function nodesNearCountry<N extends Pick<PlacementNode, "region">>(
  nodes: readonly N[],
  country: string,
): N[] {
  const near = nodes.filter(
    ({ region }) => region !== "global" && isUnlimitedRegion(region) && isInRegion(country, region),
  );
  return near.length > 0 ? near : [...nodes];
}

/** A node with its current load of what is placed. */
export interface LoadedNode {
  id: string;
  /** Ports or Mbps, whichever is counted. */
  load: number;
  /** Unused port numbers. */
  free: number;
}

/**
 * Places ports one by one on the least loaded node; ties go to the smallest id. Returns each port's
 * node, or null if there are not enough free port numbers.
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

/** Approximate centres of the regions: degrees of latitude and longitude. */
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
 * Sorts items by the distance of their region from a client's country: `global` first, unknown
 * regions last. Keeps the order if the country is unknown.
 */
export function nearestFirst<T extends { region: string }>(
  items: readonly T[],
  country: string | null,
): T[] {
  const home = regionsWithCentre.find((region) => country !== null && isInRegion(country, region));
  if (home === undefined) return [...items];
  return items.toSorted((a, b) => distance(home, a.region) - distance(home, b.region));
}

/** Angle between two regions' centres in radians; -1 for `global`, 4 for an unknown region. */
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
