/**
 * Authentication and admission: identifies the client and decides whether it is admitted
 * (spec/gateway#authentication, spec/gateway#checks).
 */
import type { Refused } from "@turnpike/rules/admission.ts";
import { allowsAddress } from "../authorise/grant.ts";
import type { Proof } from "../link/grant.ts";
import type { ListenerRef } from "../link/listener-ref.ts";
import type { AdmitOptions, AdmitResult, AuthContext } from "./auth-context.ts";
import { admitByPassword } from "./by-password.ts";
import type { Credentials } from "./credentials.ts";
import { addressKeys } from "./hub-lookups.ts";
import { type IdentifiedHolder, judge, mayBeStale, ownerOf } from "./judge.ts";

/**
 * Authenticates a connection from `address` (canonical). Without credentials the address must be on
 * the whitelist that applies at this listener. Before a refusal that a recent change elsewhere may
 * have made obsolete, the hub is asked once; only after that is a failed attempt counted.
 */
export function admitCaller(
  auth: AuthContext,
  address: string,
  credentials: Credentials | null,
  options: AdmitOptions,
): AdmitResult {
  const { listener } = options;
  if (credentials && !acceptsPassword(auth, listener)) {
    const identified = identifyByAddress(auth, address, listener);
    return { refused: noPasswordHere, holder: identified?.holder ?? null };
  }
  if (credentials) return admitByPassword(auth, address, credentials, options);
  const identified = identifyByAddress(auth, address, listener);
  const verdict = judge(auth, identified, { ...withoutPassword, heldBy: options.heldBy });
  if ("grant" in verdict && options.hubAsked)
    auth.hubLookups.admitted(addressKeys(address, listener));
  if ("grant" in verdict || options.hubAsked || !mayBeStale(verdict)) return verdict;
  const wait = lookUpAddress(auth, address, listener);
  return wait === null ? verdict : { wait, next: { hubAsked: true } };
}
const withoutPassword = { username: null, blocked: false, passwordMatches: true };

/** Asks the hub about an address that is about to be refused; null if it is not asked now. */
export function lookUpAddress(
  auth: AuthContext,
  address: string,
  listener: ListenerRef,
): Promise<void> | null {
  return auth.hubLookups.ask(address, addressKeys(address, listener));
}

/** Whether the address is allowed without credentials at this listener. */
export function isWhitelisted(auth: AuthContext, address: string, listener: ListenerRef): boolean {
  return identifyByAddress(auth, address, listener) !== null;
}

/** Whether the listener accepts a name and password; some accept only whitelisted addresses. */
export function acceptsPassword({ snapshot }: AuthContext, listener: ListenerRef): boolean {
  if (listener.kind !== "port") return true;
  const port = snapshot.port(listener.portId);
  if (port?.kind === "whitePort") return false;
  return port?.kind !== "openedIp" || port.login !== null;
}
const noPasswordHere: Refused = {
  reason: "credentials",
  detail: "this port accepts only whitelisted addresses",
};

function identifyByAddress(
  auth: AuthContext,
  address: string,
  listener: ListenerRef,
): IdentifiedHolder | null {
  const { snapshot } = auth;
  if (listener.kind === "plan") return byWhitelist(auth, address);
  const owner = ownerOf(snapshot, listener);
  if (owner === null) return null;
  if (owner.kind !== "whitePort") {
    const proof: Proof = { by: "address", address };
    return allowsAddress(owner, address, snapshot, auth.now()) ? { holder: owner, proof } : null;
  }
  const identified = byWhitelist(auth, address);
  return identified?.holder.accountId === owner.accountId ? { ...identified, port: owner } : null;
}

/** The sub-account that the whitelist assigns to an address. */
function byWhitelist({ snapshot, now }: AuthContext, address: string): IdentifiedHolder | null {
  const entry = snapshot.whitelistByIp(address, now());
  const holder = entry && snapshot.subAccount(entry.subAccountId);
  return entry && holder && { holder, proof: { by: "entry", whitelistId: entry.id } };
}
