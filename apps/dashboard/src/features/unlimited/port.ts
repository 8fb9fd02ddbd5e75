/** A port of an unlimited plan: its address, its state, and when its exit changes. */
import type { UnlimitedPlan, UnlimitedPort } from "@turnpike/contract/unlimited.ts";
import type { Endpoint, EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import { rotateLink } from "../proxy-file/rotate-link.ts";
import { type ProxyFields, proxyLine } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { nextTurnAt } from "@turnpike/rules/rotation.ts";

export type { UnlimitedPlan, UnlimitedPort } from "@turnpike/contract/unlimited.ts";

/** `host:port`, the form in which programs read it. */
export const addressOf = ({ host, port }: Pick<UnlimitedPort, "host" | "port">): string =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;

/** The port as a proxy. */
export const endpointOf = (row: UnlimitedPort, protocol: EndpointProtocol): Endpoint => ({
  protocol,
  host: row.host,
  port: row.port,
  username: row.account,
  password: row.password,
});

/** The fields for lines and columns; the exit has no fixed city. */
export const fieldsOf = (row: UnlimitedPort): ProxyFields => ({
  host: row.host,
  port: row.port,
  user: row.account,
  password: row.password,
  country: row.country,
  city: "",
  expires: row.expiresAt,
  remark: row.remark,
  changeIp: rotateLink(row.rotateToken),
});

/** Its line in its own format. */
export const ownLineOf = (row: UnlimitedPort): string => proxyLine(row.format, fieldsOf(row));

/** The phase of a plan at `nowMs` by the API's clock: closed plans have no open ports. */
export type PlanPhase = "running" | "ended" | "closed";
export function planPhase(plan: UnlimitedPlan, nowMs: number): PlanPhase {
  if (nowMs >= Date.parse(plan.closesAt)) return "closed";
  return plan.status === "expired" || nowMs >= Date.parse(plan.expiresAt) ? "ended" : "running";
}

/** The state of a port. */
export type PortState = "open" | "notOpen" | "refuses" | "closed";
export function stateOf(row: UnlimitedPort, phase: PlanPhase): PortState {
  if (phase === "closed") return "closed";
  if (phase === "ended") return "refuses";
  return row.open ? "open" : "notOpen";
}

const minuteMs = 60_000;

/**
 * Milliseconds until the exit changes next, by the server's clock; continues from rotation to
 * rotation without a request. Null if it no longer changes.
 */
export function untilRotationMs(
  row: Pick<UnlimitedPort, "nextRotationAt" | "rotationMinutes">,
  nowMs: number,
): number | null {
  if (row.nextRotationAt === null) return null;
  const rotatesAtMs = Date.parse(row.nextRotationAt);
  const minutes = row.rotationMinutes;
  if (nowMs < rotatesAtMs) return Math.min(rotatesAtMs - nowMs, minutes * minuteMs);
  return nextTurnAt({ minutes, from: rotatesAtMs, turn: 0 }, nowMs) - nowMs;
}
