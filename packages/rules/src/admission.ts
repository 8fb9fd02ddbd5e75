/**
 * Decides whether the gateway admits a connection, and with which error it refuses one
 * (spec/gateway#authentication, spec/gateway#checks).
 */
import { judgeOccupancy, type GatewayOccupancy } from "./connection-share.ts";
import {
  hasNoExitOptions,
  describeFault,
  type ParsedUsername,
  type UsernameRequest,
} from "./username.ts";

/** All reasons for which the gateway refuses; `parse/refused.ts` maps them to responses. */
export type RefusedReason =
  | "badRequest"
  | "badParameters"
  | "credentials"
  | "insufficientTraffic"
  | "inArrears"
  | "planExpired"
  | "dayLimit"
  | "monthLimit"
  | "targetBudgetSpent"
  | "targetNotAllowed"
  | "portBlocked"
  | "targetBlocked"
  | "targetPolicy"
  | "targetNotOffered"
  | "domainNotAllowed"
  | "accountDisabled"
  | "tooManyConnections"
  | "tooManyTries"
  | "udpNotSupported"
  | "exitUnreachable"
  | "targetUnreachable"
  | "targetRefused"
  | "dnsFailed"
  | "badAnswer"
  | "noExit"
  | "notReady"
  | "timedOut"
  | "ourFault";

export interface Refused {
  reason: RefusedReason;
  /** Details in one line for people; empty if the reason says it all. */
  detail: string;
}

/** What is known about a connection after its credentials were looked up. */
export interface AdmissionFacts {
  /** True if it failed too often recently, and this password is wrong or was not compared. */
  blocked: boolean;
  /**
   * The sub-account, static IP, opened IP or unlimited port identified by the user name or the
   * whitelisted address; null if there is none. `inArrears`: its account has been for more than 24
   * hours. `over`: it has expired. `exits`: whether the user name may choose among exits.
   */
  holder: { enabled: boolean; inArrears: boolean; over: boolean; exits: "any" | "own" } | null;
  /** True for a whitelisted address, which needs no password. */
  passwordMatches: boolean;
  /** The parsed user name; null if the client is identified by its address. */
  username: ParsedUsername | null;
  openConnections: number;
  maxConnections: number;
  /** Free capacity; null for a connection that its account already holds, between two requests. */
  room: GatewayOccupancy | null;
}
/**
 * `ends`: which idle connection is closed to make room for this one (`OccupancyVerdict`). `full`: what
 * was exhausted, the account's share or the gateway.
 */
export type AdmissionVerdict =
  | { admit: true; request: UsernameRequest; ends: "none" | "own" | "any" }
  | { admit: false; refused: Refused; full?: "account" | "gateway" };

const anyExit: UsernameRequest = {
  filter: {},
  sid: null,
  minutes: 3,
  minutesGiven: false,
  strict: false,
};

/** Order (spec/gateway#checks): tries, credentials, account, arrears, time, parameters, room. */
export function admit(facts: AdmissionFacts): AdmissionVerdict {
  const { holder, username } = facts;
  if (facts.blocked) return refuse("tooManyTries", "blocked for a minute after failed tries");
  if (holder === null || !facts.passwordMatches) return refuse("credentials", "");
  if (!holder.enabled) return refuse("accountDisabled", "");
  if (holder.inArrears) return refuse("inArrears", "");
  if (holder.over) return refuse("planExpired", "");
  if (holder.exits === "own" && username !== null && !(username.ok && hasNoExitOptions(username))) {
    return refuse(
      "badParameters",
      "a static or opened IP or an unlimited port has its own exits: its user name takes no parameters",
    );
  }
  if (username !== null && !username.ok) return refuse("badParameters", describeFault(username));
  if (facts.openConnections >= facts.maxConnections) {
    return refuse("tooManyConnections", `at most ${facts.maxConnections} at a time`);
  }
  const occupancy =
    facts.room === null ? ({ fits: true, ends: "none" } as const) : judgeOccupancy(facts.room);
  if (occupancy.fits) return { admit: true, request: username ?? anyExit, ends: occupancy.ends };
  const detail =
    occupancy.full === "gateway"
      ? "the gateway is full"
      : `at most ${occupancy.most} of an account at a time`;
  return { admit: false, refused: { reason: "tooManyConnections", detail }, full: occupancy.full };
}

function refuse(reason: RefusedReason, detail: string): AdmissionVerdict {
  return { admit: false, refused: { reason, detail } };
}

/** Failed tries of one (network, user) pair or of one network. In ms of any monotonic clock. */
export interface FailedTries {
  failures: number;
  /** Time of the first of these failures. */
  since: number;
  lastAt: number;
}
/** This many wrong passwords within the window block a (network, user) pair (spec/quality#g9) … */
export const failuresMax = 10;
/** … this many, with any names, a network for names that did not log in there recently … */
export const networkFailuresMax = 100;
/** … and this many, from anywhere, a name for networks where it did not log in recently. */
export const nameFailuresMax = 500;
export const failuresWindowMs = 60_000;
/** A block still has one password compared in this time (spec/gateway#failed-tries). */
export const turnEveryMs = 2_000;
/** Where a name logged in recently, this many wrong passwords an hour are compared despite blocks. */
export const familiarTriesMax = 1_000;
export const familiarTriesMs = 3_600_000;
/** The block lasts for this long after the last failure (spec/gateway#failed-tries). */
export const blockMs = 60_000;

/** Returns the tries after `failures` more; from `max` on they block. */
export function countFailure(
  tries: FailedTries | null,
  now: number,
  { max = failuresMax, failures = 1 }: { max?: number; failures?: number } = {},
): FailedTries {
  if (tries === null || triesExpired(tries, now, max)) return { failures, since: now, lastAt: now };
  return { failures: tries.failures + failures, since: tries.since, lastAt: now };
}

/** Returns whether a pair, network or name is blocked: most of its passwords are not compared. */
export function isBlocked(tries: FailedTries | null, now: number, max = failuresMax): boolean {
  return tries !== null && tries.failures >= max && now - tries.lastAt < blockMs;
}

/** Returns whether failed tries have expired: their window, or the block that followed, is over. */
export function triesExpired(tries: FailedTries, now: number, max = failuresMax): boolean {
  if (tries.failures >= max) return now - tries.lastAt >= blockMs;
  return now - tries.since >= failuresWindowMs;
}
