/**
 * What gateway and hub (the API's side of the link) say to each other. Nothing here assumes one
 * machine: every message is plain JSON, every change may be repeated without harm.
 */
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import type { NodeQuestions } from "./gateway-states.ts";
import type { BudgetedTarget, Lease, LeaseRefusal } from "./lease.ts";
import type { OutcomeRow } from "./outcome-row.ts";
import type { PortFact, TrafficEndsAt } from "./port-facts.ts";
import type { LogQuestions } from "./request-log.ts";

/** A product that traffic is carried under; only `traffic` is leased and billed by bytes. */
export type Product = "traffic" | "ip" | StaticTerm | UnlimitedKind;
/** Static IPs by how long they are sold for: `static` is the long term. */
export type StaticTerm = "static" | "short";

/** A sub-account as the gateway knows it. `verifier` is hex SHA-256 of `name:password`. */
export interface SubAccountFact {
  kind: "subAccount";
  id: string;
  accountId: string;
  /** Lower-case; names are compared without case. */
  name: string;
  verifier: string;
  /** False too while its account is disabled. */
  enabled: boolean;
  trafficEndsAt?: TrafficEndsAt;
  /** What its owner limits; entries as `rules/sub-account-limits.ts` writes them. */
  limits: {
    maxConnections: number | null;
    allowDomains: string[];
    denyDomains: string[];
    /**
     * Its bytes of the day or month were used up when this was written: so until an instant,
     * milliseconds since 1970. Leases refuse what is used up later.
     */
    spent: { why: "dayLimit" | "monthLimit"; until: number } | null;
    targetBudgets?: BudgetedTarget[];
  };
}
/** A whitelisted client address (canonical text; v4-mapped v6 is written as v4). */
export interface WhitelistFact {
  kind: "whitelist";
  id: string;
  ip: string;
  subAccountId: string;
  /** Milliseconds since 1970, null for never. */
  expiresAt: number | null;
}
/** An exit. `local` binds `host`, `http` and `socks5` go through an upstream proxy at host:port. */
export interface ExitFact {
  kind: "exit";
  id: string;
  how: "local" | "http" | "socks5";
  /** The address that targets see. */
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
  /** Lab inventory: binds its address towards loopback targets only. */
  lab: boolean;
  /**
   * Of a local exit that is an IPv6 prefix: its length; each session has an address of its own in it. 128
   * for an address that was chosen.
   */
  prefix?: number;
  /** Another node's local exit, behind that node's relay; its owner looks after it. */
  relayed?: true;
  /** Which products it may serve. */
  product: "pool" | "static" | "short" | "unlimited";
}
/**
 * A static IP: who may use an exit through its own door, the exit's address at the STATIC_PORTS.
 * `id` stays when its exit is replaced.
 */
export interface StaticIpFact {
  kind: "staticIp";
  id: string;
  accountId: string;
  exitId: string;
  product: StaticTerm;
  /** Lower-case; names are compared without case, and need not be unique. */
  name: string;
  /** Hex SHA-256 of `name:password`. */
  verifier: string;
  /** Client addresses that need no password, canonical. */
  whitelist: string[];
  /** False while its account is disabled. */
  enabled: boolean;
  trafficEndsAt?: TrafficEndsAt;
  /** Milliseconds since 1970: from then on it is refused as expired, until the fact is dropped. */
  expiresAt: number;
}
/** A target that the operator blocks, spelled as `rules/blocked-target.ts` does. */
export interface BlockedTargetFact {
  kind: "blockedTarget";
  id: string;
  /** Whose traffic it blocks; null for everybody's. */
  accountId: string | null;
  pattern: string;
}
export type Fact =
  | SubAccountFact
  | WhitelistFact
  | ExitFact
  | StaticIpFact
  | PortFact
  | BlockedTargetFact;
export type FactKind = Fact["kind"];

export interface Changes {
  puts: Fact[];
  drops: { kind: FactKind; id: string }[];
}
/**
 * News from the hub. `seq` counts up by one per connection; a gap means: take a new snapshot. Whoever
 * has everything up to here has all changes up to `position`, for a later `hello {since}`.
 */
export type News =
  | ({ kind: "change"; seq: number; position?: number } & Changes)
  /** The product's clock is `offsetMs` ahead of the machine's (the lab's movable clock). */
  | { kind: "clock"; seq: number; offsetMs: number }
  /** The gateway's node is drained, or is not any more (spec/nodes#draining). */
  | { kind: "node"; seq: number; draining: boolean }
  /** Which of the numbers can the node not bind? Answered by the question `bound`, under the id. */
  | { kind: "bind"; seq: number; id: string; numbers: number[] };

/**
 * One line of usage: what a sub-account, a static IP or an unlimited port moved in one hour to one
 * domain by one place.
 */
export interface UsageRow {
  /** Empty but for traffic of the plan: all else is counted, not billed. */
  leaseId: string;
  accountId: string;
  /** Of `traffic` the sub-account, else the static IP, the opened IP or the unlimited port. */
  subAccountId: string;
  product: Product;
  /** Start of the UTC hour, milliseconds since 1970, by the product's clock. */
  hour: number;
  domain: string;
  country: string;
  city: string;
  upBytes: number;
  downBytes: number;
  requests: number;
}
/** Applied once per (gateway, epoch, sequence from 1 on), however often and in whatever order. */
export interface UsageReport {
  gateway: string;
  epoch: string;
  sequence: number;
  rows: UsageRow[];
  /** Absent from gateways that do not count them, and where there are none. */
  outcomes?: OutcomeRow[];
}

/** A report that the hub did not take, though it took others. */
export interface AsideReport {
  report: UsageReport;
  /** What the hub said, in one line. */
  why: string;
  /** When, milliseconds since 1970 by the product's clock; 0 where nobody knows. */
  at: number;
}

/** How many tunnels and requests of a sub-account a gateway has open. */
export interface OpenCount {
  accountId: string;
  subAccountId: string;
  connections: number;
}

/**
 * Questions from a gateway, each with its answer. `gateway` and `epoch` are what it calls itself: the
 * hub goes by the connection, but in reports, which may be of an earlier run.
 */
export interface Questions extends NodeQuestions, LogQuestions {
  /**
   * First on every connection. `since` is the position that the gateway has everything up to: the
   * answer has the changes since then in `resumed`, unless a snapshot is needed.
   */
  hello: {
    question: { gateway: string; epoch: string; since?: number };
    answer: {
      offsetMs: number;
      seq: number;
      draining?: boolean;
      position?: number;
      resumed?: Changes | null;
    };
  };
  /** The whole state in pages; `cursor` of the first is null, of the last answer too. */
  snapshot: {
    question: { cursor: string | null };
    answer: { facts: Fact[]; cursor: string | null };
  };
  /**
   * Reserves bytes for a sub-account, sized to what is left; at most `wantedBytes`. `heldBytes` are
   * left of leases that the gateway holds for it already. `target`: a BudgetedTarget that they are for.
   */
  lease: {
    question: {
      gateway: string;
      epoch: string;
      subAccountId: string;
      target?: string;
      wantedBytes: number;
      heldBytes?: number;
    };
    answer: { lease: Lease } | { refused: LeaseRefusal };
  };
  /**
   * Connections at once of a limited sub-account: this gateway has `open` and would have `wanted`.
   * `allowed` is how many it may have, so that all gateways together stay within the limit: not
   * below `open`, not above `wanted`. The hub remembers it until the next question, or until this
   * gateway is gone.
   */
  slots: {
    question: {
      gateway: string;
      epoch: string;
      subAccountId: string;
      open: number;
      wanted: number;
    };
    answer: { allowed: number };
  };
  /** A lease that will carry nothing more, after its last report: what is left of it returns. */
  settle: {
    question: { gateway: string; epoch: string; leaseIds: string[] };
    answer: { settled: number };
  };
  /**
   * Now and then: every lease that the gateway knows of. Others of it, older than an answer can take
   * to arrive, were granted in an answer that never did: they come back.
   */
  held: {
    question: { gateway: string; leaseIds: string[] };
    answer: { returned: number };
  };
  report: {
    question: { reports: UsageReport[] };
    answer: { applied: number[] };
  };
  /**
   * Reports that the hub refused again and again: it keeps them for the operator, who applies or
   * drops each. One that was applied after all is kept no more. At most 20 at once.
   */
  aside: {
    question: { asides: AsideReport[] };
    answer: { kept: number };
  };
  /** Every second: all sub-accounts with open connections; who is not named has none. */
  census: {
    question: { gateway: string; epoch: string; open: OpenCount[] };
    answer: Record<string, never>;
  };
  /**
   * Before a client is refused: what the database has now of its name, of its address, of the static
   * IP at the exit or of the port that it connected to. In step with changes: a later one is sent later.
   */
  resolve: {
    question: LookupKeys;
    answer: { facts: Fact[] };
  };
  /** Holds an exit for a session id; answers the exit that stands (spec/gateway#sessions). */
  hold: {
    question: {
      /** Whose session it is: a sub-account's, or that of a whitelisted port, whose id stands here. */
      subAccountId: string;
      /** Canonical place filter and sid, so that the same sid elsewhere is another session. */
      key: string;
      minutes: number;
      /** The exit this gateway would take. */
      proposedExitId: string;
      /** A held exit found dead, to be replaced. */
      deadExitId: string | null;
    };
    answer: { exitId: string; minutes: number; until: number; changedAt: number; full?: boolean };
  };
}
/** By what a client can be known; each is optional. */
export interface LookupKeys {
  /** A sub-account's, in lower case. */
  name?: string;
  /** Canonical. */
  address?: string;
  exitId?: string;
  portId?: string;
}
export type QuestionKind = keyof Questions;
