/** Derives the guide's completed steps from the account's data. */
export const guideSteps = ["buy", "login", "request"] as const;
export type GuideStep = (typeof guideSteps)[number];
export type StepState = "done" | "next" | "later";

export interface AccountProgress {
  /** Ever bought, granted or redeemed. */
  boughtBytes: number;
  usedBytes: number;
  subAccounts: number;
}

/** Steps done elsewhere or out of order count too. */
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
 * Whether to show the guide: to customers who have sent nothing, bought nothing but traffic and did
 * not hide it, and always if it is `requested`.
 */
export function shouldShowGuide(state: {
  usedBytes: number;
  orders: readonly { kind: string; status: string }[];
  hidden: boolean;
  requested: boolean;
}): boolean {
  if (state.requested) return true;
  const other = state.orders.some(({ kind, status }) => status === "paid" && kind !== "traffic");
  return state.usedBytes === 0 && !other && !state.hidden;
}
