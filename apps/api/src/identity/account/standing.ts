/** Whether accounts may use what they have, as gateways know it. */
import { trafficEndsAt } from "@turnpike/rules/arrears.ts";
import { arrearsAmong } from "../../ledger/debt.ts";
import type { Db } from "../../platform/db/database.ts";
import { disabledAmong } from "./store/account.ts";

export interface Standing {
  enabled: boolean;
  /** Milliseconds since 1970: from then on its traffic is refused; absent outside arrears. */
  trafficEndsAt?: number;
}

/** Answers the standing of each of these accounts. */
export async function standingsOf(
  db: Db,
  accountIds: string[],
): Promise<(accountId: string) => Standing> {
  const ids = [...new Set(accountIds)];
  const [disabled, arrears] = [await disabledAmong(db, ids), await arrearsAmong(db, ids)];
  return (accountId) => {
    const since = arrears.get(accountId)?.since;
    const ends = since ? { trafficEndsAt: trafficEndsAt(since.getTime()) } : {};
    return { enabled: !disabled.has(accountId), ...ends };
  };
}
