/**
 * Who may carry, and by what right: the one place that knows a sub-account from a static IP and from
 * a port of an unlimited plan. The right is proved once, at the door, and judged again with each
 * change of facts.
 */
import type {
  Product,
  StaticIpFact,
  SubAccountFact,
  UnlimitedPortFact,
} from "@turnpike/contract/data-plane.ts";
import type { RefusedReason } from "@turnpike/rules/admission.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { refusedTarget, spentLimit } from "./owner-limits.ts";
import { hasExpired, type Snapshot } from "./snapshot.ts";

/** Whom traffic is carried for; its `id` is what connections are counted and booked under. */
export type Holder = SubAccountFact | StaticIpFact | UnlimitedPortFact;

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
  /** The one exit that it leaves by; null where there are more to choose from. */
  exitId: string | null;
  proof: Proof;
}

export function grantOf(holder: Holder, proof: Proof): Grant {
  const { id: holderId, accountId } = holder;
  const exitId = holder.kind === "staticIp" ? holder.exitId : null;
  return { holderId, accountId, product: productOf(holder), exitId, proof };
}

function productOf(holder: Holder): Product {
  return holder.kind === "subAccount" ? "traffic" : holder.product;
}

/** Whom a grant was given to, as known now; null for one that is no more. */
function holderOf({ product, holderId }: Grant, snapshot: Snapshot): Holder | null {
  if (product === "traffic") return snapshot.subAccount(holderId);
  if (product === "static" || product === "short") return snapshot.staticIp(holderId);
  return snapshot.unlimitedPort(holderId);
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
  if (!holder) return "credentials";
  if (!holder.enabled) return "accountDisabled";
  if (isOver(holder, now)) return "planExpired";
  if (!stillProves(grant.proof, holder, snapshot, now)) return "credentials";
  if (holder.kind === "staticIp") return lostExit(grant, holder, snapshot);
  if (holder.kind === "unlimitedPort") return null;
  return spentLimit(holder, now) ?? (host === null ? null : refusedTarget(holder, host));
}

function stillProves(proof: Proof, holder: Holder, snapshot: Snapshot, now: number): boolean {
  if (proof.by === "password") return proof.verifier === holder.verifier;
  if (proof.by === "address") {
    return holder.kind !== "subAccount" && holder.whitelist.includes(proof.address);
  }
  const entry = snapshot.whitelistEntry(proof.whitelistId);
  return entry !== null && entry.subAccountId === holder.id && !hasExpired(entry, now);
}

/** A static IP that was given another exit carries through that one alone. */
function lostExit({ exitId }: Grant, holder: StaticIpFact, snapshot: Snapshot) {
  const stands = holder.exitId === exitId && snapshot.staticExits().has(holder.exitId);
  return stands ? null : "exitUnreachable";
}
