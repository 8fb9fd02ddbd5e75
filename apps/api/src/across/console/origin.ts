/** Whether a call comes from the console's own page. */
import type { FastifyRequest } from "fastify";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/;

/**
 * The page's origin has to be CONSOLE_URL, or this very address where it is loopback (a tunnel by
 * SSH may have another port). A name that an attacker points at this machine is neither.
 */
export function isOwnOrigin({ headers }: FastifyRequest, consoleUrl: string): boolean {
  const { origin, host = "" } = headers;
  if (origin === undefined) return false;
  return origin === consoleUrl || (LOOPBACK.test(host) && origin === `http://${host}`);
}
