/** Whether a call comes from the console's own page. */
import type { FastifyRequest } from "fastify";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/;

/**
 * Accepts the origin CONSOLE_URL, or the request's own host if it is loopback (an SSH tunnel may
 * use another port). A name that an attacker points at this machine is neither.
 */
export function isOwnOrigin({ headers }: FastifyRequest, consoleUrl: string): boolean {
  const { origin, host = "" } = headers;
  if (origin === undefined) return false;
  return origin === consoleUrl || (LOOPBACK.test(host) && origin === `http://${host}`);
}
