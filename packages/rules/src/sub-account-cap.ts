/**
 * Limits the number of sub-accounts of an account (spec/limits#caps). A name can never be reused,
 * so deleted sub-accounts keep their rows: creating and deleting over and over counts as well.
 */

/** Before the first payment: ever created. */
export const maxUnpaidSubAccounts = 100;
/** After the first payment: those that exist or were created within a day. */
export const maxSubAccounts = 10_000;
export const subAccountDayMs = 86_400_000;

/** Returns the limit, and what is counted against it. */
export function subAccountCap(paid: boolean): {
  limit: number;
  counts: "ever made" | "live or made today";
} {
  return paid
    ? { limit: maxSubAccounts, counts: "live or made today" }
    : { limit: maxUnpaidSubAccounts, counts: "ever made" };
}
