/** Unlimited plans, by port and by bandwidth (spec/unlimited). */
import { dayMs } from "./statistics.ts";

export const unlimitedKinds = ["port", "bandwidth"] as const;
/** What a plan is sold by: the number of ports, or the Mbps that its connections share. */
export type UnlimitedKind = (typeof unlimitedKinds)[number];

/** Per port of a port plan, in each direction (spec/unlimited#speed). */
export const portMbps = 5;
/** Ports and Mbps of one plan, at most. */
export const maxPortsOfPlan = 1_000;
export const maxMbpsOfPlan = 10_000;
/** Bandwidth is sold in steps of this many Mbps, which is also the minimum. */
export const bandwidthStepMbps = 100;
/** Minutes between rotations (spec/unlimited#rotation: both readings hold). */
export const rotationRange = {
  port: { min: 1, max: 120 },
  bandwidth: { min: 3, max: 30 },
} as const satisfies Record<UnlimitedKind, { min: number; max: number }>;
/** A new plan's value, within both ranges. */
export const firstRotationMinutes = 10;

/** How long new connections are refused as expired after expiry, before the port closes. */
export const portCloseDelayMs = dayMs;
/** How long an expired plan stays in lists. */
export const planRetentionMs = 30 * dayMs;
/** How long before expiry a plan counts as expiring. */
export const planExpiringMs = 3 * dayMs;

/** Returns the Mbps of all of a plan's ports together, in each direction. */
export function planMbps({ kind, quantity }: { kind: UnlimitedKind; quantity: number }): number {
  return kind === "port" ? quantity * portMbps : quantity;
}

/** Returns the number of a plan's ports: the connections of a bandwidth plan share one. */
export function portsOf({ kind, quantity }: { kind: UnlimitedKind; quantity: number }): number {
  return kind === "port" ? quantity : 1;
}

/** Returns the Mbps of one of a plan's ports, in each direction. */
export function mbpsOfPort(plan: { kind: UnlimitedKind; quantity: number }): number {
  return plan.kind === "port" ? portMbps : plan.quantity;
}

export interface PlanTime {
  /** Milliseconds since 1970. */
  expiresAt: number;
  now: number;
  /** Its ports were closed for good. */
  released: boolean;
}
export type PlanRenewalVerdict = { renew: true; until: number } | { renew: false };

/** A renewal extends from the expiry and is not possible after it (spec/unlimited#renewal). */
export function decidePlanRenewal(plan: PlanTime & { days: number }): PlanRenewalVerdict {
  const { expiresAt, now, released, days } = plan;
  if (released || now >= expiresAt) return { renew: false };
  return { renew: true, until: expiresAt + days * dayMs };
}

/**
 * A renewal ordered before expiry but paid later is valid while the plan's ports still exist; it
 * also extends from the expiry.
 */
export function decidePaidRenewal(plan: PlanTime & { days: number }): PlanRenewalVerdict {
  const { expiresAt, now, released, days } = plan;
  if (released || now >= expiresAt + portCloseDelayMs) return { renew: false };
  return { renew: true, until: expiresAt + days * dayMs };
}
