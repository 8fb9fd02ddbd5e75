/** The fleet as the products see it: where ports are placed, and what customers connect to. */
import type { Environment } from "@turnpike/contract/environment.ts";
import { nodeState } from "@turnpike/rules/node.ts";
import { type PlacementNode, servingNodes } from "@turnpike/rules/node-placement.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { allNodes, factsOf } from "./store.ts";

export interface FleetNode extends PlacementNode {
  name: string;
  /** What customers connect to. */
  host: string;
  /** Of its HTTP and SOCKS5 port. */
  port: number;
}

/** All nodes, retired ones too: the local one, then by name. */
export async function fleetNodes({ env }: Pick<Services, "env">, db: Db): Promise<FleetNode[]> {
  // Connections are recorded by the database's clock; the lab may have moved the product's.
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

/** What customers of a single machine connect to. */
export const ownHost = (env: Pick<Environment, "HOST" | "GATEWAY_PUBLIC_HOST">) =>
  env.GATEWAY_PUBLIC_HOST ?? env.HOST;

/** The nodes that anything new may be placed at now. */
export async function servingNodesNow(
  services: Pick<Services, "env">,
  db: Db,
): Promise<FleetNode[]> {
  return servingNodes(await fleetNodes(services, db));
}

/** What customers connect to, by the id of a node. */
export async function hostOfNodes(
  services: Pick<Services, "env">,
  db: Db,
): Promise<(nodeId: string) => string> {
  const hosts = new Map((await fleetNodes(services, db)).map(({ id, host }) => [id, host]));
  return (nodeId) => hosts.get(nodeId) ?? ownHost(services.env);
}

/** The host that a text begins with, of those that customers connect to; the first one without. */
export async function hostWithin(
  services: Pick<Services, "env">,
  db: Db,
  text: string,
): Promise<string> {
  const hosts = (await fleetNodes(services, db)).map(({ host }) => host);
  const written = text.toLowerCase();
  const found = hosts.find((host) => written.startsWith(`${host.toLowerCase()}:`));
  return found ?? ownHost(services.env);
}
