/** What dedicated listening ports are open for, as sent to gateways (by `data-plane.ts`). */
import type { Rotation } from "@turnpike/rules/rotation.ts";
import type { UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import type { PlaceFilter } from "@turnpike/rules/username.ts";

/**
 * Milliseconds since 1970. From then on the holder is refused because its account is in arrears;
 * absent if it is not.
 */
export type TrafficEndsAt = number;

/**
 * Differs when the name or the password does, and stays the same when only the verifier's form
 * changes. Tells nothing about the password. Absent from an API of the previous release.
 */
export type PasswordId = string;

/** Whether its account's identity is approved; absent if it is not, or not known. */
export type Approved = true;

/** A listening port of an unlimited plan at the gateway's own address, opened by one worker. */
export interface UnlimitedPortFact {
  kind: "unlimitedPort";
  id: string;
  accountId: string;
  planId: string;
  product: UnlimitedKind;
  port: number;
  /** Lower case: names are case-insensitive and need not be unique. */
  name: string;
  verifier: string;
  passwordId?: PasswordId;
  /** The plan's client addresses that need no password, in canonical form. */
  whitelist: string[];
  /** False while its account is disabled. */
  enabled: boolean;
  trafficEndsAt?: TrafficEndsAt;
  approved?: Approved;
  /** Milliseconds since 1970. From then on it is refused as expired, until the fact is removed. */
  expiresAt: number;
  /** In each direction, for all connections together. */
  mbps: number;
  /** Location of its exits; `country` (ISO 3166-1 alpha-2) narrows it, null for any. */
  region: UnlimitedRegion;
  country: string | null;
  rotation: Rotation;
}
/**
 * A pool IP that a customer opened: a dedicated gateway port that leads to one exit. Without
 * `login`, only the account's whitelisted addresses may use it, whichever sub-account they belong
 * to.
 */
export interface OpenedIpFact {
  kind: "openedIp";
  id: string;
  accountId: string;
  product: "ip";
  port: number;
  exitId: string;
  /** `name` in lower case. */
  login: { name: string; verifier: string; passwordId?: PasswordId } | null;
  /** False while its account is disabled. */
  enabled: boolean;
  trafficEndsAt?: TrafficEndsAt;
  approved?: Approved;
  /** Milliseconds since 1970. From then on it is refused as expired, until the fact is removed. */
  expiresAt: number;
}
/**
 * A whitelisted port of the traffic plan: a dedicated gateway port for the account's whitelisted
 * addresses, each billed to its own sub-account. All connections of a port share one session.
 */
export interface WhitePortFact {
  kind: "whitePort";
  id: string;
  accountId: string;
  port: number;
  filter: PlaceFilter;
  /** How long its exit is held: the lifetime of the port. */
  minutes: number;
  /** Milliseconds since 1970. From then on it is refused as expired, until the fact is removed. */
  expiresAt: number;
}
/** What a dedicated listening port is open for. */
export type PortFact = UnlimitedPortFact | OpenedIpFact | WhitePortFact;
export type PortKind = PortFact["kind"];
