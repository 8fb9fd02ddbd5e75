/**
 * The right to relay a connection: proved once, at authentication, and checked again after each
 * change of resources.
 */
import type { StaticIpFact } from "@turnpike/contract/data-plane.ts";
import type { OpenedIpFact, WhitePortFact } from "@turnpike/contract/port-facts.ts";
import type { RefusedReason } from "@turnpike/rules/admission.ts";
import { isFastVerifier } from "@turnpike/rules/proxy-verifier.ts";
import {
  type Holder,
  isExpired,
  isInArrears,
  loginOf,
  type Owner,
  productOf,
} from "../link/holder.ts";
import type { Destination } from "../link/blocked-targets.ts";
import type { Grant, Proof } from "../link/grant.ts";
import { hasExpired, type Snapshot } from "../link/snapshot.ts";
import { targetRefusal, spentLimit } from "./owner-limits.ts";
import { mustCloseForBudget } from "./target-budgets.ts";

/** Creates the grant of a holder whose identity was proved. */
export function grantOf(holder: Holder, proof: Proof, port: WhitePortFact | null = null): Grant {
  const { id: holderId, accountId } = holder;
  const exitId = "exitId" in holder ? holder.exitId : null;
  const ends = port ?? (holder.kind === "openedIp" ? holder : null);
  return {
    holderId,
    accountId,
    product: productOf(holder),
    ...(holder.kind === "subAccount" && holder.pool !== undefined && { pool: holder.pool }),
    exitId,
    proof,
    whitelistedPortId: port?.id ?? null,
    endsAt: ends?.expiresAt ?? null,
  };
}

/** Whether an owner's listener admits a canonical address without a password. */
export function allowsAddress(
  owner: Owner,
  address: string,
  snapshot: Snapshot,
  now: number,
): boolean {
  if (owner.kind !== "openedIp") return owner.whitelist.includes(address);
  const entry = owner.login === null ? snapshot.whitelistByIp(address, now) : null;
  const subAccount = entry && snapshot.subAccount(entry.subAccountId);
  return subAccount?.accountId === owner.accountId;
}

/** The current holder of a grant; null if it no longer exists. */
export function holderOf({ product, holderId }: Grant, snapshot: Snapshot): Holder | null {
  if (product === "traffic") return snapshot.subAccount(holderId);
  if (product === "static" || product === "short") return snapshot.staticIp(holderId);
  const port = snapshot.port(holderId);
  return port?.kind === "whitePort" ? null : port;
}

export interface JudgedConnection {
  grant: Grant;
  destination: Destination | null;
  /** The entry of its sub-account's target budgets that its bytes are charged to; null for none. */
  targetBudget: string | null;
  /** For which state of the target policies it was judged; absent if it was not yet. */
  judgedFor?: number;
}

/** Why an open connection must end; null if it may stay open. */
export function reasonToClose(
  connection: JudgedConnection,
  snapshot: Snapshot,
  now: number,
): RefusedReason | null {
  const { grant, destination, targetBudget } = connection;
  const holder = holderOf(grant, snapshot);
  if (!holder) return reasonIfDeleted(grant, now);
  if (!holder.enabled) return "accountDisabled";
  if (isInArrears(holder, now)) return "inArrears";
  if (isExpired(holder, now)) return "planExpired";
  if (destination && snapshot.blockedTargets.has(grant.accountId, destination))
    return "targetBlocked";
  if (isAgainstPolicy(connection, holder, snapshot)) return "targetPolicy";
  if (!isProofValid(grant.proof, holder, snapshot, now)) return "credentials";
  if (holder.kind === "unlimitedPort") return null;
  if (holder.kind !== "subAccount") return exitReason(grant, holder, snapshot);
  const portReason =
    grant.whitelistedPortId === null ? null : whitelistedPortReason(grant, snapshot, now);
  if (portReason !== null) return portReason;
  const spent = spentLimit(holder, now);
  if (spent !== null || destination === null) return spent;
  const { host } = destination;
  if (mustCloseForBudget(holder, { host, charged: targetBudget, now })) return "targetBudgetSpent";
  return targetRefusal(holder, host);
}

/** Whether its target is in a list; asked once for each state of the lists and of the approval. */
function isAgainstPolicy(connection: JudgedConnection, holder: Holder, { policies }: Snapshot) {
  const { grant, destination } = connection;
  if (!policies.isActive || destination === null) return false;
  const isApproved = holder.approved === true;
  const state = policies.changes * 2 + (isApproved ? 1 : 0);
  if (connection.judgedFor === state) return false;
  connection.judgedFor = state;
  return policies.refusal(grant, destination.host, () => isApproved) !== null;
}

/** The holder no longer exists. It may have expired before its deletion arrived here. */
function reasonIfDeleted({ endsAt }: Grant, now: number): RefusedReason {
  return endsAt !== null && now >= endsAt ? "planExpired" : "credentials";
}

/** The whitelisted port expired, was deleted, or now belongs to another account. */
function whitelistedPortReason(
  grant: Grant,
  snapshot: Snapshot,
  now: number,
): RefusedReason | null {
  const port = snapshot.port(grant.whitelistedPortId ?? "");
  const isValid = port?.kind === "whitePort" && port.accountId === grant.accountId;
  if (!isValid) return reasonIfDeleted(grant, now);
  return now >= port.expiresAt ? "planExpired" : null;
}

function isProofValid(proof: Proof, holder: Holder, snapshot: Snapshot, now: number): boolean {
  if (proof.by === "password") return isSamePassword(proof, loginOf(holder));
  if (proof.by === "address") {
    return holder.kind !== "subAccount" && allowsAddress(holder, proof.address, snapshot, now);
  }
  const entry = snapshot.whitelistEntry(proof.whitelistId);
  return entry !== null && entry.subAccountId === holder.id && !hasExpired(entry, now);
}

/**
 * Whether a login still has the password that was proved. When its verifier only changed its form,
 * and one of both came from an API without password ids, nobody can tell: then it stays valid.
 */
function isSamePassword(
  proof: Extract<Proof, { by: "password" }>,
  login: ReturnType<typeof loginOf>,
): boolean {
  if (login === null) return false;
  if (proof.passwordId !== undefined && login.passwordId !== undefined)
    return proof.passwordId === login.passwordId;
  const sameForm = isFastVerifier(proof.verifier) === isFastVerifier(login.verifier);
  return proof.verifier === login.verifier || !sameForm;
}

/** If the holder's exit was replaced, connections through the old one must end. */
function exitReason({ exitId }: Grant, holder: StaticIpFact | OpenedIpFact, snapshot: Snapshot) {
  const exits = holder.kind === "staticIp" ? snapshot.staticExits() : snapshot.exits.byId;
  const isValid = holder.exitId === exitId && exits.has(holder.exitId);
  return isValid ? null : "exitUnreachable";
}
