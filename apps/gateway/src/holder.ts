/**
 * Who may carry, and by what right: the one place that knows a sub-account from a static IP. The
 * right is proved once, at the door, and judged again with each change of facts.
 */
import type { Product, StaticIpFact, SubAccountFact } from "@turnpike/contract/data-plane.ts";
import type { RefusedReason } from "@turnpike/rules/admission.ts";
import { refusedTarget, spentLimit } from "./owner-limits.ts";
import { hasExpired, type Snapshot } from "./snapshot.ts";

/** Whom traffic is carried for; its `id` is what connections are counted and booked under. */
export type Holder = SubAccountFact | StaticIpFact;

/** How a caller showed who it is. */
export type Proof =
  | { by: "password"; verifier: string }
  /** An entry of the accounts' whitelist. */
  | { by: "entry"; whitelistId: string }
  /** Its address, which the holder's own list names. */
  | { by: "address"; address: string };

/** A right as it was proved at the door. */
export interface Grant {
  holderId: string;
  accountId: string;
  product: Product;
  /** The one exit that it leaves by; null where any of the pool will do. */
  exitId: string | null;
  proof: Proof;
}

export function grantOf(holder: Holder, proof: Proof): Grant {
  const { id: holderId, accountId } = holder;
  return holder.kind === "staticIp"
    ? { holderId, accountId, product: holder.product, exitId: holder.exitId, proof }
    : { holderId, accountId, product: "traffic", exitId: null, proof };
}

/** Whether its bytes are leased from the hub and billed; others are counted for statistics. */
export function isLeased(product: Product): boolean {
  return product === "traffic";
}

/** From when on its time is over, by the product's clock; a sub-account has no end of its own. */
export function isOver(holder: Holder, now: number): boolean {
  return holder.kind === "staticIp" && now >= holder.expiresAt;
}

/** Why a connection may carry no more; null while it may. `host` is its target, once known. */
export function lostRight(
  { grant, host }: { grant: Grant; host: string | null },
  snapshot: Snapshot,
  now: number,
): RefusedReason | null {
  const leased = isLeased(grant.product);
  const holder = leased ? snapshot.subAccount(grant.holderId) : snapshot.staticIp(grant.holderId);
  if (!holder) return "credentials";
  if (!holder.enabled) return "accountDisabled";
  if (isOver(holder, now)) return "planExpired";
  if (!stillProves(grant.proof, holder, snapshot, now)) return "credentials";
  if (holder.kind === "staticIp") return lostExit(grant, holder, snapshot);
  return spentLimit(holder, now) ?? (host === null ? null : refusedTarget(holder, host));
}

function stillProves(proof: Proof, holder: Holder, snapshot: Snapshot, now: number): boolean {
  if (proof.by === "password") return proof.verifier === holder.verifier;
  if (proof.by === "address") {
    return holder.kind === "staticIp" && holder.whitelist.includes(proof.address);
  }
  const entry = snapshot.whitelistEntry(proof.whitelistId);
  return entry !== null && entry.subAccountId === holder.id && !hasExpired(entry, now);
}

/** A static IP that was given another exit carries through that one alone. */
function lostExit({ exitId }: Grant, holder: StaticIpFact, snapshot: Snapshot) {
  const stands = holder.exitId === exitId && snapshot.staticExits().has(holder.exitId);
  return stands ? null : "exitUnreachable";
}
