/**
 * How many sub-accounts an account may have (spec/limits#caps). A name is used once for ever, so a
 * deleted one keeps its row: what is made and deleted again counts as well.
 */

/** Until something was paid: ever made. */
export const mostUnpaidSubAccounts = 100;
/** From then on: live ones, and as many made within a day. */
export const mostSubAccounts = 10_000;
export const subAccountDayMs = 86_400_000;

/** The cap, and what is counted against it. */
export function subAccountCap(paid: boolean): {
  limit: number;
  counts: "ever made" | "live or made today";
} {
  return paid
    ? { limit: mostSubAccounts, counts: "live or made today" }
    : { limit: mostUnpaidSubAccounts, counts: "ever made" };
}
