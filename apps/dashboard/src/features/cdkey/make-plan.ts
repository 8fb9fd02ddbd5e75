/** Computes what making keys would take and leave, for the form to show beforehand. */
import { bytesPerGb } from "@turnpike/rules/bytes.ts";
import {
  type CdkeyKind,
  cdkeyLeastGb,
  cdkeyLeastIps,
  cdkeysAtOnce,
  cdkeyUnit,
} from "@turnpike/rules/cdkey.ts";

export const keyKinds = ["ip", "traffic"] as const;

/** Per key; the contract's bound. */
const MAX_AMOUNT = 1_000_000;

export interface Bounds {
  min: number;
  max: number;
}
export const amountBounds = (kind: CdkeyKind): Bounds => ({
  min: kind === "ip" ? cdkeyLeastIps : cdkeyLeastGb,
  max: MAX_AMOUNT,
});
export const countBounds: Bounds = { min: 1, max: cdkeysAtOnce };

/** What is wrong with a typed quantity; null if nothing is. */
export function validateQuantity(
  typed: number | string,
  bounds: Bounds,
): "missing" | "range" | null {
  if (typed === "") return "missing";
  const value = Number(typed);
  return Number.isInteger(value) && value >= bounds.min && value <= bounds.max ? null : "range";
}

/** The available balance: IPs, or bytes not allotted to sub-accounts. Undefined while loading. */
export interface Balances {
  ip: number | undefined;
  traffic: number | undefined;
}

export interface Plan {
  kind: CdkeyKind;
  amount: number;
  count: number;
  /** IPs or GB, for all keys. */
  total: number;
  /** IPs or GB. */
  balance: number | undefined;
  /** Negative if the balance is insufficient. */
  after: number | undefined;
}

/** The plan for what is typed; undefined while a quantity is missing or out of range. */
export function planOf(
  typed: { kind: CdkeyKind; amount: number | string; count: number | string },
  balances: Balances,
): Plan | undefined {
  const { kind } = typed;
  if (validateQuantity(typed.amount, amountBounds(kind)) !== null) return undefined;
  if (validateQuantity(typed.count, countBounds) !== null) return undefined;
  const [amount, count] = [Number(typed.amount), Number(typed.count)];
  const have = balances[kind];
  const balance = have === undefined ? undefined : have / cdkeyUnit(kind);
  const total = amount * count;
  const after = have === undefined ? undefined : (have - total * cdkeyUnit(kind)) / cdkeyUnit(kind);
  return { kind, amount, count, total, balance, after };
}

/** Whether the balance is known to be insufficient. */
export const isInsufficient = (plan: Plan | undefined): boolean => (plan?.after ?? 0) < 0;

/** Rounded to whole bytes, so that fractions of a GB in a balance show too. */
export const bytesOf = (gb: number): number => Math.round(gb * bytesPerGb);
