/** Which ports the product itself has, so that no customer is given one of them. */
import type { Environment } from "./environment.ts";

/** The most gateway workers of a machine. */
export const mostWorkers = 64;

type OwnPorts = Pick<
  Environment,
  | "HOST"
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
export const anyAddress = new Set(["0.0.0.0", "::"]);

/** Whether the product itself listens at it; whatever is off (0) does not. */
export function isOwnPort(one: number, env: OwnPorts): boolean {
  const { PORT, GATEWAY_PORT, LAB_TARGET_PORT, LOOKUP_PORT, MANAGER_PORT } = env;
  if ([PORT, GATEWAY_PORT, LAB_TARGET_PORT, LOOKUP_PORT, MANAGER_PORT].includes(one)) return true;
  const worker = one - env.METRICS_PORT;
  return env.METRICS_PORT > 0 && worker >= 0 && worker <= (env.GATEWAY_WORKERS ?? mostWorkers);
}

/**
 * Whether no customer's gate port can be there: the product listens at it, it is unlimited plans',
 * or it is static IPs' and HOST is every address.
 */
export function isHeldPort(one: number, env: OwnPorts): boolean {
  const { HOST, STATIC_PORTS, UNLIMITED_PORTS } = env;
  if (isOwnPort(one, env) || UNLIMITED_PORTS.includes(one)) return true;
  return anyAddress.has(HOST) && STATIC_PORTS.includes(one);
}
