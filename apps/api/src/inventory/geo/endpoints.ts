/** The gateways that customers connect to (spec/traffic-plan#endpoints). */
import type { Environment } from "@turnpike/contract/environment.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import { regionName } from "@turnpike/locales/shop.ts";
import { nearestFirst, servingNodes } from "@turnpike/rules/node-placement.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { type FleetNode, fleetNodes, ownHost } from "../node/fleet.ts";

export interface GatewayEndpoint {
  region: string;
  /** In the language of the call. */
  regionName: string;
  /** The node's name; empty for the host that stands for all nodes. */
  node: string;
  host: string;
  port: number;
  protocols: string[];
}

/** The client: its country if known, and its language. */
export interface EndpointClient {
  country?: string | null;
  lang?: Lang;
}

const protocols = ["http", "socks5"];

/**
 * Lists one endpoint per serving node, the nearest to the client's country first, after the
 * operator's host for all nodes (`global`), if there is one.
 */
export function endpointsOf(
  env: Pick<Environment, "HOST" | "GATEWAY_PORT" | "GATEWAY_PUBLIC_HOST">,
  nodes: readonly FleetNode[],
  { country = null, lang = "en" }: EndpointClient,
): GatewayEndpoint[] {
  const all = env.GATEWAY_PUBLIC_HOST === undefined ? [] : [globalEndpoint(env, lang)];
  const own = servingNodes(nodes).map(({ region, name, host, port }) => {
    return { region, regionName: regionName(lang, region), node: name, host, port, protocols };
  });
  const others = own.filter(({ host, port }) => {
    return !all.some((one) => one.host === host && one.port === port);
  });
  return [...all, ...nearestFirst(others, country)];
}

/** The endpoint of a single machine, and of the operator's host for all nodes. */
export function globalEndpoint(
  env: Pick<Environment, "HOST" | "GATEWAY_PORT" | "GATEWAY_PUBLIC_HOST">,
  lang: Lang = "en",
): GatewayEndpoint {
  const [region, host, port] = ["global", ownHost(env), env.GATEWAY_PORT] as const;
  return { region, regionName: regionName(lang, region), node: "", host, port, protocols };
}

/** Lists the endpoints of the current nodes, as `endpointsOf` does. */
export async function endpoints(
  services: Pick<Services, "env">,
  db: Db,
  client: EndpointClient = {},
): Promise<GatewayEndpoint[]> {
  return endpointsOf(services.env, await fleetNodes(services, db), client);
}
