/** The customer's statement (spec/money#ledger). */
import type { Handlers } from "../platform/http/handler.ts";
import type { Services } from "../platform/services.ts";

export function ledgerCalls({ db }: Services): Pick<Handlers, "ledger"> {
  return {
    async ledger({ page, limit, asset }, { accountId }) {
      const holdings = await db
        .selectFrom("ledger_holding")
        .select("lines")
        .where("owner", "=", accountId)
        .$if(asset !== undefined, (of) => of.where("asset", "=", asset ?? ""))
        .execute();
      const total = holdings.reduce((sum, held) => sum + held.lines, 0);
      const newer = (page - 1) * limit;
      const lines = db.selectFrom("ledger_line").selectAll().where("owner", "=", accountId);
      // The lines of one asset are numbered without gaps: any page is found at once.
      const rows =
        asset === undefined
          ? await lines.orderBy("id", "desc").limit(limit).offset(newer).execute()
          : await lines
              .where("asset", "=", asset)
              .where("seq", "<=", total - newer)
              .where("seq", ">", total - newer - limit)
              .orderBy("seq", "desc")
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
