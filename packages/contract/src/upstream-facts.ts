/**
 * Upstreams (wholesalers' gateways) as gateways know them, and what gateways tell the hub about
 * them. They go to every node that carries traffic.
 */
import type { Upstream } from "@turnpike/proxy-strings/upstream/definition.ts";
import type { ErrorClass } from "@turnpike/proxy-strings/upstream/errors.ts";
import type { Product } from "./data-plane.ts";

/** `on` and `authFailed` ones are known to gateways; the latter only for the hub's single tries. */
export type UpstreamState = "on" | "paused" | "quotaGone" | "authFailed";

/** Shares of a member in pools other than the first, by the pool's name. */
export type PoolShares = Record<string, { priority: number; weight: number }>;

/** An upstream with everything filled in, its secrets opened (`proxy-strings/upstream`). */
export interface UpstreamFact
  extends Pick<
    Upstream,
    | "name"
    | "how"
    | "hosts"
    | "login"
    | "user"
    | "password"
    | "map"
    | "places"
    | "countries"
    | "session"
    | "errors"
    | "exitIpHeader"
    | "dns"
    | "connectMs"
    | "maxConnections"
    | "priority"
    | "weight"
    | "allowRetryElsewhere"
  > {
  kind: "upstream";
  id: string;
  secret: string;
  state: UpstreamState;
  /** Without `traffic` if it is no member of the first pool, whose share is above. */
  products: Product[];
  pools?: PoolShares;
  /** Hex key of session tokens, the same at all gateways. */
  sessionKey: string;
  /** PEM of the authority of an `https` upstream; absent for the system's. */
  ca?: string;
}

/** Place words as an upstream spells them, up to 1,000 rows a page. */
export interface UpstreamPlaceFact {
  kind: "upstreamPlaces";
  /** The upstream's id and the page's number. */
  id: string;
  upstreamId: string;
  rows: UpstreamPlaceRow[];
}
export type UpstreamPlaceRow = [
  country: string,
  state: string,
  city: string,
  isp: string,
  token: string,
];

/** The pool's member of own exits. */
export interface OwnExitsFact {
  kind: "ownExits";
  id: string;
  priority: number;
  weight: number;
  pools?: PoolShares;
}

export type SupplyFact = UpstreamFact | UpstreamPlaceFact | OwnExitsFact;

/** What happened at an upstream: one try. */
export interface UpstreamEvent {
  upstreamId: string;
  ok: boolean;
  /** Null for a success. */
  class: ErrorClass | null;
  /** Whether a row of its table of errors names the answer. */
  named: boolean;
  /** The status or SOCKS5 reply (-1 for a refused login); null if there was none. */
  status: number | null;
  socks: number | null;
  /** Milliseconds since 1970 by the product's clock. */
  at: number;
  /** The country that was asked for; empty for any. */
  place: string;
  holderId: string;
  accountId: string;
  /** A hash of the target's host: tells targets apart. */
  targetKey: string;
  /** What it said, in one line, without login fields and secrets; at most 200 characters. */
  sample: string;
  connectMs: number | null;
}

/** What one account's traffic was at an upstream on one UTC day: bytes on our socket to it. */
export interface UpstreamUsageRow {
  upstreamId: string;
  accountId: string;
  /** Start of the UTC day, in milliseconds since 1970 by the product's clock. */
  day: number;
  /** The country that was asked for; empty for any. */
  country: string;
  sentBytes: number;
  receivedBytes: number;
  connections: number;
  failures: number;
}

/** The request of a gateway worker about upstreams (`Questions` of data-plane.ts). */
export interface UpstreamQuestions {
  /**
   * Each second if there is something to say, else every 10 s while connections are open, an
   * upstream has a limit, or one refused the login. `more` events had no room. `limits`: the most connections this worker may have at each upstream that
   * has a limit. `retry`: upstreams that refused the login, which this worker may try once.
   */
  upstreams: {
    question: {
      gateway: string;
      epoch: string;
      open: { upstreamId: string; connections: number }[];
      events: UpstreamEvent[];
      more: number;
    };
    answer: { limits: { upstreamId: string; connections: number }[]; retry: string[] };
  };
}
