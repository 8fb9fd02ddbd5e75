/** Converts the alert thresholds between the API's answer and the form. */
import type { CallResult, CallParameters } from "../../lib/call.ts";

export const alertNames = ["traffic", "wallet", "expiry"] as const;
export type AlertName = (typeof alertNames)[number];

type Thresholds = CallResult<"alerts">["thresholds"];
const fieldOf = {
  traffic: "trafficGb",
  wallet: "walletCents",
  expiry: "expiryDays",
} as const satisfies Record<AlertName, keyof Thresholds>;

/** In the form's units: GB, dollars, days. */
export const suggestedThresholds: Record<AlertName, number> = { traffic: 1, wallet: 10, expiry: 7 };
/** The contract's bounds, in the same units. */
export const bounds: Record<AlertName, { min: number; max: number; decimals: number }> = {
  traffic: { min: 0.001, max: 1_000_000, decimals: 3 },
  wallet: { min: 0.01, max: 10_000_000, decimals: 2 },
  expiry: { min: 1, max: 90, decimals: 0 },
};

export interface AlertValues {
  on: Record<AlertName, boolean>;
  /** The field's values; kept while an alert is off. */
  at: Record<AlertName, number | string>;
  email: boolean;
}

const inUnits = (name: AlertName, value: number) => (name === "wallet" ? value / 100 : value);

const each = <T>(of: (name: AlertName) => T): Record<AlertName, T> => ({
  traffic: of("traffic"),
  wallet: of("wallet"),
  expiry: of("expiry"),
});

/** The form's values; an alert that is off gets the suggestion, for when it is switched on. */
export function valuesOf({ thresholds, email }: CallResult<"alerts">): AlertValues {
  const set = (name: AlertName) => thresholds[fieldOf[name]];
  return {
    on: each((name) => set(name) !== null),
    at: each((name) => {
      const value = set(name);
      return value === null ? suggestedThresholds[name] : inUnits(name, value);
    }),
    email,
  };
}

/** The typed value as a number, or undefined if it is out of bounds. */
export function thresholdOf(name: AlertName, typed: number | string): number | undefined {
  const { min, max, decimals } = bounds[name];
  const value = typed === "" ? Number.NaN : Number(typed);
  const steps = value * 10 ** decimals;
  const whole = Math.abs(steps - Math.round(steps)) < 1e-6;
  return whole && value >= min && value <= max ? value : undefined;
}

/** The request to save the form; 0 switches a threshold off. */
export function parametersOf({ on, at, email }: AlertValues): CallParameters<"alerts"> {
  const sent = (name: AlertName) => (on[name] ? (thresholdOf(name, at[name]) ?? 0) : 0);
  const thresholds = {
    trafficGb: sent("traffic"),
    walletCents: Math.round(sent("wallet") * 100),
    expiryDays: sent("expiry"),
  };
  return { thresholds, email };
}
