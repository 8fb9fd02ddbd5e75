/** Who comes in at the gateway's door, and who is told what (contract §13, §16 Gateway). */
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
  | "planExpired"
  | "dayLimit"
  | "monthLimit"
  | "targetNotAllowed"
  | "domainNotAllowed"
  | "accountDisabled"
  | "tooManyConnections"
  | "tooManyTries"
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
   * names; null for nobody. `over`: its time has ended. `exits`: whether the user name may choose among them.
   */
  holder: { enabled: boolean; over: boolean; exits: "any" | "own" } | null;
  /** A whitelisted address needs no password: true then. */
  passwordMatches: boolean;
  /** The user name as read; null where the client's address says who is asking. */
  username: ParsedUsername | null;
  openConnections: number;
  maxConnections: number;
}
export type AdmissionVerdict =
  | { admit: true; request: UsernameRequest }
  | { admit: false; refused: Refused };

const anyExit: UsernameRequest = {
  filter: {},
  sid: null,
  minutes: 3,
  minutesGiven: false,
  strict: false,
};

/** In the contract's order: tries, credentials, account, time, parameters, connections. */
export function admit(facts: AdmissionFacts): AdmissionVerdict {
  const { holder, username } = facts;
  if (facts.blocked) return refuse("tooManyTries", "blocked for a minute after failed tries");
  if (holder === null || !facts.passwordMatches) return refuse("credentials", "");
  if (!holder.enabled) return refuse("accountDisabled", "");
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
  return { admit: true, request: username ?? anyExit };
}

function refuse(reason: RefusedReason, detail: string): AdmissionVerdict {
  return { admit: false, refused: { reason, detail } };
}

/** Failed tries of one (address, user). Instants are milliseconds of any steady clock. */
export interface Tries {
  failures: number;
  /** When the first of these failures was. */
  since: number;
  lastAt: number;
}
/** So many failures within the window block a pair (quality G9) … */
export const failuresMax = 10;
export const failuresWindowMs = 60_000;
/** … until so long after the last of them (contract §16 Gateway). */
export const blockMs = 60_000;

/** The tries after one more failure. */
export function countFailure(tries: Tries | null, now: number): Tries {
  if (tries === null || triesForgotten(tries, now)) return { failures: 1, since: now, lastAt: now };
  return { failures: tries.failures + 1, since: tries.since, lastAt: now };
}

/** True while a pair has to wait; nothing of it is looked at then. */
export function isBlocked(tries: Tries | null, now: number): boolean {
  return tries !== null && tries.failures >= failuresMax && now - tries.lastAt < blockMs;
}

/** True once failed tries count no more: their window, or the block that followed, is over. */
export function triesForgotten(tries: Tries, now: number): boolean {
  if (tries.failures >= failuresMax) return now - tries.lastAt >= blockMs;
  return now - tries.since >= failuresWindowMs;
}
