/**
 * Who may carry, and by what right: the one place that knows a sub-account from a static IP, from an
 * opened IP and from a port of an unlimited plan. The right is proved once, at the door, and judged again with each
 * change of facts.
 */
import type { Product, StaticIpFact, SubAccountFact } from "@turnpike/contract/data-plane.ts";
import type {
  OpenedIpFact,
  UnlimitedPortFact,
  WhitePortFact,
} from "@turnpike/contract/port-facts.ts";
import type { RefusedReason } from "@turnpike/rules/admission.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { refusedTarget, spentLimit } from "./owner-limits.ts";
import { hasExpired, type Snapshot } from "../link/snapshot.ts";

/** Whom traffic is carried for; its `id` is what connections are counted and booked under. */
export type Holder = SubAccountFact | Owner;
/** Who has an entrance alone. */
export type Owner = StaticIpFact | UnlimitedPortFact | OpenedIpFact;

/** How a caller showed who it is. */
export type Proof =
  | { by: "password"; verifier: string }
  /** An entry of the accounts' whitelist. */
  | { by: "entry"; whitelistId: string }
  /** Its address, which the holder's own list names, or its account's where it has none. */
  | { by: "address"; address: string };

/** A right as it was proved at the door. */
export interface Grant {
  holderId: string;
  accountId: string;
  product: Product;
  /** The one exit that it leaves by; null where there are more to choose from. */
  exitId: string | null;
  proof: Proof;
  /** The whitelisted port that it came in at; null at any other entrance. */
  whitePortId: string | null;
  /** When the opened IP or whitelisted port ends, which nothing prolongs; null for others. */
  endsAt: number | null;
}

export function grantOf(holder: Holder, proof: Proof, port: WhitePortFact | null = null): Grant {
  const { id: holderId, accountId } = holder;
  const exitId = "exitId" in holder ? holder.exitId : null;
  const ends = port ?? (holder.kind === "openedIp" ? holder : null);
  return {
    holderId,
    accountId,
    product: productOf(holder),
    exitId,
    proof,
    whitePortId: port?.id ?? null,
    endsAt: ends?.expiresAt ?? null,
  };
}

/** Who shares what is known of exits with it: its session's, and those that did not carry. */
export function sharerOf({ holderId, whitePortId }: Grant): string {
  return whitePortId ?? holderId;
}

/** The name and password that a holder goes by; null where addresses alone are let in. */
export function loginOf(holder: Holder): { name: string; verifier: string } | null {
  return holder.kind === "openedIp" ? holder.login : holder;
}

/** Whether a canonical address may come in at an owner's entrance without password. */
export function letsIn(owner: Owner, address: string, snapshot: Snapshot, now: number): boolean {
  if (owner.kind !== "openedIp") return owner.whitelist.includes(address);
  const entry = owner.login === null ? snapshot.whitelistByIp(address, now) : null;
  const subAccount = entry && snapshot.subAccount(entry.subAccountId);
  return subAccount?.accountId === owner.accountId;
}

function productOf(holder: Holder): Product {
  return holder.kind === "subAccount" ? "traffic" : holder.product;
}

/** Whom a grant was given to, as known now; null for one that is no more. */
function holderOf({ product, holderId }: Grant, snapshot: Snapshot): Holder | null {
  if (product === "traffic") return snapshot.subAccount(holderId);
  if (product === "static" || product === "short") return snapshot.staticIp(holderId);
  const port = snapshot.port(holderId);
  return port?.kind === "whitePort" ? null : port;
}

/** Whether its bytes are leased from the hub and billed; others are counted for statistics. */
export function isLeased(product: Product): boolean {
  return product === "traffic";
}

/** Whether it is carried at a port of an unlimited plan. */
export function isUnlimited(product: Product): product is UnlimitedKind {
  return product === "port" || product === "bandwidth";
}

/** From when on its time is over, by the product's clock; a sub-account has no end of its own. */
export function isOver(holder: Holder, now: number): boolean {
  return holder.kind !== "subAccount" && now >= holder.expiresAt;
}

/** Why a connection may carry no more; null while it may. `host` is its target, once known. */
export function lostRight(
  { grant, host }: { grant: Grant; host: string | null },
  snapshot: Snapshot,
  now: number,
): RefusedReason | null {
  const holder = holderOf(grant, snapshot);
  if (!holder) return lostWith(grant, now);
  if (!holder.enabled) return "accountDisabled";
  if (isOver(holder, now)) return "planExpired";
  if (!stillProves(grant.proof, holder, snapshot, now)) return "credentials";
  if (holder.kind === "unlimitedPort") return null;
  if (holder.kind !== "subAccount") return lostExit(grant, holder, snapshot);
  const lost = grant.whitePortId === null ? null : lostPort(grant, snapshot, now);
  if (lost !== null) return lost;
  return spentLimit(holder, now) ?? (host === null ? null : refusedTarget(holder, host));
}

/** What it came by is no more: its time may have ended before the news of that came. */
function lostWith({ endsAt }: Grant, now: number): RefusedReason {
  return endsAt !== null && now >= endsAt ? "planExpired" : "credentials";
}

/** A whitelisted port that ended, or stands for no more of the account. */
function lostPort(grant: Grant, snapshot: Snapshot, now: number): RefusedReason | null {
  const port = snapshot.port(grant.whitePortId ?? "");
  const stands = port?.kind === "whitePort" && port.accountId === grant.accountId;
  if (!stands) return lostWith(grant, now);
  return now >= port.expiresAt ? "planExpired" : null;
}

function stillProves(proof: Proof, holder: Holder, snapshot: Snapshot, now: number): boolean {
  if (proof.by === "password") return proof.verifier === loginOf(holder)?.verifier;
  if (proof.by === "address") {
    return holder.kind !== "subAccount" && letsIn(holder, proof.address, snapshot, now);
  }
  const entry = snapshot.whitelistEntry(proof.whitelistId);
  return entry !== null && entry.subAccountId === holder.id && !hasExpired(entry, now);
}

/** Who was given another exit carries through that one alone. */
function lostExit({ exitId }: Grant, holder: StaticIpFact | OpenedIpFact, snapshot: Snapshot) {
  const exits = holder.kind === "staticIp" ? snapshot.staticExits() : snapshot.exits.byId;
  const stands = holder.exitId === exitId && exits.has(holder.exitId);
  return stands ? null : "exitUnreachable";
}
