/** Converts another provider's proxy to an endpoint of our own (spec/gateway#user-name). */
import { dialects } from "./dialects.ts";
import type { Endpoint, EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import type { Part } from "./parameters.ts";
import type { ReadProxy } from "./proxy.ts";
import { formatUsername, type PlaceFilter } from "@turnpike/rules/username.ts";

export interface ExitRequest {
  filter: PlaceFilter;
  sid: string | null;
  /** Null: our default. */
  minutes: number | null;
  strict: boolean;
}
/** A part that could not be converted, and why. */
export interface LostPart {
  part: Part;
  why: "unknown" | "zone" | "badValue" | "onlyFirst" | "noSession" | "twice";
}
export interface OurEndpoint {
  endpoint: Endpoint;
  asked: ExitRequest;
  lost: LostPart[];
  /** Set if the session's minutes were not written: the other provider's default. */
  usualMinutes: number | null;
}
export interface OurGateway {
  host: string;
  port: number;
  protocols: readonly EndpointProtocol[];
}

/** Returns the filter and the session that a parsed proxy requests, each value once. */
export function exitRequestOf(read: ReadProxy): { asked: ExitRequest; lost: LostPart[] } {
  const fields: ExitRequest = { filter: {}, sid: null, minutes: null, strict: false };
  const lost: LostPart[] = [];
  const seen = new Set<string>();
  for (const part of read.parts) {
    const why = lossOf(part, seen);
    if (why !== null) lost.push({ part, why });
    if (why === null || why === "onlyFirst") applyPart(fields, part);
    seen.add(part.meaning);
  }
  const minutes = read.parts.find(({ meaning }) => meaning === "minutes");
  if (fields.sid === null && fields.minutes !== null) {
    fields.minutes = null;
    if (minutes) lost.push({ part: minutes, why: "noSession" });
  }
  return { asked: fields, lost };
}

function lossOf(part: Part, seen: ReadonlySet<string>): LostPart["why"] | null {
  const { meaning, note } = part;
  if (meaning === "unknown") return "unknown";
  if (meaning === "zone") return "zone";
  if (note === "badValue") return "badValue";
  if (meaning !== "account" && meaning !== "password" && seen.has(meaning)) return "twice";
  return note === "severalPlaces" ? "onlyFirst" : null;
}

function applyPart(asked: ExitRequest, { meaning, normal }: Part): void {
  if (normal === "") return;
  if (meaning === "session") asked.sid = normal;
  else if (meaning === "minutes") asked.minutes = Number(normal);
  else if (meaning === "strict") asked.strict = true;
  else if (meaning === "asn") asked.filter.asn = Number(normal);
  else if (isPlace(meaning)) asked.filter[meaning] = normal;
}

const textFields = ["country", "state", "city", "postal", "isp"] as const;
const isPlace = (meaning: string): meaning is (typeof textFields)[number] =>
  (textFields as readonly string[]).includes(meaning);

/** Defaults to HTTP, which most programs use. */
export function protocolFor(read: Pick<ReadProxy, "protocol">): EndpointProtocol {
  const { protocol } = read;
  return protocol === null || protocol.startsWith("http") ? "http" : "socks5";
}

/**
 * Returns our endpoint for a parsed proxy, authenticated as a sub-account. `filter` replaces the
 * parsed one after the user picked an available place. Null if there is no gateway.
 */
export function toOurEndpoint(
  read: ReadProxy,
  by: {
    account: string;
    password: string;
    gateways: readonly OurGateway[];
    filter?: PlaceFilter;
    protocol?: EndpointProtocol;
  },
): OurEndpoint | null {
  const { asked, lost } = exitRequestOf(read);
  const protocol = by.protocol ?? protocolFor(read);
  const gateway = by.gateways.find(({ protocols }) => protocols.includes(protocol));
  const [any] = by.gateways;
  const ourGateway = gateway ?? any;
  if (!ourGateway) return null;
  const usual = dialects.find(({ family }) => family === read.family)?.minutes ?? null;
  const usualMinutes = asked.sid !== null && asked.minutes === null ? usual : null;
  const minutes = asked.minutes ?? usualMinutes;
  const username = formatUsername({
    name: by.account,
    filter: by.filter ?? asked.filter,
    sid: asked.sid,
    ...(asked.sid !== null && minutes !== null ? { minutes } : {}),
    ...(asked.sid !== null && asked.strict ? { strict: true } : {}),
  });
  const endpoint: Endpoint = {
    protocol: ourGateway.protocols.includes(protocol)
      ? protocol
      : (ourGateway.protocols[0] ?? protocol),
    host: ourGateway.host,
    port: ourGateway.port,
    username,
    password: by.password,
  };
  return { endpoint, asked, lost, usualMinutes };
}
