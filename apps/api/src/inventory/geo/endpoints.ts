/** The gateways that customers connect to (spec/traffic-plan#endpoints). */
import type { Environment } from "@turnpike/contract/environment.ts";

export interface GatewayEndpoint {
  region: string;
  host: string;
  port: number;
  protocols: string[];
}

/** One on one machine; its region is where it is, as the operator's environment names it. */
export function endpoints(env: Environment): GatewayEndpoint[] {
  const host = env.GATEWAY_PUBLIC_HOST ?? env.HOST;
  return [{ region: "global", host, port: env.GATEWAY_PORT, protocols: ["http", "socks5"] }];
}
