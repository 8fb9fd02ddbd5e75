/** The customer's statement (contract §3, §16). */
import type { Handlers } from "../http/handler.ts";
import type { Services } from "../services.ts";
import { type Asset, assets } from "./post.ts";

export function ledgerCalls({ db }: Services): Pick<Handlers, "ledger"> {
  return {
    async ledger({ page, limit, asset }, { accountId }) {
      const wanted = asset === undefined ? [...assets] : assets.filter((one) => one === asset);
      const holdings = await db
        .selectFrom("ledger_holding")
        .select(["asset", "lines"])
        .where("owner", "=", accountId)
        .execute();
      const total = holdings
        .filter((held) => wanted.includes(held.asset as Asset))
        .reduce((sum, held) => sum + held.lines, 0);
      const rows = await db
        .selectFrom("ledger_line")
        .selectAll()
        .where("owner", "=", accountId)
        .$if(asset !== undefined, (query) => query.where("asset", "=", asset ?? ""))
        .orderBy("id", "desc")
        .limit(limit)
        .offset((page - 1) * limit)
        .execute();
      const items = rows.map((row) => ({
        id: String(row.id),
        at: row.at.toISOString(),
        asset: row.asset,
        amount: row.amount,
        balance: row.balance,
        kind: row.kind,
        ref: row.ref,
      }));
      return { items, total, page, limit };
    },
  };
}
