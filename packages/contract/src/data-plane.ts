/**
 * Messages between gateway and hub (the API's end of the link). Nothing here assumes a single
 * machine: every message is plain JSON, and applying a change twice does no harm.
 */
import type { StickySession } from "@turnpike/rules/sticky-session.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import type { FleetMessage, NodeQuestions } from "./gateway-states.ts";
import type { BudgetedTarget, Lease, LeaseQuestion, LeaseRefusal } from "./lease.ts";
import type { OutcomeRow } from "./outcome-row.ts";
import type { Approved, PasswordId, PortFact, TrafficEndsAt } from "./port-facts.ts";
import type { LogQuestions } from "./request-log.ts";
import type { SetAsideItem } from "./set-aside.ts";
import type { BlockedTargetFact, PolicyQuestions, TargetPolicy } from "./target-facts.ts";
import type { SupplyFact, UpstreamQuestions, UpstreamUsageRow } from "./upstream-facts.ts";

/** A product that carries traffic; only `traffic` is leased and billed by bytes. */
export type Product = "traffic" | "ip" | StaticTerm | UnlimitedKind;
/** The terms that static IPs are sold for: `static` is long term, `short` is short term. */
export type StaticTerm = "static" | "short";

/** A sub-account as gateways know it; `rules/proxy-verifier.ts` describes verifiers. */
export interface SubAccountFact {
  kind: "subAccount";
  id: string;
  accountId: string;
  /** Lower case: names are case-insensitive. */
  name: string;
  verifier: string;
  passwordId?: PasswordId;
  /** Also false while its account is disabled. */
  enabled: boolean;
  trafficEndsAt?: TrafficEndsAt;
  approved?: Approved;
  /** The pool that serves it; absent for the first one. */
  pool?: string;
  /** How often sessions changed their address on demand: then it is asked anew which they hold. */
  rotations?: number;
  /** Limits set by the owner; entries are spelled as in `rules/sub-account-limits.ts`. */
  limits: {
    maxConnections: number | null;
    allowDomains: string[];
    denyDomains: string[];
    /**
     * Set if the limit of the day or month was already used up when this was written: `until` is
     * when that ends, in milliseconds since 1970. If it is used up later, leases are refused.
     */
    spent: { why: "dayLimit" | "monthLimit"; until: number } | null;
    targetBudgets?: BudgetedTarget[];
  };
}
/** A whitelisted client address in canonical form; v4-mapped IPv6 is written as IPv4. */
export interface WhitelistFact {
  kind: "whitelist";
  id: string;
  ip: string;
  subAccountId: string;
  /** Milliseconds since 1970; null if it never expires. */
  expiresAt: number | null;
}
/** An exit. `local` binds `host`; `http` and `socks5` use an upstream proxy at `host:port`. */
export interface ExitFact {
  kind: "exit";
  id: string;
  how: "local" | "http" | "socks5";
  /** The address that targets see; empty while a modem's is not known. */
  ip: string;
  host: string;
  port: number;
  user: string;
  password: string;
  country: string;
  state: string;
  city: string;
  postal: string;
  isp: string;
  asn: number;
  /** Lab inventory: its address is bound only for connections to loopback targets. */
  lab: boolean;
  /**
   * Prefix length of a local exit that is an IPv6 prefix; each session gets its own address in it.
   * 128 for a single address that was chosen.
   */
  prefix?: number;
  /** Another node's local exit, reached through that node's relay and checked by its owner. */
  relayed?: true;
  /** Behind an upstream proxy: who resolves a target's name, this machine or (default) that proxy. */
  dns?: "local" | "remote";
  /** Of a static exit whose address is on no machine of ours: its port at the gateway's hosts. */
  sharedPort?: number;
  /** The products that the exit may serve. */
  product: "pool" | "static" | "short" | "unlimited";
}
/** A static IP: who may use an exit through its own listener. `id` stays when it is replaced. */
export interface StaticIpFact {
  kind: "staticIp";
  id: string;
  accountId: string;
  exitId: string;
  product: StaticTerm;
  /** Lower case: names are case-insensitive and need not be unique. */
  name: string;
  verifier: string;
  passwordId?: PasswordId;
  /** Client addresses that need no password, in canonical form. */
  whitelist: string[];
  /** False while its account is disabled. */
  enabled: boolean;
  trafficEndsAt?: TrafficEndsAt;
  approved?: Approved;
  /** Milliseconds since 1970. From then on it is refused as expired, until the fact is removed. */
  expiresAt: number;
}
export type Fact =
  | SubAccountFact
  | WhitelistFact
  | ExitFact
  | StaticIpFact
  | PortFact
  | BlockedTargetFact
  | SupplyFact;
export type FactKind = Fact["kind"];

export interface Changes {
  puts: Fact[];
  drops: { kind: FactKind; id: string }[];
}
/**
 * Pushed by the hub. `seq` counts the messages of a connection; after a gap, take a new snapshot.
 * With all messages up to this one, `position` can be sent as `since` in a later `hello`.
 */
export type HubMessage =
  | ({ kind: "change"; seq: number; position?: number } & Changes)
  /** The product's clock is `offsetMs` ahead of the machine's (the lab can move its clock). */
  | { kind: "clock"; seq: number; offsetMs: number }
  /** Whether the gateway's node is being drained (spec/nodes#draining). */
  | { kind: "node"; seq: number; draining: boolean }
  | FleetMessage
  /** Asks which of these ports the node cannot bind. Answered by `bound` with the same id. */
  | { kind: "bind"; seq: number; id: string; numbers: number[] };

/**
 * One row of usage: what a sub-account, static IP or unlimited port transferred in one hour to one
 * domain from one place.
 */
export interface UsageRow {
  /** Set only for plan traffic; all other traffic is counted but not billed. */
  leaseId: string;
  accountId: string;
  /** The sub-account for `traffic`; otherwise the static IP, opened IP or unlimited port. */
  subAccountId: string;
  product: Product;
  /** Start of the UTC hour, in milliseconds since 1970 by the product's clock. */
  hour: number;
  domain: string;
  country: string;
  city: string;
  upBytes: number;
  downBytes: number;
  requests: number;
}
/** Applied once per (gateway, epoch, sequence from 1), however often and in whatever order. */
export interface UsageReport {
  gateway: string;
  epoch: string;
  sequence: number;
  rows: UsageRow[];
  /** Absent if there are none, or if the gateway does not count them. */
  outcomes?: OutcomeRow[];
  /** Bytes at upstreams; absent if there are none. */
  upstreams?: UpstreamUsageRow[];
}

/** A report that the hub rejected while it accepted others; its outcomes are not kept. */
export interface SetAsideReport {
  report: Omit<UsageReport, "outcomes">;
  /** The hub's error, in one line. */
  why: string;
  /** When it was rejected, in milliseconds since 1970 by the product's clock; 0 if unknown. */
  at: number;
}

/** The number of open tunnels and requests of a sub-account at a gateway. */
export interface OpenCount {
  accountId: string;
  subAccountId: string;
  connections: number;
}

/**
 * Requests from a gateway to the hub, with their responses. `gateway` and `epoch` are claims: the
 * hub goes by the connection, except for reports, which may come from an earlier run.
 */
export interface Questions extends NodeQuestions, LogQuestions, UpstreamQuestions, PolicyQuestions {
  /**
   * Sent first on every connection. `since` is the position up to which the gateway has everything:
   * the response has the changes since then in `resumed`, unless a snapshot is needed. `workers`:
   * how many the gateway's machine has; a worker beyond them is refused. `brand`: the provider's name.
   * `policies`: lists of refused targets.
   */
  hello: {
    question: { gateway: string; epoch: string; since?: number; workers?: number };
    answer: {
      offsetMs: number;
      seq: number;
      draining?: boolean;
      position?: number;
      resumed?: Changes | null;
      nodeHosts?: string[];
      brand?: string | null;
      policies?: TargetPolicy[];
    };
  };
  /** The whole state in pages; `cursor` is null in the first request and the last response. */
  snapshot: {
    question: { cursor: string | null };
    answer: { facts: Fact[]; cursor: string | null };
  };
  lease: { question: LeaseQuestion; answer: { lease: Lease } | { refused: LeaseRefusal } };
  /**
   * Requests connections for a sub-account with a connection limit: this gateway has `open` and
   * needs `wanted`. `allowed` is how many it may have so that all gateways together stay within the
   * limit: at least `open`, at most `wanted`. The hub remembers it until the next request or until
   * this gateway disappears.
   */
  slots: {
    question: {
      gateway: string;
      epoch: string;
      subAccountId: string;
      accountId?: string;
      open: number;
      wanted: number;
    };
    answer: { allowed: number };
  };
  /** Settles leases that will carry no more, after their last report; returns unused bytes. */
  settle: {
    question: { gateway: string; epoch: string; leaseIds: string[] };
    answer: { settled: number };
  };
  /**
   * Sent periodically: every lease that the gateway holds. Others, if older than a response takes
   * to arrive, were lost with their response: their bytes are returned.
   */
  held: {
    question: { gateway: string; leaseIds: string[] };
    answer: { returned: number };
  };
  report: {
    question: { reports: UsageReport[] };
    answer: { applied: number[] };
  };
  /** Up to 20 reports that the hub rejected, and `items`, which an older hub does not know. */
  aside: {
    question: { asides: SetAsideReport[]; items?: SetAsideItem[] };
    answer: { kept: number; items?: number };
  };
  /** Sent every second: all sub-accounts with open connections, in parts (from 0) if they are many. */
  census: {
    question: { gateway: string; epoch: string; open: OpenCount[]; part?: number; more?: boolean };
    answer: Record<string, never>;
  };
  /**
   * Sent before refusing a client: returns what the database has now for its name, its address, the
   * static IP or the port it connected to. Ordered with changes: a later change is sent later.
   */
  resolve: {
    question: LookupKeys;
    answer: { facts: Fact[] };
  };
  /** Holds an exit for a session id; returns the exit now held (spec/gateway#sessions). */
  hold: {
    question: {
      /** The sub-account that owns the session; for a whitelisted port, the port's id. */
      subAccountId: string;
      accountId?: string;
      /** Canonical place filter and sid: the same sid with another filter is another session. */
      key: string;
      minutes: number;
      /** The exit that this gateway would choose. */
      proposedExitId: string;
      /** A held exit that is down and has to be replaced. */
      deadExitId: string | null;
      /** True if it can propose another one, should a session have just left this one on demand. */
      again?: boolean;
    };
    /** `leaves`: nothing is held yet; the session has left the exit that was proposed. */
    answer: StickySession & { full?: boolean; leaves?: boolean };
  };
}
/** Keys by which a client can be looked up; each is optional. */
export interface LookupKeys {
  /** A sub-account's name in lower case. */
  name?: string;
  /** In canonical form. */
  address?: string;
  exitId?: string;
  portId?: string;
}
export type QuestionKind = keyof Questions;
