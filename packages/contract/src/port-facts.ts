/** What listening ports of their own are opened for, as gateways know it (`data-plane.ts` carries it). */
import type { Rotation } from "@turnpike/rules/rotation.ts";
import type { UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import type { PlaceFilter } from "@turnpike/rules/username.ts";

/**
 * Milliseconds since 1970: from then on a holder is refused, as its account is in arrears; absent
 * while it is not.
 */
export type TrafficEndsAt = number;

/** A listening port of an unlimited plan: at the gateway's own address, opened by one worker. */
export interface UnlimitedPortFact {
  kind: "unlimitedPort";
  id: string;
  accountId: string;
  planId: string;
  product: UnlimitedKind;
  port: number;
  /** Lower-case; names are compared without case, and need not be unique. */
  name: string;
  /** Hex SHA-256 of `name:password`. */
  verifier: string;
  /** The plan's client addresses that need no password, canonical. */
  whitelist: string[];
  /** False while its account is disabled. */
  enabled: boolean;
  trafficEndsAt?: TrafficEndsAt;
  /** Milliseconds since 1970: from then on it is refused as expired, until the fact is dropped. */
  expiresAt: number;
  /** Each way, over all connections. */
  mbps: number;
  /** Where its exits are; `country` narrows it (ISO 3166-1 alpha-2), null for any. */
  region: UnlimitedRegion;
  country: string | null;
  rotation: Rotation;
}
/**
 * An IP of the pool that a customer opened: a port of the gateway's own that leads to one exit.
 * Without `login` the account's whitelisted addresses alone may use it, whatever sub-account they
 * stand for.
 */
export interface OpenedIpFact {
  kind: "openedIp";
  id: string;
  accountId: string;
  product: "ip";
  port: number;
  exitId: string;
  /** `name` in lower case; `verifier` is hex SHA-256 of `name:password`. */
  login: { name: string; verifier: string } | null;
  /** False while its account is disabled. */
  enabled: boolean;
  trafficEndsAt?: TrafficEndsAt;
  /** Milliseconds since 1970: from then on it is refused as expired, until the fact is dropped. */
  expiresAt: number;
}
/**
 * A whitelisted port of the traffic plan: a port of the gateway's own for the account's whitelisted
 * addresses, each billed to its own sub-account. All of a port's connections share one session.
 */
export interface WhitePortFact {
  kind: "whitePort";
  id: string;
  accountId: string;
  port: number;
  filter: PlaceFilter;
  /** How long its exit is held: as long as it stands. */
  minutes: number;
  /** Milliseconds since 1970: from then on it is refused as expired, until the fact is dropped. */
  expiresAt: number;
}
/** What a listening port of its own is opened for. */
export type PortFact = UnlimitedPortFact | OpenedIpFact | WhitePortFact;
export type PortKind = PortFact["kind"];
