/**
 * `/lab/*` accepts only a loopback Host and no foreign Origin, on connections from this machine to a
 * loopback address, and nothing that a proxy passed on (spec/lab#access).
 */
import { asLang } from "@turnpike/contract/refusals.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refusalEnvelope } from "./envelope.ts";

const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i;

/** Whether a request may use the lab: its Host is loopback and it comes from no other site. */
export function mayUseLab(request: {
  host: string | undefined;
  origin: string | undefined;
  site: string | undefined;
  method: string;
}): boolean {
  const { host = "", origin, site, method } = request;
  if (!LOOPBACK.test(host)) return false;
  if (origin !== undefined) return origin === `http://${host}` || origin === `https://${host}`;
  // Links on other sites may lead here, but must not change anything.
  const reads = method === "GET" || method === "HEAD";
  return reads || site === undefined || site === "same-origin" || site === "none";
}

/** What reverse proxies add. They connect from this machine, and may replace the Host by their own. */
const proxyFields = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/** Whether a socket's address is of this machine alone; `::ffff:127.0.0.1` is. */
const isLoopbackAddress = (address: string) =>
  address === "::1" || /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(address);

/** A hook for the lab's routes: 403 for requests that may not use it. */
export async function guardLab(request: FastifyRequest, reply: FastifyReply) {
  const { remoteAddress = "", localAddress = "" } = request.raw.socket;
  const isHere = [remoteAddress, localAddress].every(isLoopbackAddress);
  const { host, origin, "sec-fetch-site": site } = request.headers;
  const fields = { host, origin, site: first(site), method: request.method };
  const isPassedOn = proxyFields.some((name) => request.headers[name] !== undefined);
  if (!isHere || isPassedOn || !mayUseLab(fields))
    return refuseInLab(reply, 403, new Refusal("labOnlyLocal"));
}

/** Sends a refusal with an HTTP status, because people and scripts read these paths directly. */
export function refuseInLab(reply: FastifyReply, status: number, refusal: Refusal) {
  return reply.status(status).send(refusalEnvelope(refusal, asLang("en")).body);
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
