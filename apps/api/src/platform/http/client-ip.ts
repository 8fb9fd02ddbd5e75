/** The client's address of a request, through the operator's proxies (spec/environment#proxies). */
import type { IncomingMessage } from "node:http";
import { clientAddress } from "@turnpike/rules/client-address.ts";
import type { FastifyRequest } from "fastify";

/** Worked out once for each request, before any route. */
const clients = new WeakMap<IncomingMessage, string>();

/** One spelling for each address: an IPv4 address inside IPv6 is written as IPv4. */
export function canonicalIp(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  return mapped?.[1] ?? ip.toLowerCase();
}

/**
 * Works out and keeps who sent a request. `isTrusted` says of an address whether it is a proxy of the
 * operator's (TRUSTED_PROXIES).
 */
export function noteClient(
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

/** The address that limits, whitelists and logs count: the client's, in one spelling. */
export const clientIp = ({ raw }: Pick<FastifyRequest, "raw">): string =>
  clients.get(raw) ?? canonicalIp(raw.socket.remoteAddress ?? "");
