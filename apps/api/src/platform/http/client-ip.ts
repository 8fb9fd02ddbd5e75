/** The client address of a request, behind the operator's proxies (spec/environment#proxies). */
import type { IncomingMessage } from "node:http";
import { clientAddress } from "@turnpike/rules/client-address.ts";
import type { FastifyRequest } from "fastify";

/** Determined once per request, before any route. */
const clients = new WeakMap<IncomingMessage, string>();

/** Canonical spelling of an address: an IPv4 address mapped into IPv6 is written as IPv4. */
export function canonicalIp(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  return mapped?.[1] ?? ip.toLowerCase();
}

/**
 * Determines and remembers the client of a request. `isTrusted` tells whether an address is one of
 * the operator's proxies (TRUSTED_PROXIES).
 */
export function resolveClient(
  request: IncomingMessage,
  isTrusted: (address: string) => boolean,
): string {
  const peer = canonicalIp(request.socket.remoteAddress ?? "");
  const header = request.headers["x-forwarded-for"];
  const forwardedFor = Array.isArray(header) ? header.join() : header;
  const client = clientAddress({ peer, forwardedFor, isTrusted });
  clients.set(request, client);
  return client;
}

/** The client's address in canonical form, for limits, whitelists and logs. */
export const clientIp = ({ raw }: Pick<FastifyRequest, "raw">): string =>
  clients.get(raw) ?? canonicalIp(raw.socket.remoteAddress ?? "");
