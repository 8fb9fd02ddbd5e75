/**
 * Who comes in at the gateway's door, and who is told what (spec/gateway#authentication,
 * spec/gateway#checks).
 */
import { judgeRoom, type RoomFacts } from "./connection-share.ts";
import {
  asksNothing,
  describeFault,
  type ParsedUsername,
  type UsernameRequest,
} from "./username.ts";

/** Every reason for which the gateway refuses; `parse/refused.ts` gives each its wire forms. */
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
  /** What exactly, in one line for a person; empty where the reason says it all. */
  detail: string;
}

/** What is known about a connection once its credentials were looked up. */
export interface AdmissionFacts {
  /** The (address, user) pair failed too often a moment ago. */
  blocked: boolean;
  /**
   * The sub-account, static IP, opened IP or unlimited port that the user name or the whitelisted address
   * names; null for nobody. `inArrears`: its account has been for more than 24 hours. `over`: its
   * time has ended. `exits`: whether the user name may choose among them.
   */
  holder: { enabled: boolean; inArrears: boolean; over: boolean; exits: "any" | "own" } | null;
  /** A whitelisted address needs no password: true then. */
  passwordMatches: boolean;
  /** The user name as read; null where the client's address says who is asking. */
  username: ParsedUsername | null;
  openConnections: number;
  maxConnections: number;
  /** The gateway's room; null for a connection that its account holds already, between requests. */
  room: RoomFacts | null;
}
/**
 * `ends`: which connection between two requests is closed for this one (`RoomVerdict`). `full`: the
 * account's share of the room, or the room itself, was the reason.
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

/** In the order of spec/gateway#checks: tries, credentials, account, arrears, time, parameters, connections. */
export function admit(facts: AdmissionFacts): AdmissionVerdict {
  const { holder, username } = facts;
  if (facts.blocked) return refuse("tooManyTries", "blocked for a minute after failed tries");
  if (holder === null || !facts.passwordMatches) return refuse("credentials", "");
  if (!holder.enabled) return refuse("accountDisabled", "");
  if (holder.inArrears) return refuse("inArrears", "");
  if (holder.over) return refuse("planExpired", "");
  if (holder.exits === "own" && username !== null && !(username.ok && asksNothing(username))) {
    return refuse(
      "badParameters",
      "a static or opened IP or an unlimited port has its own exits: its user name takes no parameters",
    );
  }
  if (username !== null && !username.ok) return refuse("badParameters", describeFault(username));
  if (facts.openConnections >= facts.maxConnections) {
    return refuse("tooManyConnections", `at most ${facts.maxConnections} at a time`);
  }
  const room =
    facts.room === null ? ({ fits: true, ends: "none" } as const) : judgeRoom(facts.room);
  if (room.fits) return { admit: true, request: username ?? anyExit, ends: room.ends };
  const detail =
    room.full === "gateway"
      ? "the gateway is full"
      : `at most ${room.most} of an account at a time`;
  return { admit: false, refused: { reason: "tooManyConnections", detail }, full: room.full };
}

function refuse(reason: RefusedReason, detail: string): AdmissionVerdict {
  return { admit: false, refused: { reason, detail } };
}

/** Failed tries of one (network, user), or of one network. Milliseconds of any steady clock. */
export interface Tries {
  failures: number;
  /** When the first of these failures was. */
  since: number;
  lastAt: number;
}
/** So many failures within the window block a pair of network and user (spec/quality#g9) … */
export const failuresMax = 10;
/** … and so many, with whatever names, block a network for names that did not succeed there. */
export const networkFailuresMax = 100;
export const failuresWindowMs = 60_000;
/** They are blocked until so long after the last failure (spec/gateway#failed-tries). */
export const blockMs = 60_000;

/** The tries after some more failures; `max` of them block. */
export function countFailure(
  tries: Tries | null,
  now: number,
  { max = failuresMax, failures = 1 }: { max?: number; failures?: number } = {},
): Tries {
  if (tries === null || triesForgotten(tries, now, max))
    return { failures, since: now, lastAt: now };
  return { failures: tries.failures + failures, since: tries.since, lastAt: now };
}

/** True while a pair or network has to wait; nothing of it is looked at then. */
export function isBlocked(tries: Tries | null, now: number, max = failuresMax): boolean {
  return tries !== null && tries.failures >= max && now - tries.lastAt < blockMs;
}

/** True once failed tries count no more: their window, or the block that followed, is over. */
export function triesForgotten(tries: Tries, now: number, max = failuresMax): boolean {
  if (tries.failures >= max) return now - tries.lastAt >= blockMs;
  return now - tries.since >= failuresWindowMs;
}
