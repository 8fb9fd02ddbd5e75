/** Whether accounts may use their balances, in the form that gateways receive. */
import { trafficEndsAt } from "@turnpike/rules/arrears.ts";
import { arrearsAmong } from "../../ledger/debt.ts";
import { recordAccountChanges } from "../../platform/changes/changes.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { setIdentityApprovedAt, standingAmong } from "./store/account.ts";

export interface AccountStatus {
  enabled: boolean;
  /** In ms since 1970: its traffic is refused from then on; absent unless in arrears. */
  trafficEndsAt?: number;
  /** Its identity is approved, so that lists of refused targets may spare it; else absent. */
  approved?: true;
}

/** Returns a lookup of the standing of each of these accounts. */
export async function accountStatusesOf(
  db: Db,
  accountIds: string[],
): Promise<(accountId: string) => AccountStatus> {
  const ids = [...new Set(accountIds)];
  const [standing, arrears] = [await standingAmong(db, ids), await arrearsAmong(db, ids)];
  return (accountId) => {
    const since = arrears.get(accountId)?.since;
    const ends = since ? { trafficEndsAt: trafficEndsAt(since.getTime()) } : {};
    const { disabled = false, approved = false } = standing.get(accountId) ?? {};
    return { enabled: !disabled, ...ends, ...(approved && { approved }) };
  };
}

/** Approves an account's identity, or takes that back (`at` null). Gateways know it at once. */
export async function setIdentityApproved(
  services: Services,
  tx: Tx,
  accountId: string,
  at: Date | null,
): Promise<void> {
  await setIdentityApprovedAt(tx, accountId, at);
  await recordAccountChanges(services, tx, accountId);
}
