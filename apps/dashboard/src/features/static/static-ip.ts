/** The status of a static IP, and how it is reached. */
import type { StaticIp } from "@turnpike/contract/static.ts";
import type { Endpoint, EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import { rotateLink } from "../proxy-file/rotate-link.ts";
import { type ProxyFields, proxyLine } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { expiringMs } from "@turnpike/rules/static-ip.ts";
import type { CallResult } from "../../lib/call.ts";
import type { Term } from "./term.ts";

export type { StaticIp } from "@turnpike/contract/static.ts";
export type StaticEvent = CallResult<"staticHistory">["items"][number];

/** In the filter's order (spec/static#expiry). */
export const statuses = ["active", "expiring", "expired", "unreachable"] as const;
export type Status = (typeof statuses)[number];

const hourMs = 3_600_000;

/** The status: expiry takes precedence over reachability, and that over expiring soon. */
export function statusOf(row: StaticIp, term: Term): Status {
  if (row.expired) return "expired";
  if (!row.reachable) return "unreachable";
  // The hours are rounded up, so comparing them equals comparing milliseconds.
  return row.remainingHours * hourMs <= expiringMs[term] ? "expiring" : "active";
}

/** `host:port`, the form in which programs read it; the bare host while no port is open (0). */
export const addressOf = ({ host, port }: Pick<StaticIp, "host" | "port">): string =>
  port === 0 ? host : `${host.includes(":") ? `[${host}]` : host}:${port}`;

/** The static IP as a proxy. */
export const endpointOf = (row: StaticIp, protocol: EndpointProtocol): Endpoint => ({
  protocol,
  host: row.host,
  port: row.port,
  username: row.account,
  password: row.password,
});

/** The fields for lines and columns, as in the API's export. */
export const fieldsOf = (row: StaticIp): ProxyFields => ({
  host: row.host,
  port: row.port,
  user: row.account,
  password: row.password,
  country: row.country,
  city: row.city,
  expires: row.expiresAt,
  remark: row.remark,
  changeIp: rotateLink(row.rotateToken),
});

/** The row as a line for programs. */
export const lineOf = (row: StaticIp, template: string): string =>
  proxyLine(template, fieldsOf(row));
