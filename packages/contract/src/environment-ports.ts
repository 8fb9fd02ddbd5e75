/** The ports that the product itself uses, so that no customer is assigned one of them. */
import type { Environment } from "./environment.ts";

/** Maximum number of gateway workers per machine. */
export const maxWorkers = 64;

type OwnPorts = Pick<
  Environment,
  | "HOST"
  | "GATEWAY_HOSTS"
  | "PORT"
  | "GATEWAY_PORT"
  | "LAB_TARGET_PORT"
  | "LOOKUP_PORT"
  | "MANAGER_PORT"
  | "METRICS_PORT"
  | "CONSOLE_PORT"
  | "GATEWAY_WORKERS"
  | "STATIC_PORTS"
  | "STATIC_SHARED_PORTS"
  | "UNLIMITED_PORTS"
>;

/** Wildcard values of HOST: listening there takes the port at every address, also at static IPs. */
const anyAddress = new Set(["0.0.0.0", "::"]);

/** Returns whether customers' ports listen at every address of the machine, also at static IPs. */
export function listensOnAnyAddress({
  HOST,
  GATEWAY_HOSTS,
}: Pick<Environment, "HOST" | "GATEWAY_HOSTS">): boolean {
  const hosts = GATEWAY_HOSTS.length > 0 ? GATEWAY_HOSTS : [HOST];
  return hosts.some((host) => anyAddress.has(host));
}

/** Returns whether the product itself listens at the port; 0 means that a listener is off. */
export function isOwnPort(port: number, env: OwnPorts): boolean {
  const { PORT, CONSOLE_PORT, GATEWAY_PORT, LAB_TARGET_PORT, LOOKUP_PORT, MANAGER_PORT } = env;
  const single = [PORT, CONSOLE_PORT, GATEWAY_PORT, LAB_TARGET_PORT, LOOKUP_PORT, MANAGER_PORT];
  if (single.includes(port)) return true;
  const worker = port - env.METRICS_PORT;
  return (
    env.METRICS_PORT > 0 && worker >= 0 && worker <= 2 * (env.GATEWAY_WORKERS ?? maxWorkers / 2)
  );
}

/**
 * Returns whether the port cannot be a customer's gateway port: the product listens at it, or it
 * belongs to unlimited plans or bought static IPs, or to static IPs while HOST is every address.
 */
export function isReservedPort(one: number, env: OwnPorts): boolean {
  const { STATIC_PORTS, STATIC_SHARED_PORTS, UNLIMITED_PORTS } = env;
  if (isOwnPort(one, env) || UNLIMITED_PORTS.includes(one)) return true;
  if (STATIC_SHARED_PORTS.includes(one)) return true;
  return listensOnAnyAddress(env) && STATIC_PORTS.includes(one);
}
