/**
 * Upstreams (wholesalers' gateways) as gateways know them, and what gateways tell the hub about
 * them. They go to every node that carries traffic.
 */
import type { Product } from "./data-plane.ts";

/** Why a try through an upstream failed; each class has consequences of its own. */
export const failureClasses = [
  "noExit",
  "sessionLost",
  "quota",
  "auth",
  "concurrency",
  "targetRefused",
  "target",
  "request",
  "down",
] as const;
export type FailureClass = (typeof failureClasses)[number];

/** `on` and `authFailed` ones are known to gateways; the latter only for the hub's single tries. */
export type UpstreamState = "on" | "paused" | "quotaGone" | "authFailed";

/** A row of an upstream's table of errors: all given conditions must hold; the first row wins. */
export interface UpstreamErrorRow {
  status?: number;
  /** A reply number, or `auth` for a refused login. */
  socks?: number | "auth";
  header?: string;
  contains?: string;
  class: FailureClass;
}

export interface UpstreamFact {
  kind: "upstream";
  id: string;
  name: string;
  how: "http" | "https" | "socks5";
  /** `host:port`, or `host:first-last` where the port carries the session. */
  hosts: string[];
  /** Values of the template's login fields, such as `login`, `zone` and `id`. */
  login: Record<string, string>;
  secret: string;
  /** Templates of the user name: the first whose fields all have a value is used. */
  user: string[];
  password: string;
  /** The table of the transform `map`, by field and value. */
  map: Record<string, Record<string, string>>;
  /** The place fields that its templates can write. */
  places: string[];
  /** ISO 3166-1 alpha-2; empty for any. */
  countries: string[];
  session: { maxMinutes: number | null; format: string; perConnection: boolean };
  errors: UpstreamErrorRow[];
  /** The header of its answer that tells the exit's address; null for none. */
  exitIpHeader: string | null;
  dns: "local" | "remote";
  /** For dialling and handshake of one try. */
  connectMs: number;
  /** Over all nodes; null for no limit. */
  maxConnections: number | null;
  /** 1 goes before 2. */
  priority: number;
  weight: number;
  state: UpstreamState;
  products: Product[];
  /** Hex key of session tokens, the same at all gateways. */
  sessionKey: string;
  /** Whether a request that its filter refused may be tried at another member. */
  allowRetryElsewhere: boolean;
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
}

export type SupplyFact = UpstreamFact | UpstreamPlaceFact | OwnExitsFact;

/** What happened at an upstream: one try. */
export interface UpstreamEvent {
  upstreamId: string;
  ok: boolean;
  /** Null for a success. */
  class: FailureClass | null;
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
  /** Connections with a country asked for whose exit's address was told. */
  geoAsked: number;
  /** Those known to be elsewhere; gateways cannot tell: 0. */
  geoOther: number;
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
