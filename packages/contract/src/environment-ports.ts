/** Which ports the product itself has, so that no customer is given one of them. */
import type { Environment } from "./environment.ts";

/** The most gateway workers of a machine. */
export const mostWorkers = 64;

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
  | "GATEWAY_WORKERS"
  | "STATIC_PORTS"
  | "UNLIMITED_PORTS"
>;

/** As HOST: ports there are taken at every address of the machine, static IPs' among them. */
const anyAddress = new Set(["0.0.0.0", "::"]);

/** Whether customers' ports take every address of the machine, static IPs' among them. */
export function listensEverywhere({
  HOST,
  GATEWAY_HOSTS,
}: Pick<Environment, "HOST" | "GATEWAY_HOSTS">): boolean {
  const hosts = GATEWAY_HOSTS.length > 0 ? GATEWAY_HOSTS : [HOST];
  return hosts.some((host) => anyAddress.has(host));
}

/** Whether the product itself listens at it; whatever is off (0) does not. */
export function isOwnPort(one: number, env: OwnPorts): boolean {
  const { PORT, GATEWAY_PORT, LAB_TARGET_PORT, LOOKUP_PORT, MANAGER_PORT } = env;
  if ([PORT, GATEWAY_PORT, LAB_TARGET_PORT, LOOKUP_PORT, MANAGER_PORT].includes(one)) return true;
  const worker = one - env.METRICS_PORT;
  return (
    env.METRICS_PORT > 0 && worker >= 0 && worker <= 2 * (env.GATEWAY_WORKERS ?? mostWorkers / 2)
  );
}

/**
 * Whether no customer's gate port can be there: the product listens at it, it is unlimited plans',
 * or it is static IPs' and HOST is every address.
 */
export function isHeldPort(one: number, env: OwnPorts): boolean {
  const { STATIC_PORTS, UNLIMITED_PORTS } = env;
  if (isOwnPort(one, env) || UNLIMITED_PORTS.includes(one)) return true;
  return listensEverywhere(env) && STATIC_PORTS.includes(one);
}
