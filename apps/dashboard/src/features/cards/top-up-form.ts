/** What the form of auto top-up computes itself: its values, and what is sent. */
import { rechargeCents } from "@turnpike/rules/recharge-bonus.ts";
import type { CallParameters, CallResult } from "../../lib/call.ts";
import { readAmount } from "../wallet/recharge-plan.ts";

export type Plan = CallResult<"autoTopUp">;

/** Named as the call's fields, so that its refusals are shown there; sums in whole units. */
export interface PlanValues extends Record<string, unknown> {
  enabled: boolean;
  cardId: string | null;
  thresholdCents: number | string;
  amountCents: number | string;
  monthCents: number | string;
}
export const sums = ["thresholdCents", "amountCents", "monthCents"] as const;
export type Sum = (typeof sums)[number];
export const leastOf: Record<Sum, number> = {
  thresholdCents: 1,
  amountCents: rechargeCents.least,
  monthCents: rechargeCents.least,
};

/** What is set, or proposed; the only card is chosen at once. */
export const planValues = (plan: Plan, cardIds: string[]): PlanValues => ({
  enabled: plan.enabled,
  cardId: plan.cardId ?? (cardIds.length === 1 ? (cardIds[0] ?? null) : null),
  thresholdCents: plan.thresholdCents / 100,
  amountCents: plan.amountCents / 100,
  monthCents: plan.monthCents / 100,
});

export const centsOf = (values: PlanValues, name: Sum): number | null => {
  const amount = readAmount(values[name], leastOf[name]);
  return amount.ok ? amount.cents : null;
};

/** The call's fields; to switch it off needs no others. */
export function planParameters(values: PlanValues): CallParameters<"autoTopUp"> {
  if (!values.enabled) return { enabled: false };
  const [thresholdCents, amountCents, monthCents] = sums.map((name) => centsOf(values, name) ?? 0);
  const cardId = values.cardId ?? "";
  return {
    enabled: true,
    cardId,
    thresholdCents,
    amountCents,
    monthCents,
  } as CallParameters<"autoTopUp">;
}

/** Why the card is not charged although it is on: the month's limit leaves no room. */
export const isAtLimit = ({ enabled, spentCents, amountCents, monthCents }: Plan): boolean =>
  enabled && spentCents + amountCents > monthCents;
