/**
 * Authentication by name and password.
 *
 *     blocked? ─▶ waits for a turn ─▶ compared (slowly at first) ─▶ wrong: asks the hub ─▶ judged
 */
import type { Refused } from "@turnpike/rules/admission.ts";
import { type Holder, loginOf } from "../link/holder.ts";
import type { Snapshot } from "../link/snapshot.ts";
import type { ListenerRef } from "../link/listener-ref.ts";
import type { AdmitOptions, AdmitResult, AuthContext, NotAdmittedResult } from "./auth-context.ts";
import type { Credentials } from "./credentials.ts";
import type { LoginAttempt } from "./failed-attempts.ts";
import { nameKeys } from "./hub-lookups.ts";
import { type IdentifiedHolder, judge, mayBeStale, ownerOf } from "./judge.ts";

/** The longest name that a sub-account can have. */
const longestName = 64;
/** The password of one attempt is compared with at most this many slow verifiers. */
const maxChecks = 3;
const busy: Refused = { reason: "notReady", detail: "too many logins are checked now" };

/** Admits or refuses a client that sent a name and a password, or asks to wait. */
export function admitByPassword(
  auth: AuthContext,
  address: string,
  sent: Credentials,
  options: AdmitOptions,
): AdmitResult {
  const { listener, heldBy, hubAsked: asked = false } = options;
  const credentials = meantBy(auth.snapshot, sent, listener);
  const attempt: LoginAttempt = {
    address,
    name: credentials.name,
    listener: listenerIdOf(listener),
    tag: credentials.tag,
  };
  const holder = holderOf(auth.snapshot, credentials.username.name, listener);
  const standing = auth.failedAttempts.standing(attempt);
  const { hasTurn = standing.turn === null, checks = 0, counted = false } = options;
  const { turn } = standing;
  const blocked = standing.blocked && !counted;
  if (!hasTurn) {
    const wait = auth.turns.next(turn ?? "", credentials.tag);
    if (wait !== null) return { wait, next: { hasTurn: true } };
  }
  const login = holder && loginOf(holder);
  const compared = hasTurn ? auth.passwords.compare(login, credentials) : "no";
  if (compared === "unknown") return checkSlowly(auth, holder, credentials, checks);
  const passwordMatches = compared === "yes";
  // Of blocked clients only those that have a turn are worth a question.
  const mayAsk = !blocked || (hasTurn && turn !== null);
  if (!passwordMatches && mayAsk && !asked) {
    const wait = lookUpName(auth, attempt, listener);
    // Guesses at a known name count before the hub is asked, else all that arrive at once would be
    // compared.
    const counts = wait !== null && holder !== null && !blocked;
    if (counts) auth.failedAttempts.recordFailure(attempt);
    if (wait !== null) return { wait, next: { hubAsked: true, ...(counts && { counted: true }) } };
  }
  if (passwordMatches) auth.failedAttempts.recordSuccess(attempt);
  else if (hasTurn) auth.failedAttempts.recordFailure(attempt);
  const identified: IdentifiedHolder | null = login && {
    holder,
    proof: { by: "password", verifier: login.verifier, passwordId: login.passwordId },
  };
  const verdict = judge(auth, identified, {
    username: credentials.username,
    blocked: blocked && !passwordMatches,
    passwordMatches,
    heldBy,
  });
  if ("grant" in verdict && asked) auth.hubLookups.admitted(nameKeys(credentials.name, listener));
  if ("grant" in verdict || asked || !passwordMatches || !mayBeStale(verdict)) return verdict;
  const wait = lookUpName(auth, attempt, listener);
  return wait === null ? verdict : { wait, next: { hubAsked: true } };
}

/** What a name means that the grammar does not understand: an account that was brought along has it. */
function meantBy(snapshot: Snapshot, sent: Credentials, listener: ListenerRef): Credentials {
  const { old, username } = sent;
  if (old === null) return sent;
  const isHeld = holderOf(snapshot, old.username.name, listener) !== null;
  return isHeld || username.name === null ? old : sent;
}

/** Waits until the password was compared with a slow verifier. */
function checkSlowly(
  { passwords }: AuthContext,
  holder: Holder | null,
  credentials: Credentials,
  checks: number,
): AdmitResult {
  const login = holder && loginOf(holder);
  const refusal: NotAdmittedResult = { refused: busy, holder };
  if (login === null || checks >= maxChecks) return refusal;
  const wait = passwords.check(holder?.accountId ?? "", login.verifier, credentials);
  return wait === null ? refusal : { wait, next: { checks: checks + 1 } };
}

/** Asks the hub about a name that is about to be refused, whether or not the name exists. */
function lookUpName(
  { hubLookups: lookups }: AuthContext,
  { address, name }: LoginAttempt,
  listener: ListenerRef,
): Promise<void> | null {
  const keys = nameKeys(name, listener);
  return (keys.name?.length ?? 0) > longestName ? null : lookups.ask(address, keys);
}

/** The id of a listener that belongs to one holder; undefined for the gateway's own port. */
function listenerIdOf(listener: ListenerRef): string | undefined {
  if (listener.kind === "plan") return undefined;
  return listener.kind === "static" ? listener.exitId : listener.portId;
}

/** The holder with this name at this listener: a sub-account or the listener's owner. */
function holderOf(snapshot: Snapshot, name: string | null, listener: ListenerRef): Holder | null {
  if (name === null) return null;
  if (listener.kind === "plan") return snapshot.subAccountByName(name);
  const owner = ownerOf(snapshot, listener);
  if (owner === null || owner.kind === "whitePort") return null;
  return loginOf(owner)?.name === name ? owner : null;
}
