/** The fleet as the products see it: where ports are placed, and where customers connect. */
import type { Environment } from "@turnpike/contract/environment.ts";
import { nodeState } from "@turnpike/rules/node.ts";
import { type PlacementNode, servingNodes } from "@turnpike/rules/node-placement.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { allNodes, factsOf } from "./store.ts";

export interface FleetNode extends PlacementNode {
  name: string;
  /** The host to which customers connect. */
  host: string;
  /** The HTTP and SOCKS5 port. */
  port: number;
}

/** All nodes, including retired ones: the local one first, then by name. */
export async function fleetNodes({ env }: Pick<Services, "env">, db: Db): Promise<FleetNode[]> {
  // Connections are recorded by the database's clock; the lab may have moved the world's clock.
  const now = Date.now();
  return (await allNodes(db)).map(({ node, workers }) => ({
    id: node.id,
    name: node.name,
    region: node.region,
    state: nodeState(factsOf({ node, workers }), now),
    host: node.host === "" ? ownHost(env) : node.host,
    port: node.gateway_port ?? env.GATEWAY_PORT,
  }));
}

/** The host to which customers of a single machine connect. */
export const ownHost = (env: Pick<Environment, "HOST" | "GATEWAY_PUBLIC_HOST">) =>
  env.GATEWAY_PUBLIC_HOST ?? env.HOST;

/** The nodes at which new ports and exits may be placed now. */
export async function servingNodesNow(
  services: Pick<Services, "env">,
  db: Db,
): Promise<FleetNode[]> {
  return servingNodes(await fleetNodes(services, db));
}

/** Returns a lookup of the host to which customers connect, by node id. */
export async function hostOfNodes(
  services: Pick<Services, "env">,
  db: Db,
): Promise<(nodeId: string) => string> {
  const hosts = new Map((await fleetNodes(services, db)).map(({ id, host }) => [id, host]));
  return (nodeId) => hosts.get(nodeId) ?? ownHost(services.env);
}

/** Finds which node's host a text `host:…` begins with; falls back to the single machine's host. */
export async function hostPrefixOf(
  services: Pick<Services, "env">,
  db: Db,
  text: string,
): Promise<string> {
  const hosts = (await fleetNodes(services, db)).map(({ host }) => host);
  const lowerText = text.toLowerCase();
  const found = hosts.find((host) => lowerText.startsWith(`${host.toLowerCase()}:`));
  return found ?? ownHost(services.env);
}
