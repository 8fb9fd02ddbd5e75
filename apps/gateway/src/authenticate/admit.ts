/**
 * Authentication and admission: identifies the client and decides whether it is admitted
 * (spec/gateway#authentication, spec/gateway#checks).
 */
import { timingSafeEqual } from "node:crypto";
import { admit, type Refused } from "@turnpike/rules/admission.ts";
import type { WhitePortFact } from "@turnpike/contract/port-facts.ts";
import type { ParsedUsername, UsernameRequest } from "@turnpike/rules/username.ts";
import type { ClientLimiter } from "../listen/client-limiter.ts";
import type { Connections } from "../session/connections.ts";
import type { Credentials } from "./credentials.ts";
import type { ListenerRef } from "../listen/listener-ref.ts";
import { type Grant, grantOf, allowsAddress, type Proof } from "../authorise/grant.ts";
import {
  type Holder,
  isExpired,
  isInArrears,
  loginOf,
  type Owner,
  portSession,
} from "../link/holder.ts";
import type { Snapshot } from "../link/snapshot.ts";
import type { FailedAttempts, LoginAttempt } from "./failed-attempts.ts";
import { addressKeys, nameKeys, type HubLookups } from "./hub-lookups.ts";

/** The longest name that a sub-account can have. */
const longestName = 64;

export interface AuthContext {
  snapshot: Snapshot;
  connections: Connections;
  failedAttempts: FailedAttempts;
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
export interface AdmitOptions {
  listener: ListenerRef;
  /** The account that this keep-alive connection already counts for; null for a new one. */
  heldBy: string | null;
  /** Whether the hub was already asked: the result is final and a failed attempt is counted. */
  hubAsked?: boolean;
}

/** Asks the caller to wait for the hub's answer and then to judge the client again. */
export interface Undecided {
  wait: Promise<void>;
}
export interface Admitted {
  grant: Grant;
  request: UsernameRequest;
}

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
): Admitted | NotAdmittedResult | Undecided {
  const { listener } = options;
  if (credentials && !acceptsPassword(auth, listener)) {
    const identified = identifyByAddress(auth, address, listener);
    return { refused: noPasswordHere, holder: identified?.holder ?? null };
  }
  if (credentials) return admitByPassword(auth, address, credentials, options);
  const identified = identifyByAddress(auth, address, listener);
  const verdict = judge(auth, identified, { ...withoutPassword, ...options });
  if ("grant" in verdict && options.hubAsked)
    auth.hubLookups.admitted(addressKeys(address, listener));
  if ("grant" in verdict || options.hubAsked || !mayBeStale(verdict)) return verdict;
  const wait = lookUpAddress(auth, address, listener);
  return wait === null ? verdict : { wait };
}

/** Asks the hub about an address that is about to be refused; null if it is not asked now. */
export function lookUpAddress(
  auth: AuthContext,
  address: string,
  listener: ListenerRef,
): Promise<void> | null {
  return auth.hubLookups.ask(address, addressKeys(address, listener));
}

/** Whether a change of the holder's rows could lift this refusal. */
function mayBeStale({ refused: { reason } }: NotAdmittedResult): boolean {
  return (
    reason === "credentials" ||
    reason === "accountDisabled" ||
    reason === "inArrears" ||
    reason === "planExpired"
  );
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

/** An identified holder and how the client proved to be that holder. */
interface IdentifiedHolder {
  holder: Holder;
  proof: Proof;
  /** The whitelisted port that the client connected to, if it is one. */
  port?: WhitePortFact;
}

function admitByPassword(
  auth: AuthContext,
  address: string,
  credentials: Credentials,
  { listener, heldBy, hubAsked: asked }: AdmitOptions,
): Admitted | NotAdmittedResult | Undecided {
  const attempt: LoginAttempt = {
    address,
    name: credentials.name,
    listener: listenerIdOf(listener),
  };
  const blocked = auth.failedAttempts.isBlocked(attempt);
  const holder = holderOf(auth.snapshot, credentials.username.name, listener);
  const passwordMatches = !blocked && verifierMatches(holder, credentials);
  if (!passwordMatches && !blocked && !asked) {
    const wait = lookUpName(auth, attempt, listener);
    if (wait !== null) return { wait };
  }
  if (passwordMatches) auth.failedAttempts.recordSuccess(attempt);
  else if (!blocked) auth.failedAttempts.recordFailure(attempt);
  const login = holder && loginOf(holder);
  const identified: IdentifiedHolder | null = login && {
    holder,
    proof: { by: "password", verifier: login.verifier },
  };
  const verdict = judge(auth, identified, {
    username: credentials.username,
    blocked,
    passwordMatches,
    heldBy,
  });
  if ("grant" in verdict && asked) auth.hubLookups.admitted(nameKeys(credentials.name, listener));
  if ("grant" in verdict || asked || !passwordMatches || !mayBeStale(verdict)) return verdict;
  const wait = lookUpName(auth, attempt, listener);
  return wait === null ? verdict : { wait };
}

/** Like `lookUpAddress`, for a name and password. Asks whether or not the name exists. */
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

/** The owner of a listener that belongs to one holder. */
function ownerOf(
  snapshot: Snapshot,
  listener: Exclude<ListenerRef, { kind: "plan" }>,
): Owner | WhitePortFact | null {
  return listener.kind === "static"
    ? snapshot.staticByExit(listener.exitId)
    : snapshot.port(listener.portId);
}

/** The holder with this name at this listener: a sub-account or the listener's owner. */
function holderOf(snapshot: Snapshot, name: string | null, listener: ListenerRef): Holder | null {
  if (name === null) return null;
  if (listener.kind === "plan") return snapshot.subAccountByName(name);
  const owner = ownerOf(snapshot, listener);
  if (owner === null || owner.kind === "whitePort") return null;
  return loginOf(owner)?.name === name ? owner : null;
}

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

/** What the client claims; `username` is null if the client is identified by its address. */
interface AdmissionRequest {
  username: ParsedUsername | null;
  blocked: boolean;
  passwordMatches: boolean;
  /** See `AdmitOptions`. */
  heldBy: string | null;
}
const withoutPassword = { username: null, blocked: false, passwordMatches: true };

function judge(
  auth: AuthContext,
  identified: IdentifiedHolder | null,
  admission: AdmissionRequest,
): Admitted | NotAdmittedResult {
  const { username, blocked, passwordMatches, heldBy } = admission;
  const holder = identified?.holder ?? null;
  const now = auth.now();
  const verdict = admit({
    username,
    blocked,
    passwordMatches,
    holder: holder && {
      enabled: holder.enabled,
      inArrears: isInArrears(holder, now),
      over:
        isExpired(holder, now) ||
        (identified?.port !== undefined && now >= identified.port.expiresAt),
      exits: holder.kind === "subAccount" ? "any" : "own",
    },
    openConnections: holder ? auth.connections.count(holder.id) : 0,
    maxConnections: auth.perSubAccount,
    room: holder && holder.accountId !== heldBy ? auth.limiter.usage(holder.accountId) : null,
  });
  if (!verdict.admit) return { ...verdict, holder };
  if (!identified) throw new Error("admitted nobody");
  if (verdict.ends !== "none") auth.limiter.closeIdle(verdict.ends, identified.holder.accountId);
  const { proof, port } = identified;
  const request = port === undefined ? verdict.request : requestOf(port);
  return { grant: grantOf(identified.holder, proof, port), request };
}

/** The request parameters of a whitelisted port, which all its clients share. */
function requestOf({ filter, minutes }: WhitePortFact): UsernameRequest {
  return { filter, sid: portSession, minutes, minutesGiven: true, strict: false };
}

/** Compares in constant time. The password of an unknown name is hashed too. */
function verifierMatches(holder: Holder | null, { verifier }: Credentials): boolean {
  const login = holder && loginOf(holder);
  const expected = login ? verifierOf(login) : noVerifier;
  return expected.length === verifier.length && timingSafeEqual(expected, verifier);
}
const noVerifier = Buffer.alloc(0);
const verifiers = new WeakMap<{ verifier: string }, Buffer>();

function verifierOf(login: { verifier: string }): Buffer {
  let identified = verifiers.get(login);
  if (identified === undefined) {
    identified = Buffer.from(login.verifier, "hex");
    verifiers.set(login, identified);
  }
  return identified;
}
