/**
 * The statement as CSV: for each asset the opening balance, the lines and the closing balance.
 * Money has two decimals, traffic in bytes, so programs can read it in every
 * language.
 */
import { currency } from "@turnpike/locales/money.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import { ledgerSentences } from "@turnpike/locales/ledger.ts";
import { csvCell, csvText } from "@turnpike/rules/csv.ts";
import { assetUnit, type BaseAsset } from "@turnpike/rules/assets.ts";
import { poolOfAsset } from "@turnpike/rules/traffic-pool.ts";
import { decimalMoney } from "@turnpike/rules/statement.ts";
import type { Db } from "../../platform/db/database.ts";
import { type LedgerLine, linesOf, type Span, spansOf } from "../../ledger/month.ts";

/** Without it, spreadsheets assume the machine's legacy encoding. */
const BYTE_ORDER_MARK = "\ufeff";

/** Yields the parts of the file in order; instants are in ms, and `to` is exclusive. */
export async function* statementCsv(
  db: Db,
  span: { owner: string; lang: Lang; from: number; to: number; now: number },
): AsyncGenerator<string> {
  const { owner, lang, from, to, now } = span;
  const { file: words, kinds, refs } = ledgerSentences(lang);
  const { at, asset, kind, ref, amount, balance, unit } = words;
  yield BYTE_ORDER_MARK + csvText([[at, asset, kind, ref, amount, balance, unit]]);
  for (const part of await spansOf(db, { owner, from, to })) {
    const row = rowOf(part, lang);
    yield row({ at: new Date(from), kind: words.opening, balance: part.openingBalance });
    for await (const lines of linesOf(db, { owner, span: part })) {
      yield lines
        .map((line) =>
          row({ ...line, kind: worded(kinds, line.kind), ref: worded(refs, line.ref) }),
        )
        .join("");
    }
    // A month that is not over closes with the current balance.
    const end = new Date(Math.min(to - 1000, now));
    yield row({ at: end, kind: words.closing, balance: part.closingBalance });
  }
}

/** The translated name, or the name itself if it has no translation. */
const worded = (words: Record<string, string>, name: string) => words[name] ?? name;

type StatementRow = Pick<LedgerLine, "at" | "kind" | "balance"> & Partial<LedgerLine>;

/** Returns a function that formats the lines of one asset. */
function rowOf({ asset }: Span, lang: Lang): (line: StatementRow) => string {
  const { assets, units } = ledgerSentences(lang);
  const unit = assetUnit(asset);
  const pool = asset === "traffic" ? null : poolOfAsset(asset);
  const digits = (amount: number) => (unit === "money" ? decimalMoney(amount) : String(amount));
  return ({ at, kind, ref = "", amount, balance }) =>
    [
      at.toISOString().slice(0, 19).replace("T", " "),
      csvCell(pool === null ? assets[asset as BaseAsset] : `${assets.traffic} (${pool})`),
      csvCell(kind),
      csvCell(ref),
      // At most digits and a sign: a number, which no spreadsheet takes for a formula.
      amount === undefined ? "" : digits(amount),
      digits(balance),
      `${csvCell(unit === "money" ? currency() : units[unit])}\r\n`,
    ].join(",");
}
