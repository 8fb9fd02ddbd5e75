/** The customer's statement (spec/money#ledger). */
import { sql } from "kysely";
import type { Handlers } from "../platform/http/handler.ts";
import type { Services } from "../platform/services.ts";

interface LineRow {
  id: number;
  at: Date;
  asset: string;
  amount: number;
  balance: number;
  kind: string;
  ref: string;
}

export function ledgerCalls({ db }: Services): Pick<Handlers, "ledger"> {
  return {
    async ledger({ page, limit, asset }, { accountId }) {
      const of = asset === undefined ? sql`` : sql`and asset = ${asset}`;
      const holdings = await sql<{ lines: number }>`
        select lines from ledger_holding where owner = ${accountId} ${of}`.execute(db);
      const total = holdings.rows.reduce((sum, held) => sum + held.lines, 0);
      const newer = (page - 1) * limit;
      // The lines of one asset are numbered without gaps: any page is found at once.
      const { rows } = await sql<LineRow>`
        select id, at, asset, amount, balance, kind, ref from ledger_line
        where owner = ${accountId} ${
          asset === undefined
            ? sql`order by id desc limit ${limit} offset ${newer}`
            : sql`and asset = ${asset} and seq <= ${total - newer}
                and seq > ${total - newer - limit} order by seq desc`
        }`.execute(db);
      const items = rows.map((row) => ({ ...row, id: String(row.id), at: row.at.toISOString() }));
      return { items, total, page, limit };
    },
  };
}
