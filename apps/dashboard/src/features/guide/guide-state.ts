/** What of the way to the first request the account's own data shows as done. */
export const guideSteps = ["buy", "login", "request"] as const;
export type GuideStep = (typeof guideSteps)[number];
export type StepState = "done" | "next" | "later";

export interface AccountProgress {
  /** Ever bought, granted or redeemed. */
  boughtBytes: number;
  usedBytes: number;
  subAccounts: number;
}

/** Whatever was done elsewhere, or out of order, counts. */
export function stepStates(progress: AccountProgress): Record<GuideStep, StepState> {
  const done: Record<GuideStep, boolean> = {
    buy: progress.boughtBytes > 0,
    login: progress.subAccounts > 0,
    request: progress.usedBytes > 0,
  };
  const next = guideSteps.find((name) => !done[name]);
  const state = (name: GuideStep): StepState =>
    done[name] ? "done" : name === next ? "next" : "later";
  return { buy: state("buy"), login: state("login"), request: state("request") };
}

/**
 * Whether the guide comes by itself: to who never sent anything, bought nothing but traffic, and
 * did not hide it. `requested`: somebody looks for it.
 */
export function guideComes(state: {
  usedBytes: number;
  orders: readonly { sku: string; status: string }[];
  hidden: boolean;
  requested: boolean;
}): boolean {
  if (state.requested) return true;
  const other = state.orders.some(
    ({ sku, status }) => status === "paid" && !sku.startsWith("traffic"),
  );
  return state.usedBytes === 0 && !other && !state.hidden;
}
