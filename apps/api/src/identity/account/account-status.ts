/** Whether accounts may use their balances, in the form that gateways receive. */
import { trafficEndsAt } from "@turnpike/rules/arrears.ts";
import { arrearsAmong } from "../../ledger/debt.ts";
import type { Db } from "../../platform/db/database.ts";
import { disabledAmong } from "./store/account.ts";

export interface AccountStatus {
  enabled: boolean;
  /** In ms since 1970: its traffic is refused from then on; absent unless in arrears. */
  trafficEndsAt?: number;
}

/** Returns a lookup of the standing of each of these accounts. */
export async function accountStatusesOf(
  db: Db,
  accountIds: string[],
): Promise<(accountId: string) => AccountStatus> {
  const ids = [...new Set(accountIds)];
  const [disabled, arrears] = [await disabledAmong(db, ids), await arrearsAmong(db, ids)];
  return (accountId) => {
    const since = arrears.get(accountId)?.since;
    const ends = since ? { trafficEndsAt: trafficEndsAt(since.getTime()) } : {};
    return { enabled: !disabled.has(accountId), ...ends };
  };
}
