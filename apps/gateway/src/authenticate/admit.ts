/**
 * The door's first verdict: who is asking, and may they (spec/gateway#authentication,
 * spec/gateway#checks).
 */
import { timingSafeEqual } from "node:crypto";
import { admit, type Refused } from "@turnpike/rules/admission.ts";
import type { WhitePortFact } from "@turnpike/contract/port-facts.ts";
import type { ParsedUsername, UsernameRequest } from "@turnpike/rules/username.ts";
import type { ClientRoom } from "../listen/client-room.ts";
import type { Connections } from "../session/connections.ts";
import type { Credentials } from "./credentials.ts";
import type { Entrance } from "../listen/entrance.ts";
import { type Grant, grantOf, letsIn, type Proof } from "../authorise/grant.ts";
import { type Holder, isExpired, loginOf, type Owner, portSession } from "../link/holder.ts";
import type { Snapshot } from "../link/snapshot.ts";
import type { TriesTable } from "./failed-attempts.ts";

export interface Door {
  snapshot: Snapshot;
  connections: Connections;
  tries: TriesTable;
  /** Who may be connected, over all accounts and networks. */
  room: ClientRoom;
  /** Connections of one sub-account, static IP, opened IP or unlimited port. */
  perSubAccount: number;
  /** The product's clock, milliseconds since 1970. */
  now: () => number;
}
/**
 * Not let in; `holder` is whom it was tried for, where that is known. `full`: for want of room, its
 * account's or the gateway's.
 */
export interface NotAdmitted {
  refused: Refused;
  holder: Holder | null;
  full?: "account" | "gateway";
}
/** Where a connection came in. */
export interface CameIn {
  entrance: Entrance;
  /** The account that holds it already, between two requests; null for a new one. */
  heldBy: string | null;
}
export interface Admitted {
  grant: Grant;
  request: UsernameRequest;
}

/**
 * Judges a connection from `address` (canonical). Without credentials the address itself has to be
 * on the whitelist that counts at this entrance. Counts a failed try.
 */
export function admitCaller(
  door: Door,
  address: string,
  credentials: Credentials | null,
  came: CameIn,
): Admitted | NotAdmitted {
  const { entrance } = came;
  if (credentials && !takesPassword(door, entrance)) {
    const known = byAddress(door, address, entrance);
    return { refused: noPasswordHere, holder: known?.holder ?? null };
  }
  if (credentials) return byPassword(door, address, credentials, came);
  return judge(door, byAddress(door, address, entrance), { ...nothingSaid, ...came });
}

/** Whether an address may come in without credentials. */
export function isWhitelisted(door: Door, address: string, entrance: Entrance): boolean {
  return byAddress(door, address, entrance) !== null;
}

/** Whether there is a name and password that one may come in with: at some ports addresses alone do. */
export function takesPassword({ snapshot }: Door, entrance: Entrance): boolean {
  if (entrance.kind !== "port") return true;
  const port = snapshot.port(entrance.portId);
  if (port?.kind === "whitePort") return false;
  return port?.kind !== "openedIp" || port.login !== null;
}
const noPasswordHere: Refused = {
  reason: "credentials",
  detail: "this port takes neither, it lets whitelisted addresses in",
};

/** Somebody, and what shows that it is them. */
interface Known {
  holder: Holder;
  proof: Proof;
  /** The whitelisted port that they came in at, where it is one. */
  port?: WhitePortFact;
}

function byPassword(
  door: Door,
  address: string,
  given: Credentials,
  { entrance, heldBy }: CameIn,
): Admitted | NotAdmitted {
  const trier = { address, name: given.name, door: doorOf(entrance) };
  const blocked = door.tries.isBlocked(trier);
  const holder = named(door.snapshot, given.username.name, entrance);
  const passwordMatches = !blocked && matches(holder, given);
  if (passwordMatches) door.tries.succeeded(trier);
  else if (!blocked) door.tries.failed(trier);
  const login = holder && loginOf(holder);
  const known: Known | null = login && {
    holder,
    proof: { by: "password", verifier: login.verifier },
  };
  return judge(door, known, { username: given.username, blocked, passwordMatches, heldBy });
}

/** What tells an entrance of its own from others; none for the gateway's port. */
function doorOf(entrance: Entrance): string | undefined {
  if (entrance.kind === "plan") return undefined;
  return entrance.kind === "static" ? entrance.exitId : entrance.portId;
}

/** Whose entrance it is, where it is one holder's alone. */
function ownerOf(
  snapshot: Snapshot,
  entrance: Exclude<Entrance, { kind: "plan" }>,
): Owner | WhitePortFact | null {
  return entrance.kind === "static"
    ? snapshot.staticByExit(entrance.exitId)
    : snapshot.port(entrance.portId);
}

/** Whose name it is at this entrance: a sub-account's, or that of the entrance's owner. */
function named(snapshot: Snapshot, name: string | null, entrance: Entrance): Holder | null {
  if (name === null) return null;
  if (entrance.kind === "plan") return snapshot.subAccountByName(name);
  const owner = ownerOf(snapshot, entrance);
  if (owner === null || owner.kind === "whitePort") return null;
  return loginOf(owner)?.name === name ? owner : null;
}

function byAddress(door: Door, address: string, entrance: Entrance): Known | null {
  const { snapshot } = door;
  if (entrance.kind === "plan") return byEntry(door, address);
  const owner = ownerOf(snapshot, entrance);
  if (owner === null) return null;
  if (owner.kind !== "whitePort") {
    const proof: Proof = { by: "address", address };
    return letsIn(owner, address, snapshot, door.now()) ? { holder: owner, proof } : null;
  }
  const known = byEntry(door, address);
  return known?.holder.accountId === owner.accountId ? { ...known, port: owner } : null;
}

/** The sub-account that the accounts' whitelist names for an address. */
function byEntry({ snapshot, now }: Door, address: string): Known | null {
  const entry = snapshot.whitelistByIp(address, now());
  const holder = entry && snapshot.subAccount(entry.subAccountId);
  return entry && holder && { holder, proof: { by: "entry", whitelistId: entry.id } };
}

/** What was said of themselves by who came; `username` is null where the address says it all. */
interface Said {
  username: ParsedUsername | null;
  blocked: boolean;
  passwordMatches: boolean;
  /** As in `CameIn`. */
  heldBy: string | null;
}
const nothingSaid = { username: null, blocked: false, passwordMatches: true };

function judge(door: Door, known: Known | null, said: Said): Admitted | NotAdmitted {
  const { username, blocked, passwordMatches, heldBy } = said;
  const holder = known?.holder ?? null;
  const now = door.now();
  const verdict = admit({
    username,
    blocked,
    passwordMatches,
    holder: holder && {
      enabled: holder.enabled,
      over: isExpired(holder, now) || (known?.port !== undefined && now >= known.port.expiresAt),
      exits: holder.kind === "subAccount" ? "any" : "own",
    },
    openConnections: holder ? door.connections.count(holder.id) : 0,
    maxConnections: door.perSubAccount,
    room: holder && holder.accountId !== heldBy ? door.room.facts(holder.accountId) : null,
  });
  if (!verdict.admit) return { ...verdict, holder };
  if (!known) throw new Error("admitted nobody");
  if (verdict.ends !== "none") door.room.endIdle(verdict.ends, known.holder.accountId);
  const { proof, port } = known;
  const request = port === undefined ? verdict.request : requestOf(port);
  return { grant: grantOf(known.holder, proof, port), request };
}

/** All who come in at a whitelisted port ask for the same. */
function requestOf({ filter, minutes }: WhitePortFact): UsernameRequest {
  return { filter, sid: portSession, minutes, minutesGiven: true, strict: false };
}

/** Compares in the same time whatever the password, and hashes for an unknown name too. */
function matches(holder: Holder | null, { verifier }: Credentials): boolean {
  const login = holder && loginOf(holder);
  const known = login ? verifierOf(login) : nobody;
  return known.length === verifier.length && timingSafeEqual(known, verifier);
}
const nobody = Buffer.alloc(0);
const verifiers = new WeakMap<{ verifier: string }, Buffer>();

function verifierOf(login: { verifier: string }): Buffer {
  let known = verifiers.get(login);
  if (known === undefined) {
    known = Buffer.from(login.verifier, "hex");
    verifiers.set(login, known);
  }
  return known;
}
