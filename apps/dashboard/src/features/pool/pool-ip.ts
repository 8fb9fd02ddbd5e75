/** An exit of the pool, and one that the account has opened: where, how quick, how long. */
import type { IpAuth, OpenedIp, PoolIp } from "@turnpike/contract/pool.ts";
import type { CallName } from "@turnpike/contract/calls.ts";
import type { Endpoint, EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import { type ProxyFields, proxyLine, proxyTemplates } from "@turnpike/rules/proxy-format.ts";

export type { IpAuth, OpenedIp, PoolIp } from "@turnpike/contract/pool.ts";

/** The records of each way to be let in (spec/pool#opening). */
export const historyCalls = {
  user: "ipHistory",
  nouser: "ipHistoryNoUser",
} as const satisfies Record<IpAuth, CallName>;

/** Calls whose kept answers are stale once IPs were opened or ended. */
export const poolCallsChanged = [
  "ipList",
  "ipHistory",
  "ipHistoryNoUser",
  "ipPassInfo",
  "ipLineChart",
  "member",
  "indexInit",
] as const satisfies readonly CallName[];

/** So often counts, latencies and what is open are looked at anew; sooner while one opens. */
export const REFRESH_MS = 20_000;
export const OPENING_MS = 2_000;

/** `host:port`, as programs read it. */
export const addressOf = ({ host, port }: Pick<OpenedIp, "host" | "port">): string =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;

/** The opened IP as a proxy; without a name where the whitelist lets in. */
export const endpointOf = (row: OpenedIp, protocol: EndpointProtocol): Endpoint => ({
  protocol,
  host: row.host,
  port: row.port,
  username: row.username ?? "",
  password: row.password ?? "",
});

/** Its fields as its line and its columns have them, as the API's export does. */
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

/** One line of it as programs read proxies. */
export const lineOf = (row: OpenedIp): string =>
  row.auth === "nouser"
    ? addressOf(row)
    : proxyLine(proxyTemplates["host:port:user:password"], fieldsOf(row));

/** Whose network it is. */
export const networkOf = ({ ispName, asn }: Pick<PoolIp, "ispName" | "asn">): string =>
  [ispName, asn > 0 && `AS${asn}`].filter(Boolean).join(" · ");

/**
 * Whole seconds until its end: what the API answered at `answeredAtMs`, less what has passed here
 * since. The clock of this computer may be another than the product's.
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

/** How quick an exit is to be reached. */
export type Speed = "quick" | "fair" | "slow";
const quickMs = 150;
const fairMs = 400;
export function speedOf(latencyMs: number): Speed {
  if (latencyMs <= quickMs) return "quick";
  return latencyMs <= fairMs ? "fair" : "slow";
}
