/** Unlimited plans, by port and by bandwidth (spec/unlimited). */
import { dayMs } from "./statistics.ts";

export const unlimitedKinds = ["port", "bandwidth"] as const;
/** What a plan is sold by: its number of ports, or the Mbps that its connections share. */
export type UnlimitedKind = (typeof unlimitedKinds)[number];

/** Of each port of a port plan, each way (spec/unlimited#speed). */
export const portMbps = 5;
/** Bandwidth is sold in steps of so many Mbps, which is the least, too. */
export const bandwidthStepMbps = 100;
/** Minutes that an exit may be kept (spec/unlimited#rotation: both readings hold). */
export const rotationRange = {
  port: { min: 1, max: 120 },
  bandwidth: { min: 3, max: 30 },
} as const satisfies Record<UnlimitedKind, { min: number; max: number }>;
/** What a plan begins with; both ranges hold it. */
export const firstRotationMinutes = 10;

/** From the end on new connections are told so for so long, then the port closes. */
export const closingMs = dayMs;
/** An ended plan stays on the lists for so long. */
export const keptMs = 30 * dayMs;
/** From when on a plan counts as ending soon. */
export const planExpiringMs = 3 * dayMs;

/** Mbps each way of all of a plan's ports together. */
export function planMbps({ kind, quantity }: { kind: UnlimitedKind; quantity: number }): number {
  return kind === "port" ? quantity * portMbps : quantity;
}

/** The ports that a plan has: a bandwidth plan's connections share one. */
export function portsOf({ kind, quantity }: { kind: UnlimitedKind; quantity: number }): number {
  return kind === "port" ? quantity : 1;
}

/** Mbps each way of one of a plan's ports. */
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

/** A plan is renewed from its end on, and not after it (spec/unlimited#renewal). */
export function decidePlanRenewal(plan: PlanTime & { days: number }): PlanRenewalVerdict {
  const { expiresAt, now, released, days } = plan;
  if (released || now >= expiresAt) return { renew: false };
  return { renew: true, until: expiresAt + days * dayMs };
}

/**
 * A renewal that was ordered before the end and is paid after it holds for as long as the plan's
 * ports are there: then too it counts from the end on.
 */
export function decidePaidRenewal(plan: PlanTime & { days: number }): PlanRenewalVerdict {
  const { expiresAt, now, released, days } = plan;
  if (released || now >= expiresAt + closingMs) return { renew: false };
  return { renew: true, until: expiresAt + days * dayMs };
}
