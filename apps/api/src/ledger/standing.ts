/** What every screen shows of an account's money: its balances and whether it is in arrears. */
import { sql } from "kysely";
import type { Db } from "../platform/db/database.ts";
import { type Balances, balancesIn } from "./balances.ts";
import type { Arrears } from "./debt.ts";

/** Like `balances` and `arrearsOf`, in one statement. */
export async function balancesAndArrears(
  db: Db,
  accountId: string,
): Promise<{ owned: Balances; arrears: Arrears | null }> {
  const { rows } = await sql<{ asset: string; balance: number; owedSince: Date | null }>`
    select asset, balance - pending as balance, null::timestamptz as "owedSince"
    from ledger_holding where owner = ${accountId}
    union all
    select '', cents, since from debt
    where account_id = ${accountId} and asset = 'wallet' and cents > 0`.execute(db);
  const debt = rows.find(({ asset }) => asset === "");
  const arrears = debt?.owedSince ? { cents: debt.balance, since: debt.owedSince } : null;
  return { owned: balancesIn(rows.filter((row) => row !== debt)), arrears };
}
