/**
 * Holders, for whom traffic is relayed: the only place that tells apart sub-accounts, static IPs,
 * opened IPs and ports of unlimited plans.
 */
import type { Product, StaticIpFact, SubAccountFact } from "@turnpike/contract/data-plane.ts";
import type { OpenedIpFact, UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";

/** Traffic is relayed for a holder: connections are counted and bytes recorded under its `id`. */
export type Holder = SubAccountFact | Owner;
/** Holders with a listener of their own. */
export type Owner = StaticIpFact | UnlimitedPortFact | OpenedIpFact;

/** The holder's name and password; null if it admits only whitelisted addresses. */
export function loginOf(holder: Holder): Exclude<OpenedIpFact["login"], null> | null {
  return holder.kind === "openedIp" ? holder.login : holder;
}

export function productOf(holder: Holder): Product {
  return holder.kind === "subAccount" ? "traffic" : holder.product;
}

/** Whether the product's bytes are leased from the hub and billed; others are only counted. */
export function isLeased(product: Product): boolean {
  return product === "traffic";
}

/** Whether the product is a port of an unlimited plan. */
export function isUnlimited(product: Product): product is UnlimitedKind {
  return product === "port" || product === "bandwidth";
}

/** Whether the holder has expired at `now` (the product's clock); a sub-account never expires. */
export function isExpired(holder: Holder, now: number): boolean {
  return holder.kind !== "subAccount" && now >= holder.expiresAt;
}

/** Whether the holder is refused at `now` (the product's clock) for its account's arrears. */
export function isInArrears(holder: Holder, now: number): boolean {
  return holder.trafficEndsAt !== undefined && now >= holder.trafficEndsAt;
}

/** The `sid` of all clients of a whitelisted port; no user name can contain it. */
export const portSession = "of the port";
