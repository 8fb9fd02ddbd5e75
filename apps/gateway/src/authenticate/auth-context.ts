/** What authentication works with, and its results. */
import type { Refused } from "@turnpike/rules/admission.ts";
import type { UsernameRequest } from "@turnpike/rules/username.ts";
import type { Grant } from "../link/grant.ts";
import type { Holder } from "../link/holder.ts";
import type { Snapshot } from "../link/snapshot.ts";
import type { ClientLimiter } from "./client-limiter.ts";
import type { ListenerRef } from "../link/listener-ref.ts";
import type { Connections } from "../authorise/connections.ts";
import type { FailedAttempts } from "./failed-attempts.ts";
import type { HubLookups } from "./hub-lookups.ts";
import type { Passwords } from "./passwords.ts";
import type { Turns } from "./turns.ts";

export interface AuthContext {
  snapshot: Snapshot;
  connections: Connections;
  failedAttempts: FailedAttempts;
  /** When passwords of those that are blocked may be compared. */
  turns: Turns;
  passwords: Passwords;
  /** Limits connections over all accounts and networks. */
  limiter: ClientLimiter;
  /** The most connections of one sub-account, static IP, opened IP or unlimited port. */
  perSubAccount: number;
  /** Queries the hub before a client is refused. */
  hubLookups: HubLookups;
  /** The product's clock, milliseconds since 1970. */
  now: () => number;
}

/**
 * A refusal. `holder` is the holder whose name or address was used, null if unknown. `full` says
 * which limit was reached: the account's share of connections or the gateway's total.
 */
export interface NotAdmittedResult {
  refused: Refused;
  holder: Holder | null;
  full?: "account" | "gateway";
}

/** What is known of a connection before its credentials are checked. */
export interface AdmitOptions extends Waited {
  listener: ListenerRef;
  /** The account that this keep-alive connection already counts for; null for a new one. */
  heldBy: string | null;
}

/** What the client has waited for already. */
export interface Waited {
  /** The hub was asked: the result is final and a failed attempt is counted. */
  hubAsked?: boolean;
  /** Its password may be compared although it is blocked. */
  hasTurn?: boolean;
  /** It was counted as a failure before it was blocked. */
  counted?: boolean;
  /** How often its password was compared with a slow verifier, which may change meanwhile. */
  checks?: number;
}

/** Asks the caller to wait and then to judge the client again, with `next` among its options. */
export interface Undecided {
  wait: Promise<void>;
  next: Waited;
}
export interface Admitted {
  grant: Grant;
  request: UsernameRequest;
}
export type AdmitResult = Admitted | NotAdmittedResult | Undecided;
