/** Exits of the pool and opened IPs: addresses, latency, remaining time. */
import type { IpAuth, OpenedIp, PoolIp } from "@turnpike/contract/pool.ts";
import type { CallName } from "@turnpike/contract/calls.ts";
import type { Endpoint, EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import {
  type ProxyFields,
  proxyLine,
  proxyTemplates,
} from "@turnpike/proxy-strings/write/proxy-format.ts";

export type { IpAuth, OpenedIp, PoolIp } from "@turnpike/contract/pool.ts";

/** The call that lists the opened IPs, by kind of access (spec/pool#opening). */
export const historyCalls = {
  user: "ipHistory",
  nouser: "ipHistoryNoUser",
} as const satisfies Record<IpAuth, CallName>;

/** How often counts, latencies and open IPs are refetched; more often while one is opening. */
export const REFRESH_MS = 20_000;
export const OPENING_POLL_MS = 2_000;

/** `host:port`, the form in which programs read it. */
export const addressOf = ({ host, port }: Pick<OpenedIp, "host" | "port">): string =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;

/** The opened IP as a proxy; without user name where the whitelist gives access. */
export const endpointOf = (row: OpenedIp, protocol: EndpointProtocol): Endpoint => ({
  protocol,
  host: row.host,
  port: row.port,
  username: row.username ?? "",
  password: row.password ?? "",
});

/** The fields for lines and columns, as in the API's export. */
export const fieldsOf = (row: OpenedIp): ProxyFields => ({
  host: row.host,
  port: row.port,
  user: row.username ?? "",
  password: row.password ?? "",
  country: row.country,
  city: row.city,
  expires: row.expiresAt,
  remark: "",
});

/** The row as a line for programs. */
export const lineOf = (row: OpenedIp): string =>
  row.auth === "nouser"
    ? addressOf(row)
    : proxyLine(proxyTemplates["host:port:user:password"], fieldsOf(row));

/** The network's provider and ASN. */
export const networkOf = ({ ispName, asn }: Pick<PoolIp, "ispName" | "asn">): string =>
  [ispName, asn > 0 && `AS${asn}`].filter(Boolean).join(" · ");

/**
 * Whole seconds until it ends: the API's value at `answeredAtMs`, minus the time elapsed here
 * since. This computer's clock may differ from the server's.
 */
export function secondsLeft(row: OpenedIp, answeredAtMs: number, nowMs: number): number {
  if (row.status !== "active") return 0;
  const elapsed = Math.floor(Math.max(0, nowMs - answeredAtMs) / 1000);
  return Math.max(0, row.remainingSeconds - elapsed);
}

/** The status of an opened IP. */
export type OpenedStatus = "open" | "opening" | "expired" | "deleted";
export function openedStatus(row: OpenedIp, left: number): OpenedStatus {
  if (row.status !== "active") return row.status;
  if (left === 0) return "expired";
  return row.open ? "open" : "opening";
}

/** How fast an exit can be reached. */
export type Speed = "quick" | "fair" | "slow";
const quickMs = 150;
const fairMs = 400;
export function speedOf(latencyMs: number): Speed {
  if (latencyMs <= quickMs) return "quick";
  return latencyMs <= fairMs ? "fair" : "slow";
}
