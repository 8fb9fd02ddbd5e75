/** The door's first verdict: who is asking, and may they (contract §13, §16 Gateway). */
import { timingSafeEqual } from "node:crypto";
import type { SubAccountFact } from "@turnpike/contract/data-plane.ts";
import { admit, type Refused } from "@turnpike/rules/admission.ts";
import type { ParsedUsername, UsernameRequest } from "@turnpike/rules/username.ts";
import type { Connections, Grant } from "./connections.ts";
import type { Credentials } from "./credentials.ts";
import type { Snapshot } from "./snapshot.ts";
import { pairOf, type TriesTable } from "./tries.ts";

export interface Door {
  snapshot: Snapshot;
  connections: Connections;
  tries: TriesTable;
  limits: { perSubAccount: number; all: number };
  /** The product's clock, milliseconds since 1970. */
  now: () => number;
}
/** Not let in; `subAccount` is whom it was tried for, where that is known. */
export interface NotAdmitted {
  refused: Refused;
  subAccount: SubAccountFact | null;
}
export interface Admitted {
  grant: Grant;
  request: UsernameRequest;
}

/**
 * Judges a connection from `address` (canonical). Without credentials the address itself has to be
 * on the whitelist. Counts a failed try.
 */
export function admitCaller(
  door: Door,
  address: string,
  credentials: Credentials | null,
): Admitted | NotAdmitted {
  if (door.connections.size >= door.limits.all) {
    const refused: Refused = { reason: "tooManyConnections", detail: "the gateway is full" };
    return { refused, subAccount: null };
  }
  return credentials ? byPassword(door, address, credentials) : byAddress(door, address);
}

/** Whether an address may come in without credentials. */
export function isWhitelisted(door: Door, address: string): boolean {
  return door.snapshot.whitelistByIp(address, door.now()) !== null;
}

function byPassword(door: Door, address: string, given: Credentials): Admitted | NotAdmitted {
  const { username } = given;
  const pair = pairOf(address, given.name);
  const blocked = door.tries.isBlocked(pair);
  const subAccount = username.name === null ? null : door.snapshot.subAccountByName(username.name);
  const passwordMatches = !blocked && matches(subAccount, given);
  if (!blocked && !passwordMatches) door.tries.failed(pair);
  const verifier = subAccount?.verifier ?? null;
  return judge(door, { subAccount, username, blocked, passwordMatches }, verifier, null);
}

function byAddress(door: Door, address: string): Admitted | NotAdmitted {
  const entry = door.snapshot.whitelistByIp(address, door.now());
  const subAccount = entry && door.snapshot.subAccount(entry.subAccountId);
  const facts = { subAccount, username: null, blocked: false, passwordMatches: true };
  return judge(door, facts, null, entry?.id ?? null);
}

function judge(
  door: Door,
  facts: {
    subAccount: SubAccountFact | null;
    username: ParsedUsername | null;
    blocked: boolean;
    passwordMatches: boolean;
  },
  verifier: string | null,
  whitelistId: string | null,
): Admitted | NotAdmitted {
  const { subAccount } = facts;
  const verdict = admit({
    ...facts,
    openConnections: subAccount ? door.connections.count(subAccount.id) : 0,
    maxConnections: door.limits.perSubAccount,
  });
  if (!verdict.admit) return { refused: verdict.refused, subAccount };
  if (!subAccount) throw new Error("admitted nobody");
  const { id, accountId } = subAccount;
  return {
    grant: { subAccountId: id, accountId, verifier, whitelistId },
    request: verdict.request,
  };
}

/** Compares in the same time whatever the password, and hashes for an unknown name too. */
function matches(subAccount: SubAccountFact | null, { verifier }: Credentials): boolean {
  const known = subAccount ? verifierOf(subAccount) : nobody;
  return known.length === verifier.length && timingSafeEqual(known, verifier);
}
const nobody = Buffer.alloc(0);
const verifiers = new WeakMap<SubAccountFact, Buffer>();

function verifierOf(subAccount: SubAccountFact): Buffer {
  let known = verifiers.get(subAccount);
  if (known === undefined) {
    known = Buffer.from(subAccount.verifier, "hex");
    verifiers.set(subAccount, known);
  }
  return known;
}
