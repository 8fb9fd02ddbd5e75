/** Which of a newcomer's first steps the account's own data shows as done. */
export const stepNames = ["topUp", "buy", "account", "request"] as const;
export type StepName = (typeof stepNames)[number];
export type StepState = "done" | "next" | "later";

/** Bytes and cents; a later step done proves the earlier ones that it needs. */
export function stepStates(seen: {
  walletCents: number;
  paidRecharges: number;
  boughtBytes: number;
  usedBytes: number;
  subAccounts: number;
}): Record<StepName, StepState> {
  const buy = seen.boughtBytes > 0;
  const done: Record<StepName, boolean> = {
    topUp: seen.walletCents > 0 || seen.paidRecharges > 0 || buy,
    buy,
    account: seen.subAccounts > 0,
    request: seen.usedBytes > 0,
  };
  const next = stepNames.find((name) => !done[name]);
  const state = (name: StepName): StepState => {
    if (done[name]) return "done";
    return name === next ? "next" : "later";
  };
  return {
    topUp: state("topUp"),
    buy: state("buy"),
    account: state("account"),
    request: state("request"),
  };
}
